"""Dune by Gale Force Nine, 2019."""
