"""The commands make many workbooks."""

import pytest


@pytest.fixture(autouse=True)
def quick(unswept: None) -> None:
    """For every test here."""
