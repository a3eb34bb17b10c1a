"""The handbook's pictures, from the real thing: sheets in LibreOffice's window, printed sheets, pages in a browser."""
