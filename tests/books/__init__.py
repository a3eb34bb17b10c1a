"""Tests of the books. openpyxl is first imported as the program does it: without lxml."""

import bangxl.books.writer  # noqa: F401
