import pytest
from hypothesis import given, strategies as st

from bangxl.books import markup

PART = b'<?xml version="1.0"?><a xmlns="u" xmlns:x="v"><x:b c="1" x:d=\'2\'/><e>t<f>&lt;</f>u</e><!-- <g/> --><g></g></a>'


def test_every_element_has_its_place() -> None:
    root = markup.parse_part(PART)
    assert [PART[node.start : node.end] for node in root.children] == [
        b"<x:b c=\"1\" x:d='2'/>",
        b"<e>t<f>&lt;</f>u</e>",
        b"<g></g>",
    ]
    bold, text, empty = root.children
    assert (bold.name, bold.space, markup.prefix(PART, bold)) == ("b", "v", "x:")
    assert {markup.split(name): value for name, value in bold.attributes.items()} == {("", "c"): "1", ("v", "d"): "2"}
    assert PART[text.inside : text.close] == b"t<f>&lt;</f>u"
    assert (text.text, text.children[0].text) == ("tu", "<")
    assert PART[empty.inside : empty.close] == b""


def test_the_place_behind_a_mark_of_bytes() -> None:
    data = b"\xef\xbb\xbf" + PART
    assert data[markup.parse_part(data).children[0].start :].startswith(b"<x:b ")


@pytest.mark.parametrize(
    ("tag", "values", "becomes"),
    [
        (b'<c r="A1" s="2">', {"s": "3"}, b'<c r="A1" s="3">'),
        (b"<c r='A1'  s='2' t=\"s\"/>", {"s": None}, b"<c r='A1' t=\"s\"/>"),
        (b"<c/>", {"s": "3", "t": None}, b'<c s="3"/>'),
        (b"<c />", {"s": '<&">'}, b'<c s="&lt;&amp;&quot;&gt;"/>'),
        (
            b'<sheet name="A state=\'x\' B" x:state="1" >',
            {"state": "hidden"},
            b'<sheet name="A state=\'x\' B" x:state="1" state="hidden">',
        ),
    ],
)
def test_attributes_are_exchanged_and_nothing_else(tag: bytes, values: dict[str, str | None], becomes: bytes) -> None:
    assert markup.with_attributes(tag, values) == becomes


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_texts_come_back(text: str) -> None:
    data = f'<a b="{markup.as_attribute(text)}">{markup.as_text(text)}</a>'.encode()
    root = markup.parse_part(data)
    assert (root.attributes["b"], root.text) == (text, text)


def test_edits() -> None:
    first, second, third = markup.parse_part(PART).children
    filled = markup.fill_element(PART[first.start : first.end], b"<x:h/>")
    edits = [(third.start, third.end, b""), (first.start, first.end, filled), (second.close, second.close, b"!")]
    assert markup.apply_edits(PART, edits) == (
        PART.replace(b"<x:b c=\"1\" x:d='2'/>", b"<x:b c=\"1\" x:d='2'><x:h/></x:b>")
        .replace(b"u</e>", b"u!</e>")
        .replace(b"<g></g>", b"")
    )


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "windows-1251"])
def test_other_encodings_are_put_into_utf_8(encoding: str) -> None:
    letter = "Я" if encoding == "windows-1251" else "é"
    data = f'<?xml version="1.0" encoding="{encoding}"?><a>{letter}</a>'.encode(encoding)
    assert markup.parse_part(markup.utf8(data)).text == letter
    assert markup.utf8(PART) is PART


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"<a>", markup.Malformed),
        (b"", markup.Malformed),
        (b"<a/><b/>", markup.Malformed),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', markup.Unsafe),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', markup.Unsafe),
    ],
)
def test_what_is_refused(data: bytes, error: type[markup.Malformed]) -> None:
    with pytest.raises(error):
        markup.parse_part(data)


def test_an_unknown_encoding() -> None:
    with pytest.raises(markup.Malformed):
        markup.utf8(b'<?xml version="1.0" encoding="klingon"?><a/>')
