"""The extension that puts BANG! into LibreOffice: its sources and its builder."""
