"""Tests of the macros, and of the workbooks that hold them."""
