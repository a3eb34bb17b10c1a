"""One module for each use case: read once, compute, write once. Commands return lines in the workbook's language."""
