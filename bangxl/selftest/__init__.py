"""The self-test: try bangxl with this computer's Excel or LibreOffice, on its own workbooks."""
