"""Every printed page, drawn directly into a PDF. Printing needs no office program."""
