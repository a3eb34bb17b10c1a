"""The tournament as JSON, format ``bangxl/1``: for other programs, for an archive, for a new workbook."""
