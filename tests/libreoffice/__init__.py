"""Judged by LibreOffice."""

import pytest

pytest.register_assert_rewrite("tests.libreoffice.desk")
