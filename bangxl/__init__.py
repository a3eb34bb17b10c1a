"""bangxl: the tournament manager for the card game BANG!, living inside an Excel workbook."""

import os

__version__ = "0.2.0"

os.environ["OPENPYXL_LXML"] = "False"  # read when openpyxl is first imported: files must not depend on lxml being installed
