"""Rule modules that are wrong on purpose, each in a way that one law must catch; its title names the law."""
