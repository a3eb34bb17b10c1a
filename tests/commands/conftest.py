"""The commands make many workbooks."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def quick(unswept: None) -> None:
    """For every test here."""
