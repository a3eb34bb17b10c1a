"""A season: many tournaments together. Pure rules; only `frames` and `book` use pandas and sheets."""
