"""Messages of the operating system about files and connections, as texts of the catalogs.

Systems say it in the language in which they were installed, or in English; people read it within a sentence of bangxl.
"""

import errno
from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_

SAID: Final[Mapping[str, str]] = {
    "ENOENT": N_("No such file or directory"),
    "ENOTDIR": N_("Not a directory"),
    "EISDIR": N_("Is a directory"),
    "EEXIST": N_("File exists"),
    "EACCES": N_("Permission denied"),
    "EPERM": N_("Operation not permitted"),
    "EROFS": N_("Read-only file system"),
    "ENOSPC": N_("No space left on device"),
    "EDQUOT": N_("Disk quota exceeded"),
    "EFBIG": N_("File too large"),
    "EBUSY": N_("Device or resource busy"),
    "ETXTBSY": N_("Text file busy"),
    "EIO": N_("Input/output error"),
    "ENAMETOOLONG": N_("File name too long"),
    "EINVAL": N_("Invalid argument"),
    "ELOOP": N_("Too many levels of symbolic links"),
    "EMFILE": N_("Too many open files"),
    "ENETUNREACH": N_("Network is unreachable"),
    "EHOSTUNREACH": N_("No route to host"),
    "ENETDOWN": N_("Network is down"),
}
"""By the name of the error: what Linux says in English."""


def reason(error: Exception) -> str:
    """The system's message, in English if the catalogs have it; else in its own words."""
    if isinstance(error, RuntimeError):  # what Python says of links in a ring
        return SAID["ELOOP"]
    if not isinstance(error, OSError):
        return str(error)
    return SAID.get(errno.errorcode.get(error.errno or 0, "")) or error.strerror or str(error)
