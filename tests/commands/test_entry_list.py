"""Lists of players as people have them: read right, or refused with one sentence and the line; none wrong in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from bangxl.commands.entry_list import entry_list
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.new import new
from tests.sheet import entered

NAMES = ("Anna Rossi", "Bruno D'Amico", "Niccolò Bianchi")
TURNED = "Rossi, Anna\nD'Amico, Bruno\nBianchi, Niccolò\n"
TABLE = "nome;cognome;regione\nAnna;Rossi;Lazio\nBruno;D'Amico;\nNiccolò;Bianchi;Lazio\n"
PLAIN = "\n".join(NAMES)
RUSSIAN = ("Фёдор Ильин", "Ольга Петрова", "Анна Абрамова")

RIGHT: Mapping[str, tuple[bytes, Sequence[str]]] = {
    "names only": (PLAIN.encode(), NAMES),
    "names that begin like waiting list": (
        b"Anna Rossi\nWartan Petrosyan\nStornaiolo Anna\nBruno Verdi\n",
        ["Anna Rossi", "Wartan Petrosyan", "Stornaiolo Anna", "Bruno Verdi"],
    ),
    "mark of UTF-8": (b"\xef\xbb\xbf" + PLAIN.encode(), NAMES),
    "UTF-16 of Excel": (PLAIN.encode("utf-16"), NAMES),
    "UTF-16 without mark": (PLAIN.encode("utf-16-le"), NAMES),
    "UTF-16, big end first": (b"\xfe\xff" + PLAIN.encode("utf-16-be"), NAMES),
    "UTF-32": (PLAIN.encode("utf-32"), NAMES),
    "ANSI": (PLAIN.encode("cp1252"), NAMES),
    "ANSI, German": ("Jürgen Weiß\nSabine Ott\n".encode("cp1252"), ("Jürgen Weiß", "Sabine Ott")),
    "ANSI, apostrophe of Word": ("Bruno D’Amico\nAnna Rossi".encode("cp1252"), ("Bruno D’Amico", "Anna Rossi")),
    "ANSI, Russian": ("\r\n".join(RUSSIAN).encode("cp1251"), RUSSIAN),
    "ANSI, Russian with headings": ("Имя;Регион\nФёдор Ильин;Москва\n".encode("cp1251"), RUSSIAN[:1]),
    "old Mac line ends": (PLAIN.replace("\n", "\r").encode(), NAMES),
    "surname, name within a column": (b'name;region\n"Rossi, Anna";Lazio\nDe Rosa, Eva;', ("Anna Rossi", "Eva De Rosa")),
    "surname, name in quotes": (b'name,region\n"Rossi, Anna",Lazio\n', ("Anna Rossi",)),
    "one heading, commas below": (b"name\nAnna Rossi\nBruno D'Amico\n", NAMES[:2]),
    "Italian, nome e cognome": (TABLE.encode(), NAMES),
    "Italian, cognome first, tabs": ("Cognome\tNome\nRossi\tAnna\nD'Amico\tBruno\n".encode("utf-16"), NAMES[:2]),
    "Italian, nominativo": (b"N.;Nominativo;E-mail\n1;Anna Rossi;a@x.it\n2;Bruno D'Amico;\n", NAMES[:2]),
    "German, Name and Vorname": ("Nr.;Name;Vorname;Bundesland\n1;Weiß;Jürgen;Bayern\n".encode("cp1252"), ("Jürgen Weiß",)),
    "German, Nachname": ("Vorname;Nachname\nJürgen;Weiß\n".encode(), ("Jürgen Weiß",)),
    "Russian, surname and name": ("Фамилия;Имя\nИльин;Фёдор\nПетрова;Ольга\n".encode("cp1251"), RUSSIAN[:2]),
    "Russian, ФИО": ("№;ФИО\n1;Ильин Фёдор\n".encode(), ("Ильин Фёдор",)),
    "English, first and last name": (b"First Name,Last Name,City\nAnna,Rossi,Rome\n", NAMES[:1]),
    "a title above the headings": (b"Coppa del West\n\nnome,regione\nAnna Rossi,Lazio\n", NAMES[:1]),
    "a title with a comma": (b"Coppa, 2026\nNome;Regione\nAnna Rossi;Lazio\n", NAMES[:1]),
    "tabs within cells": (b"name,region\nAnna\tRossi,\tLazio\nBruno\tD'Amico,\tLazio\n", NAMES[:2]),
    "Excel's line of the separator": (b"sep=;\nname;region\nAnna Rossi;Lazio\n", NAMES[:1]),
    "pasted blocks": (b"\n\nAnna Rossi\n \n\nBruno D'Amico\n\t\n", NAMES[:2]),
    "pasted blocks with their headings": (b"name,region\nAnna Rossi,Lazio\n\nName,Region\nBruno D'Amico,\n", NAMES[:2]),
    "twice": (b"Anna Rossi\nanna  rossi\n", ("Anna Rossi", "anna rossi")),
    "numbered": (b"1. Anna Rossi\n2. Bruno D'Amico\n", NAMES[:2]),
    "bars": (b"name|region\nAnna Rossi|Lazio\n", NAMES[:1]),
    "invisible characters": ("name\n\u200bAnna\u00a0Rossi\ufeff\n".encode(), NAMES[:1]),
    "formulas are names": (b"name\n=1+1\n@SUM(1)\n+39 Anna\n", ("=1+1", "@SUM(1)", "+39 Anna")),
    "nicknames": (b'name\nAnna "Tex" Rossi\nEl Gringo\n', ('Anna "Tex" Rossi', "El Gringo")),
    "contacts of a mail program": (
        b'"Title","First Name","Middle Name","Last Name","E-mail Address"\n"","Anna","","Rossi","a@x.it"\n', NAMES[:1]),
    "answers to a form": (b'"Timestamp","Nome e cognome","Email"\n"2026/11/20","Anna Rossi","a@x.it"\n', NAMES[:1]),
    "UTF-16 without mark, big end first": ("name;region\nNiccolò Bianchi;\n".encode("utf-16-be"), NAMES[2:]),
    "ranks of another program": (b'"Rank","Participant","History"\n"1","Anna Rossi","W L"\n', NAMES[:1]),
    "bullets": (b"- Anna Rossi\n* Bruno D'Amico\n", NAMES[:2]),
    "two columns without headings": (b"1;Anna Rossi\n2;Bruno D'Amico\n", NAMES[:2]),
    "Given names": (b"Given names,Surname\nAnna,Rossi\n", NAMES[:1]),
    "a mark of a remark": (b"#name;lastname;club\nAnna;Rossi;Lupi\nBruno;D'Amico;Lupi\n", NAMES[:2]),
    "joined words": (b"FirstName,last_name\nAnna,Rossi\nBruno,D'Amico\n", NAMES[:2]),
    "juniors": (b'name\n"Smith, Jr., John"\n"John Smith, Jr."\n', ("John Smith, Jr.", "John Smith, Jr.")),
    "ranks": (b"Rank,Player Name\n1,Anna Rossi\n2,Bruno D'Amico\n", NAMES[:2]),
    "ids below the heading of a player": (b"Player,Name\nP1,Anna Rossi\nP2,Bruno D'Amico\n", NAMES[:2]),
    "tickets": (b"Order,Attendee,Ticket\n1,Anna Rossi,Player\n2,Bruno D'Amico,Player\n3,Eva Neri,Spectator\n", NAMES[:2]),
    "whole names and halves": (
        b"Attendee name,Given name of guest,Family name of guest,Product\nAnna Rossi,Anna,Rossi,Player\n", NAMES[:1]),
    "headings in two rows": (b"Player,,Contact\nFirst name,Last name,Email\nAnna,Rossi,a@x.it\n", NAMES[:1]),
    "one row over two columns": (b"Spieler;;\nVorname;Nachname;Verein\nAnna;Rossi;Lupi\n", NAMES[:1]),
    "a heading in no language of ours": ("Nº;Atleta;Clube\n1;Anna Rossi;X\n2;Bruno D'Amico;X\n".encode(), NAMES[:2]),
    "side by side": (b"Nr;Name;;Nr;Name\n1;Anna Rossi;;2;Bruno D'Amico\n", NAMES[:2]),
    "a number alone": (b"1. Anna Rossi\n2. Bruno D'Amico\n3.\n", NAMES[:2]),
    "formulas without a value": (b"name\nAnna Rossi\n#N/A\n#NV\n#REF!\n", NAMES[:1]),
    "who is absent": (b"name,present\nAnna Rossi,yes\nEva Neri,no\n", NAMES[:1]),
    "who has cancelled": (b"name,cancelled\nAnna Rossi,no\nEva Neri,yes\n", NAMES[:1]),
    "who waits": (b"name,status\nAnna Rossi,paid\nEva Neri,Waiting list\nUgo Neri,cancelled\n", NAMES[:1]),
    "who waits, below": (b"name\nAnna Rossi\nLista d'attesa:\nEva Neri\n", NAMES[:1]),
    "who has cancelled, in brackets": (b"name\nAnna Rossi\nEva Neri (annullato)\n", NAMES[:1]),
    "a report of chess": (
        b"012 Open\n001    1 m    Rossi,Anna                        1500 ITA\n001    2      D'Amico, Bruno\n", NAMES[:2]),
    "joined letters of Persian": ("name\nعلی‌رضا احمدی\n".encode(), ("علی‌رضا احمدی",)),
    "nicknames behind a comma": (b'name\n"Rossi, Anna ""Tex"""\n"Neri, Eva (Rome)"\n', ('Anna "Tex" Rossi', "Eva (Rome) Neri")),
    "surname, name under one heading": (b"name\nAnna Rossi\nD'Amico, Bruno\n", NAMES[:2]),
    "surname, name, without headings": (TURNED.encode(), NAMES),
    "surname, name in ANSI, without headings": (TURNED.encode("cp1252"), NAMES),
    "one with a comma, the others without": (
        "Anna Rossi\nÇelik, Ayşe\nSmith, Jr.\n".encode(), ("Anna Rossi", "Ayşe Çelik", "Smith, Jr.")),
    "Czech, halves": ("Příjmení;Jméno;Klub\nNovák;Jan;Brno\n".encode("utf-16"), ("Jan Novák",)),
    "Czech ANSI": ("Jiří Dvořák\nZdeněk Černý\n".encode("cp1250"), ("Jiří Dvořák", "Zdeněk Černý")),
    "Turkish ANSI": ("Ad Soyad\nAyşe Yılmaz\n".encode("cp1254"), ("Ayşe Yılmaz",)),
    "Greek ANSI": ("Όνομα;Επώνυμο\nΓιώργος;Ιωάννου\n".encode("cp1253"), ("Γιώργος Ιωάννου",)),
    "halves known by their names": ("A;B;Nr\nAnna;Novák;7\nEva;Malá;8\n".encode(), ("Anna Novák", "Eva Malá")),
    "a question of a form": (
        b"Timestamp,What is your full name?,Will you attend?\n2026-11-20,Anna Rossi,Yes\n2026-11-21,Eva Neri,No\n", NAMES[:1]),
    "particles in their own column": (
        b"Voornaam;Tussenvoegsel;Achternaam\nKoen;van der;Berg\nNoa;;Smit\n", ("Koen van der Berg", "Noa Smit")),
    "sums": (b"name\nAnna Rossi\nBruno D'Amico\nTotal 22\nGesamt: 2\n2 players\n", NAMES[:2]),
    "a sum in two cells": (b"nr,name\n1,Anna Rossi\nTotal,1\n", NAMES[:1]),
    "a title above lines without headings": (b"Coppa 2026\n1;Anna Rossi\n2;Bruno D'Amico\n3;Niccol\xc3\xb2 Bianchi\n", NAMES),
    "remarks of a program": (b"# Firstname, lastname\nAnna,Rossi\n## the last, one\nBruno,D'Amico\n", NAMES[:2]),
    "a report of chess with remarks": (
        b"### TRF\n\n012 Open\nXXR 5\n001    1 m    Rossi,Anna                        1500 ITA\n", NAMES[:1]),
    "a line drawn below the headings": (b"| Name | City |\n|------|------|\n| Anna Rossi | Rome |\n", NAMES[:1]),
    "who is absent, in Spanish": ("Jugador;Asistencia\nAnna Rossi;sí\nEva Neri;no\n".encode(), NAMES[:1]),
    "two titles above lines without headings": (
        b"Coppa\nSabato\n1;Anna Rossi\n2;Bruno D'Amico\n3;Niccol\xc3\xb2 Bianchi\n", NAMES),
    "a group above a heading in other words": (b"Name;;\nYour name;Where\nAnna Rossi;Lazio\nBruno D'Amico;\n", NAMES[:2]),
    "Arabic": ("name\nأنا لارسن\n".encode(), ("أنا لارسن",)),
}  # fmt: skip

WRONG: Mapping[str, tuple[bytes, str]] = {
    "tickets without headings": (b"Anna Rossi;Giocatore\nBruno D'Amico;Spettatore\n", "line 1"),
    "halves in no language that we know": ("Vardas;Pavardė\nJonas;Kazlauskas\nRūta;Petraitė\n".encode(), "line 1"),
    "a heading over two columns": (b"Player;;Club\nAnna;Rossi;Lupi\nBruno;Verdi;Lupi\n", "line 2"),
    "the same heading for both halves": (b"Name;Name\nAnna;Rossi\nBruno;Verdi\n", "line 1"),
    "a heading or a nickname": (b"Kandidaten\nAnna Rossi\nBruno Verdi\nEva Neri\n", "line 1"),
    "a heading or a surname": (b"Your name\nAnna Rossi\nBruno Verdi\n", "line 1"),
    "a title and a heading above surnames first": (f"Torneo di Milano\nYour name\n{TURNED}".encode(), "line 1"),
    "a title above surnames first": (f"Torneo di Milano\n{TURNED}".encode(), "line 1"),
    "a question above surnames in brackets": (b"Lista 2026\nRossi (Roma)\nNeri (Bari)\nConti (Pisa)\n", "line 1"),
    "a title above large letters": (f"Torneo di Milano\n{PLAIN.upper()}".encode(), "line 1"),
    "a heading or a surname, below a title": (b"Torneo di Milano\nYour name\nAnna Rossi\nBruno Verdi\n", "line 2"),
    "two names a line": (b"Player,Member\nAnna Rossi,Bruno Verdi\nEva Neri,Ugo Neri\n", "line 1"),
    "results": (b"first name,last name\n" + b"Anna,Rossi\nBruno,Verdi\n" * 3, "line 2"),
    "nothing": (b"", "there are no names in this list"),
    "headings only": (b"name,region\n", "there are no names in this list"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\r", "not a number of places or a list"),
    "an old .xls": (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "old or encrypted Excel file"),
    "DOS": ("Anna Rossi\nNiccolò Bianchi\nJürgen Möller\n".encode("cp850"), "line 2"),
    "DOS, Russian": ("Фёдор Ильин\nОльга Петрова\n".encode("cp866"), "line 1"),
    "KOI8": ("Фёдор Ильин\nОльга Петрова\n".encode("koi8-r"), "line 1"),
    "Mac": ("Niccolò Bianchi\nJürgen Möller\n".encode("mac-roman"), "line 1"),
    "Polish ANSI, in a surname": ("Anna Rossi\nAnna Łukasik\n".encode("cp1250"), "line 2"),
    "UTF-8 taken for ANSI": ("Anna Rossi\nNiccolò Bianchi\n".encode().decode("cp1252").encode(), "line 2"),
    "lost letters": (b"Anna Rossi\nNiccol? Bianchi\nJ?rgen Weiss\n", "line 3"),
    "replaced letters": ("Anna Rossi\nJ\ufffdrgen Weiss\n".encode(), "line 2"),
    "a quotation mark left open": (b'name,region\n"Anna Rossi,Lazio\nBruno,Lazio\n', "line 3"),
    "surname, name under two headings": (b"name,region\nRossi, Anna\n", "line 2"),
    "more cells than headings": (b"name,region\nAnna Rossi,Lazio\nRossi, Anna, Lazio\n", "line 3"),
    "not a mail address": (b"name,email\nAnna Rossi,Lazio\n", "line 2"),
    "one line by another separator": (b"Anna Rossi\nBruno D'Amico\nVerdi; Luca\n", "line 3"),
    "a page of the web": (b"<html>\n<body>Anna Rossi</body>\n", "this is a web page"),
    "a link": (b'{"":"","doc_id":"1abc","email":"a@x.it"}', "only a link to a spreadsheet"),
    "JSON": (b'{"players":\n [{"name": 1}]}\n', "line 1"),
    "RTF": (b"{\\rtf1\\ansi Anna Rossi}\n", "line 1"),
    "recipients of a mail": (b"Anna Rossi <a@x.it>\nBruno D'Amico <b@x.it>\n", "line 1"),
    "names on one line": (b"Anna Rossi, Bruno D'Amico, Luca Verdi\n", "line 1"),
    "a line with a comma among semicolons": (b"name;region\nAnna Rossi;Lazio\nBruno D'Amico,Lazio\n", "line 3"),
    "a line with a tab among commas": (b"name,region\nAnna Rossi,Lazio\nBruno D'Amico\tLazio\n", "line 3"),
    "columns apart by blanks": (b"Name           Region\nAnna Rossi     Lazio\nEva De Rosa    Umbria\n", "line 1"),
    "letters of a page of the web": (b"name\nNiccol&ograve; Bianchi\n", "line 2"),
    "who has paid": (b"Anna Rossi;\nBruno D'Amico;x\n", "line 2"),
    "ticks for who is present": (b"name,present\nAnna Rossi,x\nEva Neri,\n", "line 3"),
    "a chat": (b"[12/11/26, 10:03:12] Anna Rossi: me too\n[12/11/26, 10:05:00] Bruno Verdi: yes\n", "line 1"),
    "cards of addresses": (b"BEGIN:VCARD\nFN:Anna Rossi\nEND:VCARD\n", "line 1"),
    "single quotation marks": (b"name,region\n'Rossi, Anna',Lazio\n", "line 2"),
    "a name and a region": ("Çağrı Yılmaz, İzmir\nElif Kaya, Ankara\n".encode(), "line 1"),
    "Hungarian ANSI without a name that we know": ("István Szűcs\nÉva Erdős\n".encode("cp1250"), "line 1"),
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def read(path: Path) -> list[str]:
    return [player.name for player in entry_list(path).players]


@pytest.mark.parametrize("case", RIGHT)
def test_read_right(tmp_path: Path, case: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(RIGHT[case][0])
    assert read(path) == list(RIGHT[case][1])


@pytest.mark.parametrize("case", WRONG)
def test_refused_with_one_sentence_and_the_line(tmp_path: Path, case: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(WRONG[case][0])
    with pytest.raises(Refusal) as refusal:
        entry_list(path)
    assert len(refusal.value.lines) == 1
    assert WRONG[case][1] in refusal.value.lines[0]
    assert str(path) in refusal.value.lines[0]
    assert refusal.value.exit_code == USAGE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLAIN.encode("cp1252"), "read as Western European (cp1252). Please check: «Niccolò Bianchi»."),
        ("Фёдор Ильин".encode("cp1251"), "read as Cyrillic (cp1251). Please check: «Фёдор Ильин»."),
        (b"Anna Rossi\n\nanna rossi\n", "Names that appear more than once, with their lines: Anna Rossi (1, 3)."),
        (b"name,region\nAnna Rossi,Lazio\n,Lazio\n", "Lines left out because they have no name: 3."),
        (b"name,shoe size\nAnna Rossi,38\n", "Columns not used: shoe size."),
        (b'name\n"Rossi, Anna"\n', "Names with a comma were turned around: «Rossi, Anna» became Anna Rossi."),
        (b"name\nAnna Rossi\n\nRiserve:\nEva De Rosa\n", "have another ticket: 1 (Eva De Rosa)."),
        (b"Player Name,Region\nAnna Rossi,Lazio\n", "Columns used: name = Player Name, region = Region."),
        (
            b"Anna Rossi\nTotal players\n1 iscritti\n",
            "they are totals (with their lines): Total players (2); 1 iscritti (3).",
        ),
        (b"Anna Rossi\nBruno D'Amico\nEva Neri\nspielfrei\n", "with their lines): spielfrei (4). They were kept"),
        (b"name,status\nAnna Rossi,in\nEva Neri,out\nUgo Neri,in\n", "Columns not used: status (in, out)."),
        (b"name\nAnna Rossi <a@x.it>\n", "with their lines): Anna Rossi <a@x.it> (2). They were kept"),
        (b"1 Anna Rossi\n2 Eva De Rosa\n", "with their lines): 1 Anna Rossi (1); 2 Eva De Rosa (2). They were kept"),
        (b"Iscritti\nname\nAnna Rossi\n", "Line 2 has the headings. The lines above it were not used."),
    ],
)
def test_what_was_assumed_is_said(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(text)
    assert any(said in line for line in entry_list(path).remarks)


def test_regions_and_addresses(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Cognome;Nome;Regione;Posta elettronica\nRossi;Anna;Lazio;a@x.it\n", encoding="utf-16")
    assert [(one.id, one.name, one.region, one.email) for one in entry_list(path).players] == [
        ("P001", "Anna Rossi", "Lazio", "a@x.it")
    ]


def test_straight_from_a_workbook(tmp_path: Path) -> None:
    """The first visible sheet; texts stay texts, whatever they look like."""
    wb = Workbook()
    hidden, ws = wb.worksheets[0], wb.create_sheet("Iscritti")
    hidden.append(["name"])
    hidden.sheet_state = "hidden"
    for row in (
        ["Coppa"],
        [],
        ["Cognome", "Nome", "Regione", "Nato"],
        ["Rossi", "Anna", "Lazio", date(1980, 1, 2)],
        ["007", "Tex"],
    ):
        ws.append(row)
    ws.append(["=1+1", "Bruno"])
    ws["A6"].data_type = "s"
    ws.append(["Verdi", "Luca"])
    ws.row_dimensions[7].hidden = True
    wb.active = 1
    path = tmp_path / "list.xlsx"
    wb.save(path)
    assert read(path) == ["Anna Rossi", "Tex 007", "Bruno =1+1"]
    said = entry_list(path).remarks
    assert said[:2] == ("The names are from the sheet Iscritti.", "Hidden lines were not used: 7.")


def test_another_sheet_in_front(tmp_path: Path) -> None:
    """A text, a chart, another list; and a hidden column."""
    wb = Workbook()
    wb.worksheets[0].append(["Welcome to the tournament"])
    wb.create_chartsheet("Chart", 0)
    for title in ("Entries", "Crew"):
        wb.create_sheet(title).append(["Notes", "Name"])
        wb[title].append(["x", "Anna Rossi"])
    wb["Entries"].column_dimensions["A"].hidden = True
    wb.save(path := tmp_path / "list.xlsx")
    assert read(path) == ["Anna Rossi"]
    assert entry_list(path).remarks[:3] == (
        "The names are from the sheet Entries.",
        "Hidden columns were not used: A.",
        "Other sheets with headings were not used: Crew.",
    )


def test_a_hidden_column_may_hold_half_of_the_names(tmp_path: Path) -> None:
    wb = Workbook()
    for row in (["First name", "Last name"], ["Anna", "Rossi"]):
        wb.worksheets[0].append(row)
    wb.worksheets[0].column_dimensions["B"].hidden = True
    wb.save(path := tmp_path / "list.xlsx")
    with pytest.raises(Refusal, match="line 1: column B is hidden"):
        entry_list(path)


HEADINGS = (
    "Player Name", "Participants", "Partecipanti", "Iscritto", "Vor- und Zuname", "Имя игрока", "Nome giocatore",
    "Cognome e nome", "Attendee name", "Teilnehmername", "Фамилия, имя", "ФИО участника", "Ф.И.О.", "Player(s)",
    "Name (first and last)", "Name, Vorname", "Nome completo", "Jugadores",
)  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_headings_of_names(tmp_path: Path, heading: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f'"{heading}"\n{PLAIN}', encoding="utf-8")
    assert read(path) == list(NAMES)


def test_columns_that_somebody_names(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("x;Jméno;Příjmení;y\n1;Jan;Novák;Brno\n2;Eva;Malá;Praha\n", encoding="utf-8")
    players = entry_list(path, columns="given=2, surname=3,region=4").players
    assert [(one.name, one.region) for one in players] == [("Jan Novák", "Brno"), ("Eva Malá", "Praha")]
    for wrong in ("name", "name=0", "nome=2", "region=4"):
        with pytest.raises(Refusal) as refusal:
            entry_list(path, columns=wrong)
        assert refusal.value.exit_code == USAGE


def test_a_workbook_of_libreoffice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.ods"
    with ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("content.xml", "<x/>")
    with pytest.raises(Refusal, match="Save the list as CSV"):
        entry_list(path)


def test_formulas_that_were_never_calculated(tmp_path: Path) -> None:
    wb = Workbook()
    for row in (["name"], ["Anna Rossi"], ["=A2"]):
        wb.worksheets[0].append(row)
    path = tmp_path / "list.xlsx"
    wb.save(path)
    with pytest.raises(Refusal, match=r"line 3: a formula there has never been calculated"):
        entry_list(path)


def test_from_a_workbook_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="it", players="10")
    entered(path, NAMES)
    assert read(path) == list(NAMES)


def test_what_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(Refusal) as refusal:
        entry_list(path)
    assert len(refusal.value.lines) == 1
    assert refusal.value.exit_code == USAGE
