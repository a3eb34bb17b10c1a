"""Puts the page together: ``make page``."""
