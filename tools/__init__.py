import os

os.environ["OPENPYXL_LXML"] = "False"  # as `bangxl.table` has it, before openpyxl is in memory
