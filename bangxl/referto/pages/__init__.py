"""The referto: a workbook of values, built fresh from the facts (docs/referto.md)."""
