"""Fixtures for all tests, and what the session says at its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hosts.libreoffice.office import Office
from tests.validators import ABSENT, node_is_here


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    """One LibreOffice for the whole session."""
    running = Office()
    yield running
    running.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives LibreOffice, so that ``-m "not office"`` runs where there is none."""
    for item in items:
        if "office" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.office)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud that a judge was absent."""
    if not node_is_here():
        terminalreporter.section("Not shown", sep="!", red=True, bold=True)
        terminalreporter.line(ABSENT, red=True)
