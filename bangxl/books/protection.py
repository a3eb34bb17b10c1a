"""What a sheet's protection allows, from the attributes by which a file says it to what a program is told again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_ALLOWED: Final = (
    *("formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns"),
    *("deleteRows", "sort", "autoFilter", "pivotTables"),
)
"""What a protected sheet may still allow, in the order in which Excel's Protect takes it. In a file, set means forbidden."""

_PASSWORDS: Final = ("password", "hashValue")
_TRUE: Final = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True)
class Protection:
    """``allowed``: by the names of the file format · ``objects``, ``scenarios``: kept as the cells are.

    ``selection``: ``unlocked`` or ``none`` if not all cells may be selected. What a file does not keep is lost: that a
    macro has protected a sheet from people only.
    """

    allowed: Mapping[str, bool]
    objects: bool
    scenarios: bool
    selection: str
    password: bool


def protection(attributes: Mapping[str, str] | None) -> Protection | None:
    """What the attributes of a sheet's protection mean; None where it is not protected."""
    if attributes is None:
        return None
    forbidden = {name: attributes.get(name, "1") in _TRUE for name in _ALLOWED}
    locked, unlocked = (attributes.get(name) in _TRUE for name in ("selectLockedCells", "selectUnlockedCells"))
    return Protection(
        allowed={name: not forbidden[name] for name in _ALLOWED},
        objects=attributes.get("objects") in _TRUE,
        scenarios=attributes.get("scenarios") in _TRUE,
        selection="none" if unlocked else "unlocked" if locked else "",
        password=any(attributes.get(name) for name in _PASSWORDS),
    )
