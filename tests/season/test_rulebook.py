"""The championship in the regulation's file: typed a second time from the page, and refused where it contradicts itself."""

from datetime import date
from importlib import resources

import pytest

from bangxl.rulebooks.loader import RulebookError, load, loads, rulebook_ids
from bangxl.tournament.rulebook import Championship

TEXT = (resources.files("bangxl.rulebooks") / "italy-2007.toml").read_text(encoding="utf-8")


def test_campionato_nazionale_and_modalita_operative() -> None:
    """ "24 giocatori (4 tavoli da 6)"; "weekend del 17/18 novembre 2007"; "entro e non oltre … il 5 novembre 2007"."""
    italy = load("italy-2007")
    assert italy.championship == Championship(24, date(2007, 11, 5), (date(2007, 11, 17), date(2007, 11, 18)), report_days=7)
    assert (italy.articles["championship"], italy.articles["championship.term"]) == ("Campionato nazionale", "Modalità operative")


def test_no_other_regulation_has_one() -> None:
    assert [one for one in rulebook_ids() if load(one).championship is not None] == ["italy-2007"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("finalists = 24", "finalists = 0", "championship.finalists"),
        ("finalists = 24", "finalists = 24\nreserves = 3", "championship"),
        ("finalists = 24", "finalists = 24\nbest = -1", "championship.best"),
        ("finalists = 24", "finalists = 24\nwild_cards = -1", "championship.wild_cards"),
        ("finalists = 24", "finalists = 24\nnational = 20\nwild_cards = 5", "championship.finalists"),
        ("last_day = 2007-11-05", "last_day = 2007-11-17", "championship.last_open"),
        ("[2007-11-17, 2007-11-18]", "[2007-11-18, 2007-11-17]", "championship.last_open"),
        ("[2007-11-17, 2007-11-18]", "[2007-11-17]", "championship.last_open"),
        ("last_day = 2007-11-05", 'last_day = "soon"', "championship.term.last_day"),
        ('[championship.term]\narticle = "Modalità operative"', "[championship.term]", "championship.term"),
    ],
)
def test_a_wrong_championship_is_refused(old: str, new: str, key: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(RulebookError) as refused:
        loads(TEXT.replace(old, new), "house.toml")
    assert refused.value.key == key
