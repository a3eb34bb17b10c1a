import os

os.environ["OPENPYXL_LXML"] = "False"  # like `bangxl`, before openpyxl is imported
