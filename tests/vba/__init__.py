"""Tests of macro workbooks; a strict reader of our own judges the VBA project."""
