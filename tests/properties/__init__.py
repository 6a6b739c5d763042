"""Laws that hold for every game, whatever is chosen in it."""
