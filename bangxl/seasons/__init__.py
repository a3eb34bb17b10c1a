"""A season: many tournaments together. Pure rules; only `book` makes sheets."""
