"""The handbook's pictures: sheets in LibreOffice's window, printed sheets, pages in a browser."""
