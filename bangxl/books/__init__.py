"""Access to a workbook: a closed file, an open Excel or LibreOffice, or memory (tests)."""
