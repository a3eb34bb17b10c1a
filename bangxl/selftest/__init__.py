"""The self-test: whether bangxl works with the Excel or LibreOffice of this computer. What it opens and changes is its own."""
