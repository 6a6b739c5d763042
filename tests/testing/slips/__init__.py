"""Rule modules for Dice Feud with one slip each, for the tests of the kit itself."""
