"""What `bangxl season` says on the terminal, of seasons that are told in a line."""

from dataclasses import replace
from pathlib import Path

from bangxl.locale.catalog import catalog
from bangxl.seasons.entry import RefertoEntry
from bangxl.seasons.summary import season_lines
from tests.season.stories import record_session, season, tournament


def told(*entries: RefertoEntry) -> tuple[str, ...]:
    """In English."""
    return season_lines(Path("s.xlsx"), season(*entries), [], catalog("en"))


def test_who_is_first_and_who_goes_to_the_final() -> None:
    assert told(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio", day="2007-05-02")) == (
        "✓ s.xlsx is written. Tournaments: 2 (valid for the championship: 2); people: 20; doubtful pairs: 0.",
        "★ Italia 2007 · national: Anna Neri, Bruno Galli",
        "→ Piemonte: Anna Neri · first of the region",
        "→ Lazio: Bruno Galli · first of the region",
    )


def test_where_there_is_no_championship_nothing_is_said_of_one() -> None:
    ours = replace(tournament("Anna Neri"), regulation="italy-2010", title="Italia 2010", championship=None)
    found = season_lines(Path("s.xlsx"), season(ours, rulebook=None), [], catalog("it"))
    assert found == ("✓ s.xlsx è pronto. Tornei: 1; persone: 10; coppie dubbie: 0.", "★ Italia 2010 · nazionale: Anna Neri")


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


def doubtful(*entries: RefertoEntry) -> list[str]:
    return [line for line in told(*entries) if line.startswith("? ")]


def test_a_doubt_names_both_with_their_files_and_the_line_that_settles_it() -> None:
    pair = tournament("Rossi Anna", name="Asti"), tournament("Anna Rossi", day="2007-05-02", name="Cuneo")
    line = "other accents, signs, spaces or order of words: Anna Rossi (Cuneo.xlsx) – Rossi Anna (Asti.xlsx)."
    assert doubtful(*pair) == [f"? {line} If they are one person, the line for --same is: Anna Rossi,Rossi Anna,"]
    pair = tournament("Anna Rossi", name="Asti"), tournament("Anna Rossi", name="Cuneo")
    line = "in two tournaments on one day: Anna Rossi (Asti.xlsx) – Anna Rossi (Cuneo.xlsx)."
    assert doubtful(*pair) == [f"? {line} If they are two people, the line for --same is: Anna Rossi,Anna Rossi (2),Cuneo.xlsx"]


def test_of_very_many_doubts_the_sheet_has_all() -> None:
    names = ["Anna Rossi", "Bruno Galli", "Carla Conti", "Dario Neri", "Emma Fabbri", "Gino Serra", "Ugo Poli"]
    spellings = names, [name.upper().replace(" ", "-") for name in names], [name.replace(" ", "") for name in names]
    entries = [tournament(", ".join(one), day=f"2007-05-0{n}", name=f"{n}") for n, one in enumerate(spellings, 1)]
    assert len(doubtful(*entries[:3])) == 14
    entries.append(tournament(", ".join(" ".join(reversed(name.split())) for name in names), day="2007-05-04", name="4"))
    shown = doubtful(*entries)
    assert (len(shown), shown[20]) == (21, "? All 21 doubtful pairs: sheet «Doubtful».")
