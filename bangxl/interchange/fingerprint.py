"""The fingerprint of a report as somebody has it on paper: its first digits, in groups, of one half or both (docs/referto.md)."""

import re
from typing import Final, NamedTuple

from bangxl.interchange.dump import DIGEST_LENGTH

SHORTEST: Final = 16
"""The fewest digits of a half to compare with: nobody else makes a report with the same, but a referee makes two in minutes."""

_HALF: Final = re.compile(rf"[0-9a-f]{{{SHORTEST},{DIGEST_LENGTH}}}")


class Fingerprint(NamedTuple):
    """A fingerprint that somebody has on paper: its first digits, or those of its second half, or of both."""

    digits: str
    second: str = ""

    def fits(self, digest: str, second: str) -> bool:
        """Whether these are the halves of a referto's fingerprint; each that is asked for by itself counts."""
        if self.second:
            return digest.startswith(self.digits) and second.startswith(self.second)
        return digest.startswith(self.digits) or second.startswith(self.digits)

    def __str__(self) -> str:
        """The digits, with a stroke between the halves."""
        return " / ".join(filter(None, self))


def read_fingerprint(text: str) -> Fingerprint | None:
    """A typed fingerprint in any case, with blanks or hyphens; None if it is not one.

    Of a half at least 16 digits; of both the whole first one before the second, or a stroke between them.
    """
    halves = ["".join(half.replace("-", " ").split()).casefold() for half in text.split("/")]
    if len(halves) == 1 and len(halves[0]) > DIGEST_LENGTH:
        halves = [halves[0][:DIGEST_LENGTH], halves[0][DIGEST_LENGTH:]]
    return Fingerprint(*halves) if len(halves) <= len(Fingerprint._fields) and all(map(_HALF.fullmatch, halves)) else None
