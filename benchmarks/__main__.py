"""Runs the benchmarks and prints their table."""

from benchmarks.command import main

raise SystemExit(main())
