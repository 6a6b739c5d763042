"""Dune by Avalon Hill, 1979."""
