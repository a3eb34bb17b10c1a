"""The tournament as JSON, format ``bangxl/1``: for other programs, for the archive, for a fresh workbook."""
