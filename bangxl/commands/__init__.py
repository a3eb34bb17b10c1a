"""One module a use case: read once, compute, write once. Commands return what to say, in the workbook's language."""
