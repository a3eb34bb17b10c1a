"""The tests. openpyxl writes as on a user's machine, without lxml, which is here only for a validator."""

import os

os.environ["OPENPYXL_LXML"] = "False"
