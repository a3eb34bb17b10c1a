"""Every printed page, drawn straight into a PDF: no office program is needed to print."""
