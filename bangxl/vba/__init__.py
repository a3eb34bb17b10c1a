"""What makes an .xlsm of a workbook: its VBA project and its ribbon, made from the sources in `macros/`."""
