"""What a test needs and this machine may lack."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip the test and say why; where ``CI`` is ``true`` it fails, for nobody reads there what was skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)
