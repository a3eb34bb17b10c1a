"""What `bangxl season` says on the terminal, of seasons that are told in a line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bangxl.locale.catalog import catalog
from bangxl.seasons.entry import Entry
from bangxl.seasons.summary import report
from tests.season.stories import record_session, season, tournament


def told(*entries: Entry) -> tuple[str, ...]:
    """In English."""
    return report(Path("s.xlsx"), season(*entries), [], catalog("en"))


def test_who_is_first_and_who_goes_to_the_final() -> None:
    assert told(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio", day="2007-05-02")) == (
        "✓ s.xlsx: tournaments 2 (valid for the championship 2), persons 20, doubtful pairs 0.",
        "★ Italia 2007 · national: Anna Neri, Bruno Galli",
        "→ Piemonte: Anna Neri · first of the region",
        "→ Lazio: Bruno Galli · first of the region",
    )


def test_where_there_is_no_championship_nothing_is_said_of_one() -> None:
    ours = replace(tournament("Anna Neri"), regulation="italy-2010", title="Italia 2010", championship=None)
    found = report(Path("s.xlsx"), season(ours, rulebook=None), [], catalog("it"))
    assert found == ("✓ s.xlsx: tornei 1, persone 10, coppie dubbie 0.", "★ Italia 2010 · nazionale: Anna Neri")


def test_the_highest_score_of_record() -> None:
    assert "★ Record: Dino" in told(record_session("Anna 1357, Bruno 1200"), record_session("Anna 1257, Dino 1400", "2007-06-01"))


def test_what_is_not_valid_for_the_championship_is_named_with_the_reason() -> None:
    late = [tournament("Anna Neri", day=f"2007-12-0{n}", name=f"Torino {n}") for n in range(1, 8)]
    small = tournament("Bruno Galli", players=9, name="Asti")
    *_others, few, after = told(*late, small)
    assert few == "· Not valid for the championship, too few players (1): Asti.xlsx"
    assert after == (
        "· Not valid for the championship, after the last day (7): "
        "Torino 1.xlsx, Torino 2.xlsx, Torino 3.xlsx, Torino 4.xlsx, Torino 5.xlsx, …"
    )
