"""Collects the texts of the package, updates the catalogs (.po) and compiles them (.mo): ``make catalogs``.

Unused texts leave the catalog; new ones come in untranslated and are listed. A text similar to another gets that one's
translation, marked fuzzy: correct it and delete the mark, otherwise it is listed and not compiled. Equal input gives equal
files: no dates, no line numbers, texts in alphabetical order.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter
from struct import pack_into, unpack_from
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.findings import KINDS
from bangxl.vba import ribbon
from tools.installer import texts as installer

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "bangxl"
FOLDER: Final = PACKAGE / "locale"
KEYWORDS: Final = {"_": None, "N_": None, "plural": (1, 2)}
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != SOURCE_LANGUAGE)

LISTED: Final[Mapping[str, Sequence[str]]] = {
    "bangxl/tournament/criteria.py": [text for one in CRITERIA.values() for text in (one.head, one.reason)],
    "bangxl/tournament/findings.toml": [kind.sentence for kind in KINDS.values()],
    "macros/ribbon.xml": ribbon.ribbon_texts(),
    "tools/installer/texts.py": installer.ALL,
}
"""Texts without a mark, which nobody translates where they stand."""

Text = str | tuple[str, ...]
"""An English text, or its singular and plural."""

_Forms = str | Sequence[str] | None


class StableCatalog(Catalog):
    """A catalog whose header has only what gettext needs."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header."""
        return [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def in_tables(part: object) -> Iterator[str]:
    """All texts in tables of sentences, and the codes that begin with a capital: labels of rules."""
    match part:
        case str():
            yield part
        case list():
            yield from part
        case dict():
            for code, inner in part.items():
                yield from [code] if isinstance(inner, str) and code[0].isupper() else []
                yield from in_tables(inner)


def texts() -> dict[Text, list[str]]:
    """Every text in the package's sources, in its lists and in the ribbon, with the files that use it."""
    result: dict[Text, set[str]] = {}
    options = {"**.py": {"encoding": "utf-8"}}
    for file, _, text, _, _ in extract_from_dir(PACKAGE, [("**.py", "python")], options, KEYWORDS):
        result.setdefault(text if isinstance(text, str) else tuple(text), set()).add(f"bangxl/{file}")
    rooms = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("sentences.toml")}
    for file, listed in {**LISTED, **{name: in_tables(tomllib.loads(text)) for name, text in rooms.items()}}.items():
        for text in listed:
            result.setdefault(text, set()).add(file)
    return {text: sorted(files) for text, files in result.items()}


def read(language: str) -> Catalog:
    """The catalog of a language from its .po file."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> StableCatalog:
    """The catalog with exactly the package's texts, and the translations from the .po file, also those of similar texts."""
    known, wanted = read(language), Catalog()
    for text, files in texts().items():
        wanted.add(text, locations=[(file, 0) for file in files])
    known.update(wanted)
    new = StableCatalog(locale=language, header_comment="", fuzzy=False)
    for message in known:
        if message.id:
            new.add(message.id, message.string, locations=message.locations, flags=message.flags)
    return new


def compiled(language: str) -> bytes:
    """The expected contents of a language's .mo file."""
    old = read(language)
    new = StableCatalog(locale=language, header_comment="", fuzzy=False)
    for message in old:
        if message.id:
            new.add(message.id, message.string, flags=message.flags)
    out = BytesIO()
    write_mo(out, new)
    return _sorted_by_text(out.getvalue())


def _sorted_by_text(mo: bytes) -> bytes:
    """A .mo file with similar translations side by side: a wheel packs them smaller. Each has its length and place in a table."""
    count, _texts, table = unpack_from("<3I", mo, 8)
    places = [unpack_from("<2I", mo, table + 8 * i) for i in range(count)]
    texts = sorted((mo[start : start + length + 1], i) for i, (length, start) in enumerate(places))
    data, start = bytearray(mo), places[0][1]
    for text, i in texts:
        pack_into("<2I", data, table + 8 * i, len(text) - 1, start)
        data[start : start + len(text)] = text
        start += len(text)
    return bytes(data)


def untranslated(catalog: Catalog) -> list[str]:
    """The texts without a translation, or with only a singular."""
    return [_forms(message.id)[0] for message in catalog if message.id and not all(_forms(message.string))]


def unlooked(catalog: Catalog) -> list[str]:
    """The texts with the translation of another text, which nobody has checked."""
    return [_forms(message.id)[0] for message in catalog if message.id and message.fuzzy]


def mismatched(catalog: Catalog) -> list[str]:
    """The texts whose translation has other placeholders."""
    return [
        _forms(message.id)[0]
        for message in catalog
        if message.id and all(_forms(message.string)) and _all_placeholders(message.id) != _all_placeholders(message.string)
    ]


def placeholders(text: str) -> set[str]:
    """The names in braces in a text, with their formats, which must stay."""
    return {f"{name}:{form}" for _, name, form, _ in Formatter().parse(text) if name is not None}


def _all_placeholders(text: _Forms) -> set[str]:
    return set().union(*map(placeholders, _forms(text)))


def _forms(text: _Forms) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def main() -> int:
    """Update every language; return 1 if a text is untranslated, still fuzzy, or its placeholders differ."""
    complete = True
    for language in TRANSLATED:
        catalog = updated(language)
        with (FOLDER / f"{language}.po").open("wb") as file:
            write_po(file, catalog, width=110, sort_output=True, include_lineno=False)
        (FOLDER / f"{language}.mo").write_bytes(compiled(language))
        faults = {"untranslated": untranslated, "fuzzy": unlooked, "other placeholders": mismatched}
        for reason, bad in ((reason, fault(catalog)) for reason, fault in faults.items()):
            complete = complete and not bad
            for text in bad:
                print(f"{language}: {reason}: {text!r}")
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
