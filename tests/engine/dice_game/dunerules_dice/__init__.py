"""Dice Feud: a small game of rule modules for the dunerules engine."""
