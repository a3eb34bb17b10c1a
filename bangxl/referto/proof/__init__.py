"""Is a referto true? All that it prints is derived again from its record sheets, and compared cell by cell."""
