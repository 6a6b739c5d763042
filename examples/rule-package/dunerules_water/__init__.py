"""The water of the dead, an optional rule for Dune."""
