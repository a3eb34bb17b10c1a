"""The named styles of a new workbook, and openpyxl's lists of looks made fast.

A workbook sets tens of thousands of fonts, borders and styles, of a few dozen. openpyxl compares them attribute by attribute,
twice each time, and reads the names of all styles to find one.
"""

from __future__ import annotations

from openpyxl.styles import Border, Protection
from openpyxl.styles.named_styles import NamedStyle, NamedStyleList
from openpyxl.utils.indexed_list import IndexedList
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.styles import STYLES, fill

_LISTS = ("_fonts", "_alignments", "_borders", "_fills", "_protections")


class _Looks(IndexedList[object]):
    """Who comes again is known by himself: nobody changes a look that a cell has."""

    def __init__(self, looks: IndexedList[object]) -> None:
        super().__init__(looks)
        self._known: dict[int, tuple[object, int]] = {}

    def add(self, value: object) -> int:
        """The number of a look. It is kept beside it, so that no other object gets its identity."""
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, super().add(value)
        return known[1]


class _Styles(NamedStyleList):
    """Found by name at once."""

    def __init__(self, styles: NamedStyleList) -> None:
        super().__init__(styles)
        self._by_name = {style.name: style for style in styles}

    @property
    def names(self) -> list[str]:
        """In the order of the styles."""
        return list(self._by_name)

    def __getitem__(self, key: int | str) -> NamedStyle:  # type: ignore[override]
        """A style by its number or its name. KeyError."""
        return self._by_name[key] if isinstance(key, str) else super().__getitem__(key)

    def append(self, style: NamedStyle) -> None:
        """Refuses a name that is there."""
        super().append(style)
        self._by_name[style.name] = style


def give_styles(wb: Workbook) -> None:
    """Add all named styles to a new workbook, before anything in it has a look. Only those of inputs are unlocked."""
    for name in _LISTS:
        setattr(wb, name, _Looks(getattr(wb, name)))
    wb._named_styles = _Styles(wb._named_styles)  # type: ignore[attr-defined] # noqa: SLF001 -- openpyxl has no other way in
    for name, look in STYLES.items():
        wb.add_named_style(
            NamedStyle(
                f"bang {name}",
                font=look.font,
                alignment=look.alignment,
                fill=fill(look.fill),
                border=look.border or Border(),
                number_format=look.number,
                protection=Protection(locked=not name.startswith("Input")),
            )
        )
