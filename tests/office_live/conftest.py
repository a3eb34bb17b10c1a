"""A LibreOffice of its own, with the extension installed."""

from collections.abc import Iterator

import pytest

from tests.hosts.libreoffice.office import lent
from tests.office_live.host import LiveOffice


@pytest.fixture(scope="session")
def office() -> Iterator[LiveOffice]:
    yield from lent(LiveOffice(clicks=True))
