"""Builds the page: ``make page``."""
