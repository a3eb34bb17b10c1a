"""The day's stages, as the commands' tests know them."""

from __future__ import annotations

from tests.commands.conftest import at

__all__ = ["at"]
