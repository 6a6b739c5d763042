"""Rules for tests: an advantage that does nothing but be used."""
