"""A season: many tournaments together. Pure rules; only `frames` and `book` know pandas and sheets."""
