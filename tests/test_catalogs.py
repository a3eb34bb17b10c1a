"""The catalogs hold every text, say in other words what the English says, and are compiled."""

import ast
import re
from datetime import datetime
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from bangxl.locale.catalog import LANGUAGES, UnknownLanguageError, catalog
from bangxl.referto.verdict import verdict_sentence as of_proof
from bangxl.referto.verify import difference
from bangxl.tournament.findings import At, Finding
from bangxl.workbook.notices import sentence
from tools import catalogs


def test_english_is_the_text_itself() -> None:
    english = catalog("en")
    assert english("Sheriff") == "Sheriff"
    assert [english.plural("one", "many", n) for n in (0, 1, 2)] == ["many", "one", "many"]


def test_italian_translates() -> None:
    italian = catalog("it")
    assert italian("Sheriff") == "Sceriffo"
    assert italian("never written") == "never written"
    assert italian("") == ""
    assert italian.language == "it"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownLanguageError, match="unknown language 'xx'; known are it, en, de, ru"):
        catalog("xx")


def test_every_language_has_a_catalog() -> None:
    assert [catalog(language).language for language in LANGUAGES] == list(LANGUAGES)


CALLS = {"_": 1, "N_": 1, "plural": 2, "ngettext": 2}
"""What marks a text, and how many texts it takes."""


def called(call: ast.Call) -> str:
    """The name by which a function is called; that of `catalog` for a text looked up in it at once."""
    func = call.func
    if isinstance(func, ast.Call):
        return "_" if called(func) == "catalog" else ""
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


@cache
def collected() -> set[catalogs.Text]:
    return {*catalogs.texts()}


@cache
def marked() -> list[tuple[str, catalogs.Text]]:
    """Every text that the sources mark, wherever it stands (the collector of the catalogs sees none inside an f-string)."""
    found = list[tuple[str, catalogs.Text]]()
    for path in sorted(catalogs.PACKAGE.rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        for call in calls:
            count = CALLS.get(called(call), 0)
            texts = [str(one.value) for one in call.args[:count] if isinstance(one, ast.Constant) and one.value]
            if count and len(texts) == count:
                found.append((f"{path.name}:{call.lineno}", texts[0] if count == 1 else tuple(texts)))
    return found


def repeats(text: str, length: int = 30) -> bool:
    """Whether so many letters stand in it twice."""
    pieces = [text[at : at + length] for at in range(len(text) - length + 1)]
    return len({*pieces}) < len(pieces)


@pytest.mark.parametrize("language", catalogs.TRANSLATED)
class TestTranslation:
    def test_has_every_text_that_is_marked(self, language: str) -> None:
        known = {message.id for message in catalogs.read(language) if message.id}
        assert len(marked()) > 1000
        assert [(where, text) for where, text in marked() if text not in known] == []

    def test_has_every_text_and_no_other(self, language: str) -> None:
        known = {message.id for message in catalogs.read(language) if message.id}
        assert known == collected(), "make catalogs"

    def test_is_complete(self, language: str) -> None:
        assert catalogs.untranslated(catalogs.read(language)) == []
        assert catalogs.unlooked(catalogs.read(language)) == []

    def test_keeps_the_placeholders(self, language: str) -> None:
        assert catalogs.mismatched(catalogs.read(language)) == []

    def test_keeps_the_sign_in_front(self, language: str) -> None:
        """Formulas cut it off: «! when?»."""
        assert [m.id for m in catalogs.read(language) if re.match("[!×✓►·–] ", str(m.id)) and str(m.string)[:2] != m.id[:2]] == []

    def test_says_nothing_twice(self, language: str) -> None:
        texts = [form for message in catalogs.read(language) if message.id for form in catalogs._forms(message.string)]
        assert [text for text in texts if repeats(text)] == []
        assert repeats(2 * "Hier wurden bei {near} Zeilen eingefügt.")

    def test_is_compiled(self, language: str) -> None:
        path = catalogs.FOLDER / f"{language}.mo"
        assert path.read_bytes() == catalogs.compiled(language), "make catalogs"


def test_a_changed_sentence_keeps_its_translation_to_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the mark is gone it is listed, and nobody reads it."""
    old, new = "The workbook has no password.", "This workbook has no password."
    (tmp_path / "de.po").write_text(f'msgid "{old}"\nmsgstr "Die Datei hat kein Kennwort."\n', encoding="utf-8")
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "TRANSLATED", ("de",))
    monkeypatch.setattr(catalogs, "texts", lambda: {new: ["a.py"], "Sheriff": ["b.py"]})
    for _again in (1, 2):
        assert catalogs.main() == 1
        written = catalogs.read("de")
        assert [(message.id, message.string, message.fuzzy) for message in written if message.id] == [
            ("Sheriff", "", False),
            (new, "Die Datei hat kein Kennwort.", True),
        ]
        assert (catalogs.untranslated(written), catalogs.unlooked(written)) == (["Sheriff"], [new])
        assert b"Kennwort" not in (tmp_path / "de.mo").read_bytes()
    looked_at = (
        (tmp_path / "de.po").read_text(encoding="utf-8").replace("#, fuzzy\n", "").replace('""\n\n#: a', '"Sheriff"\n\n#: a')
    )
    (tmp_path / "de.po").write_text(looked_at, encoding="utf-8")
    assert catalogs.main() == 0
    assert b"Die Datei hat kein Kennwort." in (tmp_path / "de.mo").read_bytes()


UNSAID = {
    "de": r"[Rr]eferto|Reglement|\bK\.-o\.|Stufe|Kn[oö]pf|(?<!Arbeits)Mappe|Kennung|Regelwerk|Meldeliste"
    r"|[Gg]etötet|\btötet|[Ee]liminier|\bSpiele\b|ersten Spiel\b|ersten Blatt|Unregelmäßig|Rechner\b|\bAuktion"
    r"|Tischtabelle|\bDollars\b|(?<!-)\bMail\b|gilt als ja|heißt ja|zurück(?:ge)?setzt?|[Bb]enutze\b"
    r"|\bBerichtige\b|berichtige die|davon gegangen",
    "it": r"cartella (?:del torneo|della stagione|di Excel)|[Cc]licca"
    r"|[Cc]hiamate|[Cc]ompilate|[Ss]cegliete|[Ss]egnate l|Segnalatelo"
    r"|fas[ei] a eliminazione|foglio dei giocatori|nel primo foglio|[Oo]rdine finale|\britir[io]\b|\bSorte\b|[Cc]arte\s+tenute"
    r"|Prossimo passo|[Rr]eincontr|[Bb]igliett|\b[Ff]ond[oi]\b|\bignot[oa]\b|\bIndichi\b|[Ss]orteggio puro"
    r"|[Dd]ati fissati|lasciato il torneo|coricat|(?<!^dopo l)'(?!\{text)",  # people type that drop-down
    "ru": r"referto|Начальное число|исключ[её]н|закрыт[оаы]? турнир|Турнир закрыт|выбывани[ея]|[Рр]аунд|контрольн|[Нн]аём"
    r"|вознагражд|публичн\w+ значени|\b[Рр]анг|закры\w+ состав|состав\w* (?:уже )?закры|[Ии]здани|Пособи|[Фф]инальн\w+ дуэл"
    r"|ручн\w+ жеребьёвк|лист\w? турнира|создала не bangxl|[Пп]оменять двух игроков$|[Рр]азыграть заново|не следует из"
    r"|\bшериф| – |(?:[Чч]исло|[Сс]писк\w*|этой|этих) игр\b|Эта игра|нет ни одной игры",
}  # fmt: skip
"""Words for which the language has another one here: one thing, one word (the printed regulations' first)."""


COMMAND_TO_NOBODY = re.compile(
    r"(?:^|[.:;!?] )(?:Scrivere|Correggere|Scegliere|Aprire|Chiudere|Leggere|Mettere|Chiedere|Aggiungere|Togliere|Inserire"
    r"|Controllare|Salvare|Usare|Indicare|Selezionare|Cancellare|Riprovare|Ripetere|Lanciare|Eseguire|Attendere|Aspettare|Segnare|Copiare"
    r"|Stampare)(?:l[oaie])?\b"
)
"""An Italian command to nobody, at the beginning of a sentence."""


def test_italian_says_tu() -> None:
    """As Microsoft 365 does; only a form on paper, which several people fill in, speaks to nobody."""
    said = [
        form
        for message in catalogs.read("it")
        if message.id and any(not file.startswith("bangxl/paper/") for file, _ in message.locations)
        for form in catalogs._forms(message.string)
    ]
    assert [text for text in said if COMMAND_TO_NOBODY.search(text)] == []
    assert COMMAND_TO_NOBODY.search("È occupato. Chiudere il file.")


@pytest.mark.parametrize("language", catalogs.TRANSLATED)
def test_one_thing_has_one_word(language: str) -> None:
    said = [form for message in catalogs.read(language) if message.id for form in catalogs._forms(message.string)]
    assert [(found[0], text) for text in said if (found := re.search(UNSAID[language], text))] == [], (
        "docs/dev/words.md has the word"
    )


GERMAN_INFINITIVE = re.compile(
    r"(?:^|[.:;!?] )(?![^.:;!?]*\b(?:k[aö]nn|kannst|muss|müssen|soll|wird|werden|willst|um|zum?\b))[^.:;!?]*"
    r"\b(?:korrigieren|eintragen|ergänzen|installieren|anfordern|speichern|leeren|weglassen|wiederholen)\.(?: |$)",
    re.IGNORECASE,
)
"""A German command in the infinitive, as a sentence."""


def test_german_sentences_say_du() -> None:
    """Notes on sheets and on paper, for everybody at the table, and all labels are infinitives."""
    spoken = [
        m for m in catalogs.read("de") if m.id and not all(re.match("bangxl.(sheets|paper)", file) for file, _ in m.locations)
    ]
    texts = [form for message in spoken for form in catalogs._forms(message.string)]
    assert [text for text in texts if GERMAN_INFINITIVE.search(text)] == []
    assert [text for text in texts if re.search(r"[a-zäöüß,] (?:Sie|Ihnen|Ihre[nmrs]?)\b", text)] == []
    assert GERMAN_INFINITIVE.search("Die Zelle ist leer. Die Zahl eintragen.")


def test_german_uses_its_own_quotation_marks() -> None:
    assert [message.id for message in catalogs.read("de") if message.id and re.search("[«»]", str(message.string))] == []


SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "amount", "half", "day"),
    [
        ("it", "20.200 $", "1.234,5", "20/11/2026"),
        ("en", "20,200 $", "1,234.5", "20/11/2026"),
        ("de", "20.200 $", "1.234,5", "20.11.2026"),
        ("ru", f"20{SPACE}200 $", f"1{SPACE}234,5", "20.11.2026"),
    ],
)
def test_each_language_writes_its_own(language: str, amount: str, half: str, day: str) -> None:
    _ = catalog(language)
    assert (_.amount(20200), _.number(Fraction(2469, 2), 1), _.day("2026-11-20")) == (amount, half, day)
    assert (_.amount(-1000)[0], _.number(0), _.day("soon"), _.day("")) == ("−", "0", "soon", "")


@pytest.mark.parametrize(
    ("language", "unit", "said"),
    [
        ("it", "punti", ["1 punto", "2 punti", "−5 punti"]),
        ("en", "points", ["1 point", "2 points", "−5 points"]),
        ("de", "Punkte", ["1 Punkt", "2 Punkte", "−5 Punkte"]),
        ("ru", "очков", ["1 очко", "2 очка", "−5 очков"]),
        ("en", "beans", ["1 beans", "2 beans", "−5 beans"]),
    ],
)
def test_one_point_is_one(language: str, unit: str, said: list[str]) -> None:
    """A house's own word stays as it is."""
    _ = catalog(language).counting(unit)
    assert [_.amount(1), _.amount(Fraction(2)), _.amount(-5)] == said


def test_many_tables_are_counted() -> None:
    """126 players sat at «6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6»; a few tables stay as they are typed."""
    for sizes, said in (([6] * 21, "(21 × 6)"), ([6, 6, 5], "(6+6+5)")):
        finding = Finding("beyond_chart", At("Round1"), {"players": sum(sizes), "sizes": "+".join(map(str, sizes))})
        assert said in sentence(finding, "en", {})


def test_a_finding_says_its_amounts_so() -> None:
    finding = Finding("bid_above_bankroll", At("Round1T1!Bid", 0), {"player": "P001", "bid": 5100, "bankroll": 4000})
    assert "5.100 $" in sentence(finding, "it", {})
    assert "4,000 $" in sentence(finding, "en", {})


def test_verify_says_what_stands_in_a_referto_so() -> None:
    """The cell shows 20.200 $; what is no whole number, and what only its digits tell apart, stays as it is stored."""
    told = difference(At("Standings_Score", 0), 20200, 18900)
    assert "«20.200»" in of_proof(told, "it", {})
    assert "«18,900»" in of_proof(told, "en", {})
    day = difference(At("Event_Date"), datetime(2026, 11, 20), datetime(2026, 11, 21))  # noqa: DTZ001 - as cells have it
    assert "20.11.2026" in of_proof(day, "de", {})
    assert "«1200.5»" in of_proof(difference(At("Standings_Score", 0), 1200.5, "x"), "it", {})
