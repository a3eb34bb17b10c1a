"""Whoever adds a regulation, criterion, finding or language is told which part of it is still missing, and where it belongs."""

import re
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Final

from bangxl.locale import catalog as catalogs
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, catalog
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.sheets.ledger import COUNTED_ELSEWHERE, COUNTS
from bangxl.sheets.styles import DATES
from bangxl.tournament import criteria
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.findings import KINDS
from bangxl.web import handbook
from tests.referto.referti import SMALLEST
from tests.tournament.test_checks import FIRST_CASES
from tests.workbook.faults import FAULTS
from tools import reckon
from tools.installer.page import NAMES
from tools.pictures.day import NAMED
from tools.pictures.sheets import SPEECH

SAME: Final = frozenset({"Buchholz"})
"""Texts that are the same in every language."""
ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "tools/page/web/page.html"
FORMAT: Final = (ROOT / "docs/regulations/README.md").read_text(encoding="utf-8")
BY_LANGUAGE: Final[Mapping[str, Container[str]]] = {
    **{f"{name} in bangxl/locale/catalog.py": vars(catalogs)[name] for name in ("_MARKS", "_MOMENTS", "_DAYS")},
    "DATES in bangxl/sheets/styles.py": DATES,
    "tools/page/web/page.html": re.findall(r'<option value="(\w+)">', PAGE.read_text(encoding="utf-8")),
    "NAMES in tools/installer/page.py": NAMES,
    "NAMED in tools/pictures/day.py": NAMED,
    "SPEECH in tools/pictures/sheets.py": SPEECH,
}


def lacking(parts: Mapping[str, Mapping[str, bool]]) -> dict[str, list[str]]:
    """By code, the places where it is not yet."""
    return {code: gaps for code, there in parts.items() if (gaps := [place for place, found in there.items() if not found])}


def translated(*texts: str) -> bool:
    others = [catalog(language) for language in LANGUAGES if language != SOURCE_LANGUAGE]
    return all(text in SAME or of(text) != text for text in texts for of in others)


def test_no_regulation_lacks_anything() -> None:
    assert lacking({
        rulebook: {
            f"docs/regulations/{rulebook}.md": (ROOT / f"docs/regulations/{rulebook}.md").exists(),
            "a line in docs/regulations/README.md": f"[`{rulebook}`]" in FORMAT,
            "SMALLEST in tests/referto/referti.py": rulebook in SMALLEST,
            "CRITERIA in tools/reckon.py": rulebook in reckon.CRITERIA,
            "a workbook in templates/: make templates": any((ROOT / "templates").glob(f"{rulebook}.*.xlsm")),
        }
        for rulebook in rulebook_ids()
    }) == {}  # fmt: skip
    assert {*SMALLEST, *reckon.CRITERIA} == {*rulebook_ids()}


def test_no_criterion_lacks_anything() -> None:
    described = (criteria.__doc__ or "").split()
    assert lacking({
        code: {
            "the table at the top of bangxl/tournament/criteria.py": code in described,
            "docs/regulations/README.md": f"`{code}`" in FORMAT,
            "COUNTS in bangxl/sheets/ledger.py": code in {*COUNTS, *COUNTED_ELSEWHERE},
            "a translation: make catalogs": translated(criterion.head, criterion.reason),
        }
        for code, criterion in CRITERIA.items()
    }) == {}  # fmt: skip
    assert {*COUNTS, *COUNTED_ELSEWHERE} <= {*CRITERIA}


def test_no_finding_lacks_anything() -> None:
    assert lacking({
        code: {
            "a case in tests/tournament/test_checks.py, or a fault in tests/workbook/faults.py": code in {*FIRST_CASES, *FAULTS},
            "a translation: make catalogs": translated(kind.sentence),
        }
        for code, kind in KINDS.items()
    }) == {}  # fmt: skip
    assert {*FIRST_CASES, *FAULTS} <= {*KINDS}


def told(language: str) -> bool:
    """Whether the handbook has every step."""
    try:
        return bool(handbook.chapters(language))
    except KeyError:
        return False


def test_no_language_lacks_anything() -> None:
    parts = {language: {place: language in there for place, there in BY_LANGUAGE.items()} for language in LANGUAGES}
    assert lacking({
        language: there | {"steps in bangxl/web/handbook.toml": told(language)} for language, there in parts.items()
    }) == {}  # fmt: skip
