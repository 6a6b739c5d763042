"""How fast the engine is, as ratios that are measured in one run: ``python -m benchmarks``."""
