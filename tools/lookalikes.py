"""Writes bangxl/tournament/lookalikes.toml, the letters that look like Latin ones: ``python -m tools.lookalikes``.

They are Unicode's own (confusables.txt, of UTS 39), from the package confusable-homoglyphs. They decide the note about two
similar names, and which public values are refused: upgrade that package in a separate commit.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from string import ascii_letters
from typing import Final
from unicodedata import normalize

TABLE: Final = Path(__file__).parents[1] / "bangxl/tournament/lookalikes.toml"

HEAD: Final = """\
# Each Latin letter with the numbers of the characters that look like it, by Unicode's table (confusables.txt of UTS 39).
# Made by "python -m tools.lookalikes"; what is alike here, people cannot tell apart.
"""


def look_alikes() -> dict[str, list[str]]:
    """The characters that look like each Latin letter; without those that Unicode treats as the same letter (NFKC)."""
    known = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    latin: dict[str, list[str]] = {letter: [] for letter in ascii_letters}
    for key, others in known.items():
        sign = key.strip("\u200e")
        alike = {"m" if other["c"] == "rn" else other["c"] for other in others} & latin.keys()
        if len(sign) != 1 or sign.isascii() or len(alike) != 1 or normalize("NFKC", sign) in alike:
            continue
        (letter,) = alike
        # Unicode takes l, I and 1 for one: a capital among them is an I here, so that names are equal in small letters
        latin["I" if letter == "l" and sign.isupper() else letter].append(sign)
    return latin


def text() -> str:
    """The text of the table: characters by number, because some change the text direction."""
    signs = {letter: " ".join(f"{ord(sign):04X}" for sign in sorted(alike)) for letter, alike in look_alikes().items() if alike}
    return HEAD + "".join(f'{letter} = "{numbers}"\n' for letter, numbers in signs.items())


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8")
