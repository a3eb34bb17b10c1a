"""What a file is that is no Excel workbook: known by its content, whatever it is called."""

import re
from contextlib import suppress
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

from bangxl import limits
from bangxl.books.port import BookError

OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
"""How an old or encrypted Office file begins."""

_HEAD: Final = 4096
"""Bytes by which a text is known."""

_SPREADSHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"
_OF_ZIP: Final = (
    (re.compile(r"xl/workbook\.bin"), "old_excel"),
    (re.compile(r"(word|ppt)/.*"), "document"),
    (re.compile(r"\[content_types\]\.xml|xl/.*"), ""),
    (re.compile(r".*\.iwa|index\.zip"), "numbers"),
)
"""By the name of a member of a zip file, what that is."""
_OF_OLE: Final = {"EncryptedPackage": "encrypted", "__substg1.0_": "mail", "Workbook": "old_excel", "WordDocument": "document"}
"""By the name of a part of an OLE file, what that is."""
_OF_BYTES: Final = (
    (re.compile(rb"%PDF|\x89PNG|\xff\xd8\xff|GIF8|\{\\rtf|.{4}ftyp(hei|mif|avif)", re.DOTALL), "document"),
    (re.compile(rb"\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ"), "archive"),
    (re.compile(rb"bplist|\0*\Z"), "not_here"),
    (re.compile(rb"\x09\x08..|\x09[\x02\x04]\x06\0", re.DOTALL), "old_excel"),
)
_OF_TEXT: Final = (
    (re.compile(r"office:document\b"), "open_document"),
    (re.compile(r"urn:schemas-microsoft-com:office:spreadsheet"), "old_excel"),
    (re.compile(r"\A\s*(<\?xml[^>]*>\s*)?(<!--[^>]*>\s*)*<(!doctype html|html|head|body|table|meta|script)\b"), "web_page"),
    (re.compile(r'\A\s*\{.*"(doc_id|resource_key|url)"|\A\s*\[internetshortcut\]|<key>url</key>', re.DOTALL), "link"),
    (re.compile(r'\A\s*\{.*"bangxl/\d', re.DOTALL), "exported"),
    (re.compile(r"\A\s*(from|to|received|return-path|delivered-to|mime-version|subject|date|message-id|x-[\w-]+): ?\S"), "mail"),
)
"""By the first thing in it that fits, what a text is."""
_COMPANION: Final = re.compile(r"(?:~\$|\._|\.~lock\.)(.+?)#?")
"""The names of files that programs put beside a workbook."""
_UNFINISHED: Final = re.compile(r".*\.(crdownload|part|partial|download|icloud|tmp)", re.IGNORECASE)
_BINARY: Final = re.compile(r"[\0-\x08\x0e-\x1a\x1c-\x1f]")


def strange_file(data: bytes, name: str) -> BookError | None:
    """What such a file is, for a file that is no workbook; None where it may be one that is damaged.

    Codes: ``companion`` (name), ``not_here``, ``open_document``, ``old_excel``, ``encrypted``, ``numbers``, ``archive``,
    ``link``, ``web_page``, ``exported``, ``mail``, ``document``, ``plain_text``.
    """
    if beside := _COMPANION.fullmatch(name):
        return BookError("companion", name=beside[1])
    code = _code(data)
    if code in {"", "plain_text"} and _UNFINISHED.fullmatch(name):
        code = "not_here"
    return BookError(code) if code else None


def _code(data: bytes) -> str:
    if data.startswith(b"PK\3\4"):
        return _in_zip(data)
    if data.startswith(OLE):
        return next((code for part, code in _OF_OLE.items() if part.encode("utf-16-le") in data), "")
    if code := next((code for start, code in _OF_BYTES if start.match(data)), ""):
        return code
    return _in_text(data[:_HEAD])


def _in_zip(data: bytes) -> str:
    """What a zip file is, if all of it is there."""
    if data.count(b"PK\1\2") > limits.MEMBERS:
        return ""
    with suppress(BadZipFile, NotImplementedError, OSError, ValueError), ZipFile(BytesIO(data)) as archive:
        names = archive.namelist()
        if "mimetype" in names:  # it comes first, and is not compressed
            return "open_document" if _SPREADSHEET in data[:_HEAD] else "document"
        fitting = (code for pattern, code in _OF_ZIP if any(pattern.fullmatch(name.casefold()) for name in names))
        return next(fitting, "archive" if names else "")
    return ""


def _in_text(head: bytes) -> str:
    """What a text is; "" for what is none."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = head.decode("utf-16", errors="replace")
    else:
        text = head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    if _BINARY.search(text):
        return ""
    return next((code for pattern, code in _OF_TEXT if pattern.search(text.casefold())), "plain_text")
