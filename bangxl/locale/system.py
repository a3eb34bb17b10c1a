"""Messages of the operating system about files and connections, as texts of the catalogs.

Systems say it in the language in which they were installed, or in English; people read it within a sentence of bangxl.
"""

import errno
from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import sentences

SAID: Final[Mapping[str, str]] = sentences("bangxl.locale")["system"]
"""By the name of the error, in small letters: what Linux says in English."""


def reason(error: Exception) -> str:
    """The system's message, in English if the catalogs have it; else in its own words."""
    if isinstance(error, RuntimeError):  # what Python says of links in a ring
        return SAID["eloop"]
    if not isinstance(error, OSError):
        return str(error)
    return SAID.get(errno.errorcode.get(error.errno or 0, "").lower()) or error.strerror or str(error)
