"""The engine: knows rulesets, modules, games and views, and no particular game."""
