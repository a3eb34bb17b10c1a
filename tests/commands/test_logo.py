"""The organiser's logo: told once, it is in all that is printed or public, and nothing is there where nobody asks for it."""

import json
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final, cast
from zlib import compress, crc32, decompress

import pytest
from PIL import Image

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.printing import print_pages
from bangxl.commands.repair import rebuild
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.show import show
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import fingerprint
from bangxl.interchange.picture import data_uri, read_picture
from bangxl.limits import LOGO
from bangxl.page.actions import run
from bangxl.paper.logo import logo_for_pdf
from bangxl.paper.sheet import Paper
from bangxl.tournament.journal import Journal
from tests.commands.stages import NAMES, Copy, listed
from tests.helpers.keyboard import facts, typed
from tests.helpers.render import pictures
from tests.hosts.libreoffice.office import Office
from tests.paper.printed import drawn

Colour = tuple[int, int, int]
RED: Final = (200, 30, 30)
KINDS: Final = ("RGBA", "LA", "RGB", "L", "1", "P", "P4", "jpg", "grey.jpg")


def image(kind: str) -> Image.Image:
    """Noise beside areas of a colour, so that a PNG packs its lines in every way; what is clear is in two halves."""
    chance, size = Random(54), (37, 23)  # noqa: S311 -- a picture
    made = Image.frombytes("RGBA", size, bytes(chance.choice((0, n % 256, 255)) for n in range(37 * 23 * 4)))
    made.paste((*RED, 255), (0, 0, 18, 12))
    made.paste((0, 0, 0, 0), (18, 12, 37, 23))
    if kind.startswith("P"):
        return made.quantize(16 if kind == "P4" else 200)
    return made.convert({"jpg": "RGB", "grey.jpg": "L"}.get(kind, kind))


def saved(folder: Path, made: Image.Image, name: str = "logo.png") -> Path:
    made.save(path := folder / name)
    return path


@pytest.fixture
def logo(tmp_path: Path) -> Path:
    return saved(tmp_path, Image.new("RGB", (60, 40), RED))


@pytest.fixture
def kept(tmp_path: Path, logo: Path) -> Path:
    return listed(tmp_path / "a.xlsx", "italy-2010", NAMES, logo=logo)


@pytest.fixture
def over(at: Copy, tmp_path: Path, logo: Path) -> Path:
    """A tournament that is over, with a logo."""
    data = {**json.loads(export(at("closed"))), "logo": b64encode(logo.read_bytes()).decode()}
    (source := tmp_path / "over.json").write_text(json.dumps(data), encoding="utf-8")
    import_json(source, path := tmp_path / "over.xlsx")
    return path


def red(page: Path) -> int:
    """How many dots of a page have the logo's colour."""
    colours = Image.open(page).convert("RGB").getcolors(1 << 24) or []
    return sum(count for count, colour in colours if colour == RED)


def test_nothing_of_it_where_nobody_asks(tmp_path: Path, at: Copy) -> None:
    path = at("closed")
    assert "Event_Logo" not in ClosedBook.open(path).names
    assert "logo" not in export(path)
    made = report(path, tmp_path / "r")
    assert "Event_Logo" not in ClosedBook.open(made.workbook).names
    assert not [path for path in (made.page, made.pdf) if b"<img" in path.read_bytes() or b"/Subtype /Image" in path.read_bytes()]


@pytest.mark.parametrize("what", ["walls", "records", "standings", "duels", "meetings", "diplomas", "checkin"])
def test_paper_shows_it(over: Path, tmp_path: Path, what: str) -> None:
    print_pages(over, what, 1 if what in {"walls", "records"} else None, target := tmp_path / "p.pdf")
    assert all(red(page) > 500 for page in pictures(target, tmp_path / "pages"))


def test_pages_show_it(over: Path, tmp_path: Path, logo: Path) -> None:
    address = f'src="data:image/png;base64,{b64encode(logo.read_bytes()).decode()}"'
    show(over)
    made = report(over, tmp_path / "r")
    for page in (over.with_name("over-room.html"), made.page):
        assert (text := page.read_text(encoding="utf-8")).count("img-src data:") == 1
        assert address in text
    assert red(pictures(made.pdf, tmp_path / "pages")[0]) > 500


def test_the_report_carries_it_and_agrees(over: Path, tmp_path: Path, logo: Path) -> None:
    made = report(over, tmp_path / "r")
    assert verify(made.workbook).agrees
    assert facts(made.workbook).logo == logo.read_bytes()
    plain = {key: value for key, value in json.loads(export(over)).items() if key != "logo"}
    (source := tmp_path / "plain.json").write_text(json.dumps(plain), encoding="utf-8")
    import_json(source, other := tmp_path / "plain.xlsx")
    digests = {fingerprint(replace(open_workspace(path).state, journal=Journal())) for path in (over, other)}
    assert len(digests) == 1


def test_it_survives_every_way_of_a_file(kept: Path, tmp_path: Path, logo: Path, office: Office) -> None:
    """LibreOffice's own saving, undo, JSON and back, a new workbook from what can be proved."""
    whole = logo.read_bytes()
    seat(kept)
    assert check_with_lines(kept)[1][0].startswith("✓")
    undo(kept)
    with office.open(kept) as book:
        book.save(other := tmp_path / "lo.xlsx")
    export(kept, source := tmp_path / "a.json")
    import_json(source, again := tmp_path / "again.xlsx")
    rebuild(kept, proved := tmp_path / "proved.xlsx")
    assert b64decode(json.loads(export(kept))["logo"]) == whole
    assert {facts(path).logo for path in (kept, other, again, proved)} == {whole}


def test_cells_that_were_changed(kept: Path) -> None:
    """It is said, it stops nothing, and nothing of a stranger's picture comes onto paper."""
    for wrong in ("no base64", b64encode(b"<svg onload='alert(1)'/>").decode()):
        typed(kept, {"Event_Logo 0": wrong})
        assert any("holds as the organiser's logo is no picture" in line for line in check_with_lines(kept)[1])
        assert facts(kept).logo == b""
    seat(kept)
    print_pages(kept, "walls")


@pytest.mark.parametrize("kind", KINDS)
def test_paper_has_the_pixels_of_the_picture(kind: str, tmp_path: Path) -> None:
    """As Pillow reads them, on white."""
    made = image(kind)
    data = saved(tmp_path, made, f"logo.{kind}" if kind.endswith("jpg") else "logo.png").read_bytes()
    seen = Image.open(tmp_path / f"logo.{kind}" if kind.endswith("jpg") else tmp_path / "logo.png").convert("RGBA")
    wanted = Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")

    def draw(paper: Paper) -> None:
        paper.page()
        paper.draw_logo(0, 0, 370 * 25.4 / 72, 230 * 25.4 / 72)

    [page] = pictures(drawn(tmp_path / "p.pdf", draw, logo=data), tmp_path / "pages", 72)
    shown = Image.open(page).convert("RGB")
    dots = [(x, y) for x in range(37) for y in range(23)]
    pairs = [(shown.getpixel((10 * x + 5, 10 * y + 5)), wanted.getpixel((x, y))) for x, y in dots]
    off = max(abs(a - b) for one, other in pairs for a, b in zip(cast("Colour", one), cast("Colour", other), strict=True))
    assert off <= (12 if kind.endswith("jpg") else 2)


def test_what_is_no_logo(tmp_path: Path) -> None:
    whole = saved(tmp_path, image("RGBA")).read_bytes()
    refused = {
        "only shapes": [b"", b"<svg/>", b"GIF89a", b"%PDF-1.7"],
        "too large": [whole + bytes(LOGO), saved(tmp_path, Image.new("1", (2001, 2000))).read_bytes()],
        "cannot be printed": [
            whole[:-40], whole[:60], whole.replace(b"IDAT", b"IDAU"), whole[:8], b"\xff\xd8\xff", whole[:28] + b"\1" + whole[29:],
            saved(tmp_path, Image.new("CMYK", (9, 9)), "a.jpg").read_bytes(),
            saved(tmp_path, image("RGB"), "b.jpg").read_bytes()[:300]],
    }  # fmt: skip
    for why, all_ in refused.items():
        for data in all_:
            with pytest.raises(ValueError, match=why):
                read_picture(data)
            (path := tmp_path / "x.png").write_bytes(data)
            with pytest.raises(Refusal, match=f"x.png: .*{why}"):
                new(tmp_path / "never.xlsx", "italy-2010", language="en", logo=path)
    assert not (tmp_path / "never.xlsx").exists()


def svg(body: str, head: str = 'viewBox="0 0 40 20"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {head}>{body}</svg>'.encode()


SHAPES: Final = """<title>Star</title><metadata><x xmlns="urn:x"/></metadata>
<defs><g id="g"><path d="M0 0h10v10h-10z"/></g></defs>
<rect style="display:inline; fill: #c81e1e" width="10" height="20"/>
<g transform="translate(20 10)" fill="rgb(0, 0, 255)"><circle r="5"/></g><use xlink:href="#g" x="30" style="fill: #ff0"/>
<path d="M31 11h8v8h-8z" fill="none" stroke="#0a0" stroke-width="2"/>"""


def test_a_drawing_is_drawn_on_paper_and_shown_on_pages(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (path := tmp_path / "logo.svg").write_bytes(svg(SHAPES, 'width="40px" height="20px" viewBox="0 0 40 20"'))
    seat(book := listed(tmp_path / "a.xlsx", "italy-2010", NAMES, logo=path))
    show(book)
    assert data_uri(path.read_bytes()) in book.with_name("a-room.html").read_text(encoding="utf-8")
    assert facts(book).logo == path.read_bytes()
    print_pages(book, "records")
    records = book.with_name("a-Round1-records.pdf")
    assert all(red(page) > 300 for page in pictures(records, tmp_path / "records"))

    def draw(paper: Paper) -> None:
        for _page in range(2):
            paper.page()
            paper.draw_logo(0, 0, 400 * 25.4 / 72, 200 * 25.4 / 72)

    white, blue, yellow, green = (255, 255, 255), (0, 0, 255), (255, 255, 0), (0, 170, 0)
    wanted = {(50, 100): RED, (120, 30): white, (200, 100): blue, (160, 60): white, (350, 50): yellow}
    wanted |= {(310, 150): green, (350, 150): white}
    for page in pictures(drawn(tmp_path / "p.pdf", draw, logo=path.read_bytes()), tmp_path / "pages", 72):
        shown = Image.open(page).convert("RGB")
        assert {dot: shown.getpixel(dot) for dot in wanted} == wanted
    assert caplog.text == ""


def test_what_is_no_drawing(tmp_path: Path) -> None:
    """A stranger's SVG can hold scripts, links, bombs, and letters or effects that paper would leave away."""
    red_square = '<rect width="9" height="9" fill="red"/>'
    bodies = [
        "<script>alert(1)</script>", '<script xmlns="http://www.w3.org/1999/xhtml"/>', '<rect onload="alert(1)" width="9"/>',
        '<image href="https://example.org/x.png"/>', '<image href="data:image/png;base64,AA=="/>', '<a href="https://example.org/"/>',
        '<use xlink:href="https://example.org/x.svg#a"/>', '<rect width="9" fill="url(https://example.org/a.svg#a)"/>',
        "<style>@import 'x.css';</style>", "<style>rect {fill: red}</style>", "<text>High Noon</text>",
        "<foreignObject/>", "<filter/>", "<mask/>", "<pattern/>", "<animate/>", "<svg/>", '<rect width="50%" height="9"/>',
        '<g style="display:none"/>', '<g visibility="hidden"/>', '<clipPath id="c"/><g clip-path="url(#c)"/>', '<g class="a"/>',
        '<g color="red"/>', '<linearGradient id="l"/>', '<rect width="9" height="9" fill="transparent"/>',
        '<path d="M0 0 Q"/>', '<rect width="many" height="9"/>', "<g>" * 5000 + "</g>" * 5000, "<g>", " " * 100_000,
        '<g id="a"><use href="#a"/></g><use href="#a"/>',
    ]  # fmt: skip
    doubled = f'<g id="n0">{red_square}</g>'
    for n in range(12):
        doubled += f'<g id="n{n + 1}">' + f'<use href="#n{n}"/>' * 10 + "</g>"
    heads = ["", 'width="100%" height="100%"', *(f'viewBox="{view}"' for view in ("0 0 0 9", "0 0 nan 9", "0 0 9", "0 0 inf 1"))]
    whole = [svg(body) for body in [*bodies, doubled]] + [svg(red_square, head) for head in heads]
    whole += [b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg(red_square), svg(red_square).decode().encode("utf-16"), b"<html/>"]
    for data in whole:
        (path := tmp_path / "x.svg").write_bytes(data)
        with pytest.raises(Refusal, match=r"x.svg: .*only shapes. Save it as PNG"):
            new(tmp_path / "never.xlsx", "italy-2010", language="en", logo=path)
    assert not (tmp_path / "never.xlsx").exists()
    (tmp_path / "x.svg").write_bytes(svg(red_square))
    new(tmp_path / "now.xlsx", "italy-2010", language="en", logo=tmp_path / "x.svg")


@pytest.mark.parametrize("kind", ["RGBA", "P4", "RGB"])
def test_a_strange_picture_is_refused_or_drawn(kind: str, tmp_path: Path) -> None:
    """Whatever its head says and its pixels are packed as: checksums are right, as whoever means harm makes them."""
    chance, data = Random(2010), saved(tmp_path, image(kind)).read_bytes()  # noqa: S311 -- bytes
    drawn_anyway = 0
    for _time in range(300):
        parts, at = [data[:8]], 8
        while at < len(data):
            end = at + 8 + int.from_bytes(data[at : at + 4], "big")
            name, body = data[at + 4 : at + 8], bytearray(data[at + 8 : end])
            if name == b"IDAT":
                pixels = bytearray(decompress(body))
                pixels[chance.choice(range(0, len(pixels), 38))] = chance.randrange(256)
                body = bytearray(compress(pixels))
            elif body and chance.random() < 0.3:
                body[chance.randrange(len(body))] = chance.randrange(256)
            parts.append(len(body).to_bytes(4, "big") + name + body + crc32(name + body).to_bytes(4, "big"))
            at = end + 4
        with suppress(ValueError):
            one = read_picture(b"".join(parts))
            logo_for_pdf(one)
            drawn_anyway += 1
    assert drawn_anyway > 20


def test_on_the_page(tmp_path: Path, logo: Path) -> None:
    given = {"rulebook": "italy-2010", "players": "12", "logo": data_uri(logo.read_bytes())}
    assert run("new", tmp_path / "p.xlsx", given).code == 0
    assert facts(tmp_path / "p.xlsx").logo == logo.read_bytes()
    assert run("new", tmp_path / "q.xlsx", {**given, "logo": "x"}).code == 2
    assert "PNG" in run("new", tmp_path / "q.xlsx", {**given, "logo": "data:image/svg+xml;base64,PHN2Zy8+"}).lines[0]
