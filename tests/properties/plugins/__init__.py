"""Rule modules that misbehave, for the properties that say what the engine makes of them."""
