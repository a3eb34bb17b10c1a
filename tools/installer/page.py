"""The zip's page: the way to the first round, in four languages, with the handbook's pictures."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Final

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.web.handbook import picture_file
from tools.installer.platforms import Platform
from tools.installer.texts import INSIDE, MANAGED, PICTURES, STEPS, TITLE

NAMES: Final = {"it": "Italiano", "en": "English", "de": "Deutsch", "ru": "Русский"}
STYLE: Final = (
    "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "li{margin:.5rem 0}img{max-width:100%;border:1px solid #999}figure{margin:1.5rem 0}section{margin-bottom:3rem}"
    "@media print{section{break-after:page}}"
)


def page(platform: Platform) -> str:
    """A page that needs no other file."""
    links = " · ".join(f'<a href="#{language}" lang="{language}">{NAMES[language]}</a>' for language in LANGUAGES)
    sections = "\n".join(_section(language, platform) for language in LANGUAGES)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>bangxl</title><style>{STYLE}</style>'
    body = f"<nav>{links}</nav>\n<main>\n{sections}\n</main>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'


def _section(language: str, platform: Platform) -> str:
    _ = catalog(language)
    pythons = ", ".join(sorted(platform.pythons))
    steps = "\n".join(f"<li>{escape(_(step).format(pythons=pythons))}</li>" for step in STEPS)
    pictures = "\n".join(_picture(language, name, _(caption)) for name, caption in PICTURES.items())
    parts = [
        f"<h1>{escape(_(TITLE))}</h1>",
        f"<ol>\n{steps}\n</ol>",
        *(f"<p>{escape(_(text))}</p>" for text in (MANAGED, INSIDE)),
    ]
    return f'<section id="{language}" lang="{language}">\n' + "\n".join([*parts, pictures]) + "\n</section>"


def _picture(language: str, name: str, caption: str) -> str:
    data = b64encode(picture_file(language, name)).decode()
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/png;base64,{data}"><figcaption>{text}</figcaption></figure>'
