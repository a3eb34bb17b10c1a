"""Files for a browser: single pages without scripts or other files."""
