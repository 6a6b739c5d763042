"""A faction power over worms, for tests: the Guild is spared, sends additional worms, and rides."""
