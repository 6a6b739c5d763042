"""Optional rules and well-known house rules."""
