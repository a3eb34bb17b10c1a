"""Where a workbook lives: in a closed file, in memory (tests), later in an open Excel or LibreOffice."""
