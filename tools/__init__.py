import os

os.environ["OPENPYXL_LXML"] = "False"  # like `bangxl.table`, before openpyxl is imported
