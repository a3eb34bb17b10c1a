"""Whoever adds a criterion or a finding is told which part of it is still missing, and where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, catalog
from bangxl.sheets.ledger import COUNTED_ELSEWHERE, COUNTS
from bangxl.tournament import criteria
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.kinds import KINDS
from tests.tournament.test_checks import CASES, WORKBOOK
from tests.workbook.faults import FAULTS

SAME: Final = frozenset({"Buchholz"})
"""Texts that are the same in every language."""


def lacking(parts: Mapping[str, Mapping[str, bool]]) -> dict[str, list[str]]:
    """By code, the places where it is not yet."""
    return {code: gaps for code, there in parts.items() if (gaps := [place for place, found in there.items() if not found])}


def translated(*texts: str) -> bool:
    others = [catalog(language) for language in LANGUAGES if language != SOURCE_LANGUAGE]
    return all(text in SAME or of(text) != text for text in texts for of in others)


def test_no_criterion_lacks_anything() -> None:
    described = (criteria.__doc__ or "").split()
    assert lacking({
        code: {
            "the table at the top of bangxl/tournament/criteria.py": code in described,
            "COUNTS in bangxl/sheets/ledger.py": code in {*COUNTS, *COUNTED_ELSEWHERE},
            "a translation: make catalogs": translated(criterion.head, criterion.reason),
        }
        for code, criterion in CRITERIA.items()
    }) == {}  # fmt: skip
    assert {*COUNTS, *COUNTED_ELSEWHERE} <= {*CRITERIA}


def test_no_finding_lacks_anything() -> None:
    cases = {name.partition(":")[0] for name in CASES} | WORKBOOK
    assert lacking({
        code: {
            "a fault in tests/workbook/faults.py": code in FAULTS,
            "a case in tests/tournament/test_checks.py": code in cases,
            "a translation: make catalogs": translated(kind.sentence),
        }
        for code, kind in KINDS.items()
    }) == {}  # fmt: skip
    assert {*FAULTS} <= {*KINDS}
