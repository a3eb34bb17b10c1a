"""What people add to a workbook in Excel, put into its package as Excel writes it (written after files that Excel wrote).

``ON_SHEET`` goes on any sheet, ``IN_WORKBOOK`` into the workbook, ``WITH_MACROS`` into an .xlsm.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tests.additions import drawn, looks, whole
from tests.additions.package import Kept, Package

ON_SHEET: Final[Mapping[str, Callable[[Package, str], None]]] = {
    "picture": drawn.picture, "comment thread": drawn.comment_thread, "form control": drawn.form_control,
    "printer settings": looks.printer_settings, "link to the web": looks.link, "colours by hand": looks.colours,
    "texts in parts": looks.text_in_parts, "elements of the future": looks.from_the_future,
}  # fmt: skip

IN_WORKBOOK: Final[Mapping[str, Callable[[Package], None]]] = {
    "own sheet with a chart": whole.sheet_with_chart, "chart sheet": whole.chart_sheet, "table with a slicer": whole.table,
    "own names": whole.names, "formula that spills": whole.dynamic_array,
    "properties, label and custom XML": whole.properties, "link to a workbook": whole.external_link,
}  # fmt: skip

WITH_MACROS: Final[Mapping[str, Callable[[Package], None]]] = {"own macro": whole.module}


def with_everything(data: bytes, sheets: tuple[str, ...], *, macros: bool = False) -> tuple[bytes, Kept]:
    """A workbook with all additions, those of a sheet on each of these."""
    package = Package(data)
    for sheet in sheets:
        for add in ON_SHEET.values():
            add(package, sheet)
    for put in (*IN_WORKBOOK.values(), *(WITH_MACROS.values() if macros else ())):
        put(package)
    return package.data(), package.kept
