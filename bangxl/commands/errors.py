"""Why a command did nothing, in one sentence each: what is wrong, where, and what to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from bangxl.books.port import BookError
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, Catalog, catalog, sentences
from bangxl.rulebooks.faults import MISSPELT, RulebookError

NOT_NOW, USAGE, DEFECT = 1, 2, 3
"""Exit codes: the tournament is not in a state for it · wrong usage or unreadable input · a defect of bangxl."""


class Refusal(Exception):  # noqa: N818 -- not an error: the tournament is not in a state for it
    """A command that was not carried out: ``lines`` say why, ``exit_code`` is the command line's, ``place`` sheet and cell."""

    def __init__(self, *lines: str, exit_code: int = NOT_NOW, place: tuple[str, str] = ("", "")) -> None:
        super().__init__("\n".join(lines))
        self.lines: Sequence[str] = lines
        self.exit_code = exit_code
        self.data: object = None
        """What ``--json`` gives in place of nothing."""
        self.place = place if all(place) else None
        """The sheet and cell to go to, if there is one."""


def explain_rulebook(error: RulebookError, language: str) -> str:
    """The mistakes in a rulebook file, each on a line with its key and line, in this language."""
    _ = catalog(language)
    where = _("{file}, line {line}").format(file=error.file, line=error.line) if error.line else error.file
    key = "" if error.key == "file" or MISSPELT in error.fault.values else error.key
    others = (explain_rulebook(other, language) for other in error.others)
    return "\n".join([": ".join(filter(None, (where, key, error.fault.sentence(_)))), *others])


@contextmanager
def rulebook_refusals(language: str) -> Iterator[None]:
    """Turn a RulebookError into a refusal (usage) in this language; without a language raise it again."""
    try:
        yield
    except RulebookError as error:
        if not language:
            raise
        raise Refusal(*explain_rulebook(error, known_language(language)).splitlines(), exit_code=USAGE) from None


@contextmanager
def book_refusals(path: Path, language: str) -> Iterator[None]:
    """Turn a BookError about this file into a refusal in this language."""
    try:
        yield
    except BookError as error:
        raise explain(error, str(path), language) from None


def fact_lines(_: Catalog, table: str, facts: Mapping[str, object]) -> list[str]:
    """Sentences of a table of `bangxl.commands`: of each code whose fact holds; in them each fact stands by its code."""
    texts = sentences("bangxl.commands")[table]
    return [_(texts[code]).format(**facts) for code, fact in facts.items() if fact and code in texts]


_MOST, _FEW = 40, 5
"""So many choices are all named; of more, so many."""


def require_choice(option: str, value: str, known: Sequence[str], language: str, usage: str = "") -> None:
    """Refuse (usage) a value that is not in ``known``, and suggest similar words; of many choices ``usage`` says more."""
    if value in known:
        return
    _ = catalog(language)
    near = get_close_matches(value.lower(), known)
    text = _("«{value}» is not possible here. Did you mean {near}?")
    if not near:
        text = _("«{value}» is not possible here. Choose from: {known}.")
    if is_long := len(known) > _MOST and not near:
        text = _("«{value}» is not possible here. Some of {count} choices: {known}.")
    shown = {"near": ", ".join(near), "count": len(known), "known": ", ".join(known[: _FEW if is_long else _MOST])}
    lines = [_("How to use it: {command}").format(command=usage)] if is_long and usage else []
    raise Refusal(f"{option}: {text.format(value=value, **shown)}", *lines, exit_code=USAGE)


Reason = str | Callable[[str], str]
"""Why; or who asks for it once nothing else is in the way, told in a sentence what is about to be done."""


def reason_for(reason: Reason, about: str, demand: str) -> str:
    """The reason, asked for now if it was not given. Refusal (usage) with the sentence ``demand`` where there is none."""
    said = reason if isinstance(reason, str) else reason(about)
    if not said.strip():
        raise Refusal(demand, exit_code=USAGE)
    return said


_SENTENCES: Final = sentences("bangxl.commands")

OTHER_FILES: Final[Mapping[str, str]] = _SENTENCES["other_files"]
"""What other files are, and how they become workbooks (`bangxl.books.foreign_files`)."""

RECEIVED_ERRORS: Final[Mapping[str, str]] = _SENTENCES["received"]
"""The same for who was sent a file, and cannot repair it."""

BOOK_ERRORS: Final[Mapping[str, str]] = {**_SENTENCES["book_errors"], **OTHER_FILES}
"""The sentences, by the code of a BookError."""

UNREADABLE: Final = frozenset({
    "file_missing", "folder_missing", "cannot_read", "no_file", "file_too_large", "not_a_workbook", "too_large", "unsafe_xml",
    "ambiguous", "old_or_encrypted", "macros_in_xlsx", "wrong_suffix", "not_bangxl", "damaged", "newer_version", "is_folder",
    "bad_snapshot", *OTHER_FILES,
})  # fmt: skip
"""Those that are wrong usage, or input that nobody can read; of the others the tournament is not in a state for it."""


def explain(error: BookError, path: str, language: str) -> Refusal:
    """A book's error as a refusal."""
    _ = catalog(language)
    values = {key: _(str(value).rstrip(". ")) if key == "reason" else value for key, value in error.values.items()}
    text = _(BOOK_ERRORS[error.code]).format(**{"path": path, **values})
    text = " ".join((text, *_file_meant(Path(path), _))) if error.code == "file_missing" else text
    return Refusal(text, exit_code=USAGE if error.code in UNREADABLE else NOT_NOW)


def _file_meant(path: Path, _: Catalog) -> Iterator[str]:
    """Which file was meant by one that is not there: the report of a workbook that is, or a name that is nearly the same."""
    there = {one.stem: one.name for one in path.parent.glob("*.xls[xm]")}
    book = path.stem.removesuffix("-referto")
    if book != path.stem and book in there:
        yield _("Make it first from {name}, with {bangxl report}.").format(name=there[book])
    elif near := get_close_matches(path.stem, there):
        yield _("Did you mean {near}?").format(near=", ".join(map(there.__getitem__, near)))


def known_language(language: str) -> str:
    """The language itself if we have it, else English."""
    return language if language in LANGUAGES else SOURCE_LANGUAGE
