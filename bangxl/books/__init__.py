"""Where a workbook lives: in a closed file, in an open Excel or LibreOffice, in memory (tests)."""
