"""The factions: their sheets as declarations, and what declarations cannot say."""
