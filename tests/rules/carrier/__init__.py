"""A faction with every power over shipments and moves that the kernel must leave room for."""
