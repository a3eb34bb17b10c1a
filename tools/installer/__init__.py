"""Builds a zip that installs bangxl without the internet: ``make installer``."""
