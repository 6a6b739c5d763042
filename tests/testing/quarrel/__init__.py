"""Rule modules of Dice Feud that are each fine alone and cannot be had together."""
