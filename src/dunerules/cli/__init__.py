"""The command line: thin commands over the API, one file each. Nothing in the library imports it."""
