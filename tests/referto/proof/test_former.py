"""A referto that says what earlier versions said is right; one that says what nobody ever said is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.report import report
from bangxl.locale.catalog import Catalog, former
from bangxl.referto.proof.verdict import Verdict
from bangxl.referto.proof.verify import verify
from bangxl.workbook.words import WORDS, codes, option_codes

KEPT: Final = Path(__file__).parents[2] / "versions" / "0.1.0"
Said = Callable[[str, str], str | None]


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Said], Path]:
    """A referto, printed while some texts are other ones: ``said`` gives them by language and English text."""

    def made(said: Said) -> Path:
        now = Catalog.__call__
        assert [option_codes(), *map(codes, WORDS)], "what is read is collected once: before the change"
        with monkeypatch.context() as change:
            change.setattr("bangxl.commands.printing.to_pdf", lambda _source, _target, **_options: False)
            change.setattr(Catalog, "__call__", lambda self, text: said(self.language, text) or now(self, text))
            return report(KEPT / "italy-2010.xlsx", tmp_path).workbook

    return made


def judged(path: Path) -> Verdict:
    """The proof alone: an earlier version's file cannot be made again."""
    return verify(ClosedBook.open(path, reading_only=True))


def test_what_was_said_earlier_is_right(printed: Callable[[Said], Path]) -> None:
    verdict = judged(printed(lambda language, text: former(language).get(text)))
    assert verdict.agrees, verdict.differences


def test_what_was_never_said_is_wrong(printed: Callable[[Said], Path]) -> None:
    verdict = judged(printed(lambda _language, text: "partito" if text == "withdrawn" else None))
    assert {one.finding.code for one in verdict.differences} == {"differs"}
