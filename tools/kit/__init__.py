"""Puts together what installs itself without the internet: ``make kit``."""
