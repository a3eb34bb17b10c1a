"""What Excel refuses, repairs or silently changes, and no validator sees: rules, each with its source.

``EXCEL`` are Excel's own: of 1,410 public files that Excel wrote itself only 7 break one, files that somebody has spoilt on
purpose. ``OURS`` forbid what Excel allows, and what would still be wrong in a workbook of ours.

[MS-XLSX], [MS-XLSB], [MS-XLS], [MS-OI29500]: Microsoft's open specifications. [ISO 29500-1], [ECMA-376-2]: the file format.
[Excel specifications and limits]: Microsoft's support page of that name.
"""

from pathlib import Path

from tests.excel_rules.package import Package
from tests.excel_rules.rules import EXCEL, OURS


def complaints(file: Path | bytes, *, ours: bool = True) -> list[str]:
    """All that the rules have against a file, each complaint after the name of its rule. ``ours``: also by our own rules.

    Raises BadZipFile if it is no zip, ET.ParseError if a part is no XML.
    """
    package = Package.of(file)
    return [f"{rule.__name__}: {text}" for rule in (*EXCEL, *(OURS if ours else ())) for text in rule(package)]
