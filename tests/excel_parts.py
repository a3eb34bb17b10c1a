"""What needs no other part of the engine in `tests.excel_engine`: what ``.api`` gives, and the defined names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from openpyxl.utils import quote_sheetname

if TYPE_CHECKING:
    from tests.excel import Excel, Open

Raw: TypeAlias = Any
"""Whatever goes through xlwings, which has no types here."""

OPTIONS = (
    *("formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns"),
    *("deleteRows", "sort", "autoFilter", "pivotTables"),
)
"""What the file format calls the options of a protection, in the order of Protect; set means forbidden."""


class Api:
    """What ``.api`` gives: properties by their names in Excel, some of them methods."""

    def __init__(
        self, excel: Excel, get: Mapping[str, Callable[[], Any]], put: Mapping[str, Callable[[Any], None]] | None = None
    ) -> None:
        self.__dict__.update(_excel=excel, _get=get, _put=put or {})

    def __getattr__(self, name: str) -> Raw:
        if name not in self._get:
            raise AttributeError(name)
        with self._excel.call(name):
            return self._get[name]()

    def __setattr__(self, name: str, value: object) -> None:
        with self._excel.call(name):
            self._put[name](value)


class Names:
    def __init__(self, book: Open) -> None:
        with book.excel.call("names"):
            scopes = [("", book.workbook.defined_names)]
            scopes += [(f"{quote_sheetname(sheet.title)}!", sheet.defined_names) for sheet in book.workbook.worksheets]
            self.all = [Name(scope + name, f"={one.value}") for scope, names in scopes for name, one in names.items()]

    def snapshot(self) -> list[tuple[str, Name]]:
        return [(name.name, name) for name in self.all]


@dataclass
class Name:
    name: str
    refers_to: str


def one_of(states: set[bool]) -> bool | None:
    return states.pop() if len(states) == 1 else None
