"""Builds the kit, which installs itself without the internet: ``make kit``."""
