"""XML with the byte position of every element, to replace one part and keep the rest unchanged.

The parser is the standard library's expat. A document type is refused, and with it all entities, which could
make a small file large or read another file. Errors of form are ``Malformed``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

Edit = tuple[int, int, bytes]
"""Bytes ``start`` to ``end`` of a part and their replacement; for an insertion, both are equal."""

_SEPARATOR: Final = "\n"
"""Separates a name's namespace from the name: no namespace contains a line end."""
_TAG: Final = re.compile(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")
_ATTRIBUTE: Final = re.compile(rb"""\s+([^\s=<>/"']+)\s*=\s*(?:"[^"]*"|'[^']*')""")
_DECLARED: Final = re.compile(rb"""\s*<\?xml\s[^>]*?encoding\s*=\s*(["'])(.*?)\1""")
_BUFFER: Final = 2**16
"""The bytes of a text in one piece."""
_KNOWN: Final = re.compile(r"(?:utf-?(?:16|32)|iso-?8859|windows-|cp|latin|koi8|mac|shift|gb|big5|euc)[\w-]*")
"""Usual encodings of text files. Python knows others, some of which take forever."""
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MARKUP: Final = re.compile(rb"[\s\0]*<|\xff\xfe|\xfe\xff|\xef\xbb\xbf")
"""How XML begins, in any encoding."""
_NOT_IN_ATTRIBUTES: Final = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
})  # fmt: skip
_NOT_IN_TEXTS: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})


class Malformed(Exception):  # noqa: N818 - a property of a part, not an error of ours
    """The bytes are not XML, or lack an expected element."""


class TooMuch(Malformed):
    """The part is larger than any workbook needs."""


class Unsafe(Malformed):
    """XML with a document type, which no workbook has."""


@dataclass(slots=True)
class Node:
    """An element. Its bytes range from ``start`` to ``end``, its content from ``inside`` to ``close``.

    ``name`` has no prefix, ``space`` is the namespace. Attributes with a namespace have expat's names: see ``split``.
    """

    name: str
    space: str
    attributes: Mapping[str, str]
    start: int
    inside: int
    close: int = 0
    end: int = 0
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Node]:
        """The children with a name, in the element's own namespace."""
        return (child for child in self.children if child.name == name and child.space == self.space)

    def find(self, name: str) -> Node | None:
        """The first child with a name, in the element's own namespace."""
        return next(self.all(name), None)

    def items(self) -> list[Node]:
        """The children, if their order matters. ``Malformed`` if one has another namespace: not all programs count it."""
        if any(child.space != self.space for child in self.children):
            raise Malformed(f"something foreign in <{self.name}>")
        return self.children


def parser() -> expat.XMLParserType:
    """An expat parser that knows namespaces, joins texts and refuses document types."""
    made = expat.ParserCreate(namespace_separator=_SEPARATOR)
    made.buffer_text, made.buffer_size = True, _BUFFER

    def refuse(*_declared: object) -> None:
        raise Unsafe("a document type")

    made.StartDoctypeDeclHandler = refuse
    return made


def feed(reader: expat.XMLParserType, data: bytes) -> None:
    """Parse a whole part. Malformed."""
    try:
        reader.Parse(data, True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        raise Malformed(str(error)) from error


def split(name: str) -> tuple[str, str]:
    """Namespace and name from expat's name of an element or an attribute."""
    space, _, local = name.rpartition(_SEPARATOR)
    return space, local


def parse_part(data: bytes) -> Node:
    """The root element of a part in UTF-8 (see ``utf8``). Malformed."""
    reader, stack = parser(), [Node("", "", {}, 0, 0)]
    texts: list[list[str]] = [[]]

    def start(name: str, attributes: Mapping[str, str]) -> None:
        at = reader.CurrentByteIndex
        space, local = split(name)
        node = Node(local, space, attributes, at, after_tag(data, at))
        stack[-1].children.append(node)
        stack.append(node)
        texts.append([])

    def end(_name: str) -> None:
        node, at = stack.pop(), reader.CurrentByteIndex
        node.text = "".join(texts.pop())
        node.close, node.end = (at, at) if is_empty(data, node.inside) else (at, after_tag(data, at))

    def characters(text: str) -> None:
        texts[-1].append(text)

    reader.StartElementHandler, reader.EndElementHandler, reader.CharacterDataHandler = start, end, characters
    feed(reader, data)
    return stack[0].children[0]


def after_tag(data: bytes, start: int) -> int:
    """The end of the tag that begins there."""
    tag = _TAG.match(data, start)
    if tag is None:
        raise Malformed(f"no tag at {start}")
    return tag.end()


def utf8(data: bytes) -> bytes:
    """A part in UTF-8: almost all parts are, others are converted. Malformed.

    UTF-16 without its mark is refused: some programs find it out, others see nothing.
    """
    if data.startswith(_WIDE):
        encoding = "utf-16"
    elif b"\0" in data[:4]:
        raise Malformed("UTF-16 without its mark")
    else:
        head = _DECLARED.match(data.removeprefix(codecs.BOM_UTF8))
        encoding = head[2].decode("ascii", "replace").lower() if head else "utf-8"
        if encoding in {"utf-8", "utf8", "us-ascii", "ascii"}:
            return data
        if not _KNOWN.fullmatch(encoding):
            raise Malformed(f"encoding {encoding[:20]}")
    try:
        converted = data.decode(encoding).encode()
    except (LookupError, UnicodeError) as error:
        raise Malformed(str(error)) from error
    declaration = _DECLARED.match(converted)
    return converted if declaration is None else b'<?xml version="1.0" encoding="UTF-8"' + converted[declaration.end() :]


def is_markup(data: bytes) -> bool:
    """Whether a part is XML, whatever it is called."""
    return _MARKUP.match(data) is not None


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after all edits. Edits must not overlap; insertions at one place keep the given order."""
    pieces, here = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        pieces += [data[here:start], new]
        here = end
    return b"".join([*pieces, data[here:]])


def prefix(data: bytes, node: Node) -> str:
    """The prefix of an element's name with its colon, ``x:``; mostly empty."""
    name = data[node.start + 1 : node.inside].split(None, 1)[0].rstrip(b"/>").decode()
    return name[: -len(node.name)]


def is_empty(data: bytes, inside: int) -> bool:
    """Whether the tag that ends there is an empty element, ``<a/>``."""
    return data[inside - 2 : inside] == b"/>"


def with_attributes(tag: bytes, values: Mapping[str, str | None]) -> bytes:
    """A start tag with other attributes without a namespace; None removes one, the others stay as they are."""
    waiting = {
        key.encode(): b"" if value is None else f' {key}="{as_attribute(value)}"'.encode() for key, value in values.items()
    }

    def exchanged(match: re.Match[bytes]) -> bytes:
        return waiting.pop(match[1], match[0])

    end = tag.find(b"/>", len(tag) - 2) if tag.endswith(b"/>") else len(tag) - 1
    start = _ATTRIBUTE.sub(exchanged, tag[:end].rstrip())
    return start + b"".join(waiting.values()) + tag[end:]


def as_attribute(value: str) -> str:
    """A text escaped for an attribute."""
    return value.translate(_NOT_IN_ATTRIBUTES)


def as_text(value: str) -> str:
    """A text escaped for the content of an element."""
    return value.translate(_NOT_IN_TEXTS)


def fill_element(empty: bytes, content: bytes) -> bytes:
    """Put content into an empty element, ``<a/>``."""
    return b"%b>%b</%b>" % (empty[:-2].rstrip(), content, empty[1:-2].split(None, 1)[0])
