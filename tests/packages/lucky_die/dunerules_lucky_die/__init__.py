"""A lucky die for Dice Feud."""
