"""A season of many tournaments."""
