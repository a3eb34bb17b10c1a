"""Lists of players as people have them: certain and read at once, or shown and asked; nobody is left out by a likeness."""

import resource
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from bangxl.commands.entry_list import Answers, Asked, entry_list
from bangxl.commands.errors import USAGE, Refusal
from tests.books.random_books import with_shared_texts
from tests.commands.stages import listed
from tests.helpers.keyboard import facts
from tests.helpers.raised import raised
from tests.helpers.sample import sample
from tests.hosts.commandline import CommandLine

NAMES = ("Anna Rossi", "Bruno D'Amico", "Niccolò Bianchi")
PLAIN = "\n".join(NAMES)
RUSSIAN = ("Фёдор Ильин", "Ольга Петрова", "Анна Абрамова")

CERTAIN: Mapping[str, tuple[bytes, Sequence[str]]] = {
    "names only": (PLAIN.encode(), NAMES),
    "names that begin like a note": (b"Anna Rossi\nWartan Petrosyan\nEsperanza Hill\nBruno Verdi\n",
                                     ["Anna Rossi", "Wartan Petrosyan", "Esperanza Hill", "Bruno Verdi"]),
    "mark of UTF-8": (b"\xef\xbb\xbf" + PLAIN.encode(), NAMES),
    "UTF-16 of Excel": (PLAIN.encode("utf-16"), NAMES),
    "old Mac line ends": (PLAIN.replace("\n", "\r").encode(), NAMES),
    "ANSI, Italian headings": ("Nome;Cognome\nNiccolò;Forlì\n".encode("cp1252"), ("Niccolò Forlì",)),
    "ANSI, German": ("Jürgen Weiß\nSabine Ott\n".encode("cp1252"), ("Jürgen Weiß", "Sabine Ott")),
    "ANSI, Spanish": ("María Núñez\nJosé Ibáñez\n".encode("cp1252"), ("María Núñez", "José Ibáñez")),
    "ANSI, Czech headings": ("Příjmení;Jméno\nDvořák;Jiří\n".encode("cp1250"), ("Jiří Dvořák",)),
    "ANSI, Hungarian": ("István Szűcs\nÉva Erdős\n".encode("cp1250"), ("István Szűcs", "Éva Erdős")),
    "ANSI, Turkish headings": ("Ad Soyad\nAyşe Yılmaz\n".encode("cp1254"), ("Ayşe Yılmaz",)),
    "ANSI, Greek headings": ("Όνομα;Επώνυμο\nΓιώργος;Ιωάννου\n".encode("cp1253"), ("Γιώργος Ιωάννου",)),
    "ANSI, Russian": ("\r\n".join(RUSSIAN).encode("cp1251"), RUSSIAN),
    "DOS": ("Anna Rossi\nNiccolò Bianchi\nJürgen Möller\n".encode("cp850"), ("Anna Rossi", "Niccolò Bianchi", "Jürgen Möller")),
    "DOS, Russian": ("Фёдор Ильин\nОльга Петрова\n".encode("cp866"), RUSSIAN[:2]),
    "Mac": ("Niccolò Bianchi\nJürgen Möller\n".encode("mac-roman"), ("Niccolò Bianchi", "Jürgen Möller")),
    "Italian, nome e cognome": (b"nome;cognome;regione\nAnna;Rossi;Lazio\nBruno;D'Amico;\n", NAMES[:2]),
    "Italian, cognome first, tabs": ("Cognome\tNome\nRossi\tAnna\nD'Amico\tBruno\n".encode("utf-16"), NAMES[:2]),
    "Italian, nominativo": (b"N.;Nominativo;E-mail\n1;Anna Rossi;a@x.it\n2;Bruno D'Amico;\n", NAMES[:2]),
    "German, Name and Vorname": ("Nr.;Name;Vorname\n1;Weiß;Jürgen\n".encode("cp1252"), ("Jürgen Weiß",)),
    "English, first and last name": (b"First Name,Last Name,City\nAnna,Rossi,Rome\n", NAMES[:1]),
    "Vietnamese": ("Họ;Tên\nNguyễn Văn;Khánh\n".encode(), ("Khánh Nguyễn Văn",)),
    "Korean": ("성,이름\n김,민수\n".encode(), ("민수 김",)),
    "particles in their own column": (b"Voornaam;Tussenvoegsel;Achternaam\nKoen;van der;Berg\nNoa;;Smit\n",
                                      ("Koen van der Berg", "Noa Smit")),
    "joined words": (b"FirstName,last_name\nAnna,Rossi\n", NAMES[:1]),
    "a heading in a cell below": (b"Name,Allergies\nAnna Rossi,nuts\nBruno D'Amico,Nome\n", NAMES[:2]),
    "clubs that begin like a note": (b"Nome;Cognome;Club\nAnna;Rossi;Esperanza\nBruno;D'Amico;Reservoir Dogs\n", NAMES[:2]),
    "questions in headings": (b"name,Mark if vegetarian,What?Else?\nAnna Rossi,no,x?y\nBruno D'Amico,yes,x?id=1\n", NAMES[:2]),
    "answers to a form": (b'"Timestamp","Nome e cognome","Email"\n"2026/11/20","Anna Rossi","a@x.it"\n', NAMES[:1]),
    "a title above the headings": (b"Coppa del West\n\nnome,regione\nAnna Rossi,Lazio\n", NAMES[:1]),
    "groups above the headings": (b"Player,,Contact\nFirst name,Last name,Email\nAnna,Rossi,a@x.it\n", NAMES[:1]),
    "headings again": (b"name,region\nAnna Rossi,Lazio\n\nName,Region\nBruno D'Amico,\n", NAMES[:2]),
    "Excel's line of the separator": (b"sep=;\nname;region\nAnna Rossi;Lazio\n", NAMES[:1]),
    "blanks between columns": (
        b"Name           Region\nAnna Rossi     Lazio\nEva De Rosa    Umbria\n", ("Anna Rossi", "Eva De Rosa")),
    "numbered": (b"1. Anna Rossi\n2. Bruno D'Amico\n", NAMES[:2]),
    "numbered, without blanks in names": ("1. 장지영\n2. 김민수\n".encode(), ("장지영", "김민수")),
    "bullets": (b"- Anna Rossi\n* Bruno D'Amico\n", NAMES[:2]),
    "invisible characters": ("name\n\u200bAnna\u00a0Rossi\ufeff\n".encode(), NAMES[:1]),
    "many scripts": (
        "דוד כהן\nराहुल शर्मा\n山田 太郎\nგიორგი ბერიძე\n".encode(), ("דוד כהן", "राहुल शर्मा", "山田 太郎", "გიორგი ბერიძე")),
    "half a name of somebody else": (b"Name;Surname of the mother\nAnna Rossi;Verdi\nBruno D'Amico;Sala\n", NAMES[:2]),
    "the same word twice": (b"name\nBruno Bruno\nAnna Rossi\n", ("Bruno Bruno", "Anna Rossi")),
    "ids below the heading of a player": (b"player,name\nP1,Anna Rossi\nP2,Bruno D'Amico\n", NAMES[:2]),
    "blank lines between names": (b"Anna Rossi\n\nBruno D'Amico\n", NAMES[:2]),
    "particles in small letters": (b"Karin af Ek\nJan ter Horst\nAd 't Hooft\n", ["Karin af Ek", "Jan ter Horst", "Ad 't Hooft"]),
    "numbers for names": (b"name\nPlayer 1\nPlayer 2\nPlayer 10\n", ("Player 1", "Player 2", "Player 10")),
    "numbers below the heading of a player": (b"Player,Club\nP1,Roma\nP2,Lazio\n", ("P1", "P2")),
    "names in small letters": (b"anna rossi\neva neri\n", ("anna rossi", "eva neri")),
}  # fmt: skip

HEADINGS = (
    "Player Name", "Participants", "Partecipanti", "Iscritto", "Vor- und Zuname", "Имя игрока", "Nome giocatore", "Nimi", "Naam",
    "Cognome e nome", "Attendee name", "Teilnehmername", "Фамилия, имя", "ФИО участника", "Ф.И.О.", "Jugadores", "Ονοματεπώνυμο",
    "Name, Vorname", "Nome completo", "Jméno a příjmení", "Imię i nazwisko", "Név", "Ad Soyad", "氏名", "שם מלא", "이름", "Namn",
)  # fmt: skip

ASKED: Mapping[str, tuple[bytes, str, Sequence[str]]] = {
    # what is asked, and who plays by the first way to go on
    "columns without headings": (b"1;Anna Rossi\n2;Bruno D'Amico\n", "Choose the columns", NAMES[:2]),
    "halves without headings": (b"Rossi;Anna\nD'Amico;Bruno\n", "Choose the columns", NAMES[:2]),
    "a heading that nobody knows": (b"A;Kandidat\n1;Anna Rossi\n2;Bruno D'Amico\n3;Eva Neri\n", "Choose the columns",
                                    (*NAMES[:2], "Eva Neri")),
    "lists side by side": (b"Nr;Name;;Nr;Name\n1;Anna Rossi;;2;Bruno D'Amico\n", "below each other", NAMES[:1]),
    "a word of headings beside a person": (b"Anna Rossi;Giocatore\nBruno D'Amico;Spettatore\n", "Choose the columns", NAMES[:1]),
    "whole names that hold the half": (
        b"Name;Vorname\nAnna Rossi;Anna\nEva Neri;Eva\n", "Choose the columns", ("Anna Rossi", "Eva Neri")),
    "names in a second column": (
        b"Name,Partner\nAnna Rossi,Eva Neri\nBruno D'Amico,\n", "below each other", NAMES[:2]),
    "those who wait in a second column": (
        b"Name,Waiting list\nAnna Rossi,Eva Neri\nBruno D'Amico,\n", "below each other", NAMES[:2]),
    "the other half below another heading": (
        b"Nom;Xyz\nRossi;Anna\nNeri;Eva\n", "Choose the columns", ("Anna Rossi", "Eva Neri")),
    "a person above the headings": (b"Anna Rossi\nname\nBruno D'Amico\n", ": 2", NAMES[:2]),
    **{heads: (f"{heads}\nАнна;Росси\nЕва;Нери\n".encode(), "Choose the columns", ("Анна Росси", "Ева Нери")) for heads in (
        "Nome iscritto;Cognome iscritto", "Player name;Player surname", "Name of participant;Surname of participant",
        "Имя игрока;Фамилия игрока", "Имя;Фам.", "Name;Nachn.", "Giocatore;Cognome giocatore*", "Player;Xyz")},
    "who waits": (b"name,status\nAnna Rossi,paid\nEva Neri,Waiting list\nUgo Neri,cancelled\n", "2 «status»", NAMES[:1]),
    "who has cancelled": (b"name,cancelled\nAnna Rossi,no\nEva Neri,yes\n", "2 «cancelled»", NAMES[:1]),
    "who has cancelled, in Russian": ("Имя,Отменено\nАнна Ильина,\nОльга Орлова,x\n".encode(), "2 «Отменено»", ["Анна Ильина"]),
    "who waits, in another column": (b"name,note\nAnna Rossi,\nEva Neri,lista d'attesa\n", "2 «note»", NAMES[:1]),
    "a fee": (b"name,Tarif\nAnna Rossi,Mitglied\nEva Neri,Gast\n", "2 «Tarif»", ("Anna Rossi", "Eva Neri")),
    "who has been here before": (b"name,attended before\nAnna Rossi,no\nEva Neri,yes\n", "2 «attended before»",
                                 ("Anna Rossi", "Eva Neri")),
    "who waits, below": (
        b"name\nAnna Rossi\nLista d'attesa:\nEva Neri\n", "Each should be exactly one name: 3-4", NAMES[:1]),
    "who waits, below, in Chinese": ("张伟\n胡磊\n赵杰\n\n候补\n高强\n".encode(), ": 5-6", ("张伟", "胡磊", "赵杰")),
    "who waits, below, in Korean": ("장지영\n김민수\n이서연\n박준호\n\n대기자\n최수진\n정우성\n".encode(), ": 6-8",
                                    ("장지영", "김민수", "이서연", "박준호", "대기자", "최수진", "정우성")),
    "who has cancelled, in brackets": (
        b"name\nAnna Rossi\nEva Neri (annullato)\n", ": 3", ("Anna Rossi", "Eva Neri (annullato)")),
    "struck out in a chat": (b"1. Anna Rossi\n2. ~Eva Neri~\n3. ~~Ugo Neri~~\n", ": 2-3", NAMES[:1]),
    "pictures": ("Anna Rossi ✅\nBruno 🎲 D'Amico\n".encode(), ": 1-2", NAMES[:2]),
    "tables above names": (b"Tavolo A\nAnna Rossi\nTavolo B\nBruno D'Amico\n", ": 1,3", NAMES[:2]),
    "a word behind a name": (b"Anna Rossi\nEva Neri NO\n", ": 2", ("Anna Rossi", "Eva Neri NO")),
    "clubs behind names": (b"Anna Rossi - Lupi\nEva Neri - Lupi\n", ": 1-2", ("Anna Rossi - Lupi", "Eva Neri - Lupi")),
    "a sum": (b"name\nAnna Rossi\nBruno D'Amico\nTotal 22\n", ": 4", NAMES[:2]),
    "points behind names": (b"name\nAnna 30\nEva Neri 40\nUgo 30\n", ": 2-4", ("Anna 30", "Eva Neri 40", "Ugo 30")),
    "a title": (b"Torneo di Natale\nAnna Rossi\nBruno D'Amico\n", ": 1", NAMES[:2]),
    "a remark below": (b"Anna Rossi\nBruno D'Amico\nEva Neri\n\nper chi viene da lontano\n", ": 5", (*NAMES[:2], "Eva Neri")),
    "a captain beside halves": (
        b"First name;Last name;Captain\nAnna;Rossi;Eva Neri\nUgo;Verdi;Eva Neri\n", "Choose the", ("Anna Rossi", "Ugo Verdi")),
    "a heading or a nickname": (
        b"Kandidaten\nAnna Rossi\nBruno Verdi\nEva Neri\n", ": 1", ("Anna Rossi", "Bruno Verdi", "Eva Neri")),
    "two on a line": (b"Anna Rossi + Eva Neri\n", ": 1", ("Anna Rossi + Eva Neri",)),
    "two in small words": (b"Anna Rossi e Eva Neri\nUgo Neri\n", ": 1", ("Anna Rossi e Eva Neri", "Ugo Neri")),
    "two in one cell": (b'name,region\n"Anna Rossi\nEva Neri",\n', ": 3", ("Anna Rossi / Eva Neri",)),
    "reserves among numbers": (b"N.;Nome\n1;Anna Rossi\n2.;Bruno D'Amico\nR1;Eva Neri\n", ": 4", NAMES[:2]),
    "a reserve's word among numbers": (b"N.;Nome\n1;Anna Rossi\n2;Bruno D'Amico\nRis. 1;Eva Neri\n", ": 4", NAMES[:2]),
    "struck out in part": (b"Anna Rossi\n~~Fabio Neri~~ Bruno D'Amico\n", ": 2", NAMES[:1]),
    "a surname like a title": (b"name\nBruno Verdi\nAnna Coppa\nTotale\n", ": 3-4", ("Bruno Verdi", "Anna Coppa")),
    "a family": (b"name\nAnna Rossi\nFamiglia Neri\n", ": 3", NAMES[:1]),
    "letters lost in a region": (b"name,region\nAnna Rossi,Forl?-Cesena\n", ": 2", NAMES[:1]),
    "a letter lost in a region": ("name,region\nAnna Rossi,Forl\ufffd\n".encode(), ": 2", NAMES[:1]),
    **{word: (f"Nome;Cognome\nAnna;Rossi\nEva;{word}\n".encode(), ": 3", ("Anna Rossi", f"Eva {word}"))
       for word in ("TBD", "Tbc", "XXX", "k.A.", "X", "Nessuna", "N.N.", "Нет")},
    "half a name": (b"first_name,last_name\nAnna,Rossi\nMarco,NaN\n", ": 3", ("Anna Rossi", "Marco")),
    "a name with a comma in two cells": (b"name,region\nRossi, Anna\n", ": 2", ("Rossi",)),
    "surname, name": (b'"Cognome, Nome"\n"Rossi, Anna"\n', ": 2", NAMES[:1]),
    "another separator": (b"name;region\nEva Neri;Lazio\nAnna Rossi,Lazio\n", ": 3", ("Eva Neri", "Lazio Anna Rossi")),
    "a nickname": (b'name\nAnna "Tex" Rossi\n', ": 2", ('Anna "Tex" Rossi',)),
    "UTF-8 taken for ANSI": (
        "Anna Rossi\nNiccolò Bianchi\n".encode().decode("cp1252").encode(), ": 2", ("Anna Rossi", "NiccolÃ² Bianchi")),
    "results": (b"first name,last name\n" + b"Anna,Rossi\n" * 3, ": 2-4", ["Anna Rossi"] * 3),
    "ANSI that may be Czech": (PLAIN.encode("cp1252"), "Choose the encoding", NAMES),
    "ANSI that may be Italian": ("Zdeněk Hora\n".encode("cp1250"), "Choose the encoding", ("Zdeněk Hora",)),
}  # fmt: skip

PRESENCE = (
    "Viene?;sì;no", "Ci sarà;sì;no", "Kommt;ja;nein", "Dabei?;ja;nein", "Придёт?;да;нет", "Явка;+;-", "Eingecheckt;WAHR;FALSCH",
    "Пришёл;ИСТИНА;ЛОЖЬ", "Ответ;Принято;Отклонено", "Schon einmal teilgenommen?;Ja;Nein", "Anzahl Karten;1;2",
    "Количество билетов;1;2", "Quantità;1;2", "Response;Accepted;Declined", "Vient ?;oui;non", "¿Viene?;sí;no", "Vem?;sim;não",
    "Przyjdzie?;tak;nie", "Přijde?;ano;ne", "Príde?;áno;nie", "Geliyor mu?;evet;hayır", "Komt je?;ja;nee", "Kommer du?;ja;nej",
    "Tuletko?;kyllä;ei", "Eljön?;igen;nem", "Vine?;da;nu", "Dolazi?;da;ne", "Έρχεται;ναι;όχι", "Прийде?;так;ні", "Идва ли?;да;не",
    "出欠;出席;欠席", "참석 여부;예;아니오", "是否参加;是;否", "Hadir?;ya;tidak", "Biletów;1;2", "Vstupenky;1;2", "Entradas;1;2",
)  # fmt: skip
REMARKS = (
    "non viene", "kommt nicht", "не придёт", "can't come", "rinuncia", "zurückgezogen", "ha disdetto", "nimmt nicht teil",
    "не сможет", "выбыл", "will not attend", "unable to come", "ne vient pas", "no viene", "não vem", "nie przyjdzie", "nepřijde",
    "nepríde", "gelmiyor", "komt niet", "kommer inte", "ei tule", "nem jön", "nu vine", "ne dolazi", "δεν έρχεται", "не прийде",
)  # fmt: skip
EVERYDAY = (
    "Intolleranze;nessuna;glutine", "Vegetariano;sì;no", "Vegetarisch;ja;nein", "Аллергии;нет;орехи", "Newsletter;yes;no",
    "Taglia;S;M", "Club;Lupi;Reservoir Dogs", "Città;Roma;Milano", "Ort;Köln;Bonn", "Город;Москва;Тверь", "Nato;1980;1990",
    "Last updated;2026-11-01;2026-11-02", "First time?;yes;no", "Nickname;Tex;Kit", "Nome squadra;Lupi;Tigri", "Elo;1500;unr.",
    "Numero di telefono;333 1234567;+39 333 7654321", "Note;porta i dadi;vegano", "Anmerkung;bringt Kuchen;",
    "E-mail;a@x.it;b@x.it", "Timestamp;2026/11/20;2026/11/21", "N.;1;2", "Pos.;1.;2.", "Emergency contact;Ugo 333;Pia 334",
    "Tessera;A1;B2", "Comment;Not spicy;",
    "Da dove vieni?;Roma;Pisa", "Woher kommst du?;Köln;Bonn", "D'où viens-tu ?;Lyon;Nice", "Waar kom je vandaan?;Gent;Breda",
    "Varifrån kommer du?;Lund;Umeå", "Honnan jössz?;Pécs;Győr", "Come ci hai conosciuto?;amici;web", "Notes;cannot eat nuts;",
)  # fmt: skip

REFUSED: Mapping[str, tuple[bytes, str]] = {
    "nothing": (b"", "there are no names in this list"),
    "headings only": (b"name,region\n", "there are no names in this list"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\r", "a document or a picture"),
    "a .pdf": (b"%PDF-1.7\n", "a document or a picture"),
    "a damaged workbook": (b"PK\x03\x04 and nothing more", "damaged"),
    "an old .xls": (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "old or encrypted Excel file"),
    "a page of the web": (b"<html>\n<body>Anna Rossi</body>\n", "this is a web page"),
    "a link": (b'{"":"","doc_id":"1abc","email":"a@x.it"}', "only a link to a spreadsheet"),
    "a quotation mark left open": (b'name,region\n"Anna Rossi,Lazio\nBruno,Lazio\n', "line 3: a quotation mark"),
    "UTF-32": (PLAIN.encode("utf-32"), "this list cannot be read"),
    "many words": (b"ab " * 300_000 + b"\0", "this list cannot be read"),
    "many columns": (b"ab,c d," * 100_000, "more than 10000 lines or 100 columns"),
    "many lines": (b"ab\n" * 300_000, "has more than 10000 lines or 100 columns"),
    "megabytes": (b"Anna Rossi\n" * 100_000, "larger than 1 MB"),
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def read(path: Path, answers: Answers = Answers()) -> list[str]:  # noqa: B008 - it never changes
    return [player.name for player in entry_list(path, answers=answers).players]


def asked(path: Path, answers: Answers = Answers()) -> Asked:  # noqa: B008 - as above
    refusal = raised(Asked, entry_list, path, answers=answers)
    assert refusal.exit_code == USAGE
    return refusal


@pytest.mark.parametrize("name", ["~~Fabio Neri~~ Eva Neri", "Eva Neri ~Fabio~", "F\u0336a\u0336 Eva Neri", "~~Eva Neri~~"])
def test_of_a_line_that_is_struck_out_in_part_plays_who_is_not(name: str, tmp_path: Path) -> None:
    """«All lines» made one player of both."""
    path = tmp_path / "list.txt"
    path.write_text(f"Anna Rossi\n{name}\n", encoding="utf-8")
    with pytest.raises(Asked, match="struck out"):
        entry_list(path, "en")
    assert [one.name for one in entry_list(path, "en", Answers(all=True)).players] == ["Anna Rossi", "Eva Neri"]


@pytest.mark.parametrize("case", CERTAIN)
def test_what_is_certain_is_read_at_once(tmp_path: Path, case: str) -> None:
    (path := tmp_path / "list.csv").write_bytes(CERTAIN[case][0])
    assert read(path) == list(CERTAIN[case][1])


@pytest.mark.parametrize("heading", HEADINGS)
def test_headings_of_names(tmp_path: Path, heading: str) -> None:
    (path := tmp_path / "list.csv").write_text(f'"{heading}"\n{PLAIN}', encoding="utf-8")
    assert read(path) == list(NAMES)


@pytest.mark.parametrize("case", ASKED)
def test_what_is_not_certain_is_asked_and_each_way_goes_on(tmp_path: Path, case: str) -> None:
    text, why, names = ASKED[case]
    (path := tmp_path / "list.csv").write_bytes(text)
    question = asked(path)
    assert why in " ".join(question.why)
    assert [read(path, way) for way in question.ways.values()][:1] == [list(names)]


@pytest.mark.parametrize("column", PRESENCE)
def test_a_column_that_may_say_who_comes_is_asked(tmp_path: Path, column: str) -> None:
    head, yes, no = column.split(";")
    lines = [f"Nome;{head}", *(f"{name};{yes}" for name in NAMES), f"Eva Neri;{no}"]
    (path := tmp_path / "list.csv").write_text("\n".join(lines), encoding="utf-8")
    assert f"2 «{head}»" in " ".join(asked(path).why)


@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_that_somebody_does_not_come_is_asked(tmp_path: Path, remark: str) -> None:
    (path := tmp_path / "list.csv").write_text(f"Nome;Note\nAnna Rossi;\nEva Neri;{remark}\n", encoding="utf-8")
    assert [read(path, way) for way in asked(path).ways.values()] == [["Anna Rossi"], ["Anna Rossi", "Eva Neri"]]


@pytest.mark.parametrize("column", EVERYDAY)
def test_an_everyday_column_is_not_asked(tmp_path: Path, column: str) -> None:
    head, one, other = column.split(";")
    text = f"Nome;{head}\nAnna Rossi;{one}\nEva Neri;{other}\nUgo Sala;{one}\n"
    (path := tmp_path / "list.csv").write_text(text, encoding="utf-8")
    assert read(path) == ["Anna Rossi", "Eva Neri", "Ugo Sala"]


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_list_is_refused_in_one_sentence(tmp_path: Path, case: str) -> None:
    (path := tmp_path / "list.csv").write_bytes(REFUSED[case][0])
    refusal = raised(Refusal, entry_list, path)
    assert len(refusal.lines) == 1
    assert len(refusal.lines[0]) < 300 + len(str(path))
    assert REFUSED[case][1] in refusal.lines[0]
    assert refusal.exit_code == USAGE


@pytest.mark.soak
def test_the_command_that_is_shown_goes_on(bangxl: CommandLine, path: Path, tmp_path: Path) -> None:
    (tmp_path / "my list.csv").write_bytes(
        "Nome;Stato\nAnna Rossi;pagato\nGößl Neri;annullato\nEva Blu;pagato\n".encode("cp1252")
    )
    given = ["new", path, "--rulebook", "italy-2010", "--players", tmp_path / "my list.csv"]
    given += ["--language", "it", "--option", "duel=short"]
    asked = bangxl(*given)
    shown = asked.err
    assert (asked.code, path.exists()) == (USAGE, False)
    assert "    2: Anna Rossi | pagato" in shown
    assert "Stato: pagato 2, annullato 1" in shown
    command = next(line for line in shown.splitlines() if line.startswith("  bangxl new "))
    bangxl(*shlex.split(command)[1:])
    assert [player.name for player in facts(path).players] == ["Anna Rossi", "Eva Blu"]


def test_nobody_is_left_out_unless_somebody_says_so(tmp_path: Path) -> None:
    (path := tmp_path / "list.csv").write_text("name,Status\nAnna Rossi,paid\nEva Neri,cancelled\nUgo Neri,\n", encoding="utf-8")
    assert read(path, Answers(all=True)) == ["Anna Rossi", "Eva Neri", "Ugo Neri"]
    assert read(path, Answers(only=("Status=paid,",))) == ["Anna Rossi", "Ugo Neri"]
    assert read(path, Answers(only=("2=cancelled",))) == ["Eva Neri"]
    assert read(path, Answers(only=("2,4-",))) == ["Anna Rossi", "Ugo Neri"]
    assert entry_list(path, answers=Answers(only=("2=paid",))).remarks[-1] == "Left out, as you said: 2 (Eva Neri, Ugo Neri)."
    for wrong in ("Stato=paid", "paid", "2-x"):
        with pytest.raises(Refusal, match=r"--only: .* Columns: name, Status"):
            entry_list(path, answers=Answers(only=(wrong,)))


def test_columns_that_somebody_names(tmp_path: Path) -> None:
    (path := tmp_path / "list.csv").write_text("x;Jan;Novák;Brno\n1;Eva;Malá;Praha\n", encoding="utf-8")
    players = entry_list(path, answers=Answers(columns="given=2, surname=3,region=4", all=True)).players
    assert [(one.name, one.region) for one in players] == [("Jan Novák", "Brno"), ("Eva Malá", "Praha")]
    for wrong in ("name", "name=0", "nome=2", "region=4"):
        with pytest.raises(Refusal, match="--columns"):
            entry_list(path, answers=Answers(columns=wrong))


def test_an_encoding_that_somebody_names(tmp_path: Path) -> None:
    (path := tmp_path / "list.csv").write_bytes("花子 佐藤\n".encode("cp932"))
    assert read(path, Answers(encoding="cp932")) == ["花子 佐藤"]
    with pytest.raises(Refusal, match="--encoding: bangxl does not know «x1»"):
        entry_list(path, answers=Answers(encoding="x1"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Jürgen Weiß\n".encode("cp1252"), "Its letters were read as cp1252. Please check: «Jürgen, Weiß»."),
        (b"name,region\nAnna Rossi,Lazio\n,Lazio\n", "Lines without a name, left out: 3."),
        (b"name,shoe\nAnna Rossi,38\nEva Neri,39\nUgo Neri,38\n", "Columns not used: shoe (38 2, 39 1)."),
        (b"Player Name,Region\nAnna Rossi,Lazio\n", "Columns used: Full name = Player Name, Region = Region."),
        (b"name,note\nAnna Rossi,\nEva Neri,left-handed\n", "Columns not used: note (left-handed 1)."),
        (b"Iscritti\nname,region\nAnna Rossi,\n", "Line 2 has the headings. The lines above it were not used."),
    ],
)
def test_what_was_understood_is_said(tmp_path: Path, text: bytes, said: str) -> None:
    (path := tmp_path / "list.csv").write_bytes(text)
    assert any(line.startswith(said) for line in entry_list(path).remarks)


def test_what_programs_get_to_choose_from(tmp_path: Path) -> None:
    (path := tmp_path / "list.csv").write_bytes(
        "name,Stato\nNiccolò Neri,ok\nAnna Rossi,assente\nEva + Ugo,ok\n".encode("cp1252")
    )
    data = asked(path).data
    assert isinstance(data, dict)
    assert data["columns"][1] == {"number": 2, "title": "Stato", "role": ""}
    assert data["rows"][-1] == {"line": 4, "cells": ["Eva + Ugo", "ok"], "doubt": "no plain name"}
    assert data["states"] == [{"column": 2, "title": "Stato", "values": [["ok", 2], ["assente", 1]]}]
    assert data["ways"][0]["text"] == "cp1252: Niccolò; Only 2=ok"
    assert data["ways"][0]["options"] == Answers(encoding="cp1252", only=["2=ok", "2-4"])._asdict()
    assert {"text": "cp1250: Niccolň", "options": Answers(encoding="cp1250")._asdict()} in data["ways"]


LONG = {
    "a word": b"name\nAnna " + b"x" * 1_000_000,
    "words in ANSI": b"\n".join(b"\xe9%x o%x" % (number, number) for number in range(9990)),
    "a word in ANSI": b"\xe9" * 1_000_000,
}


@pytest.mark.parametrize("text", sample(LONG, 3))
def test_a_long_list_takes_seconds_of_the_processor_not_minutes(tmp_path: Path, text: str) -> None:
    """A word of a megabyte was searched again from each of its letters, and each word in each code page."""
    (path := tmp_path / "list.csv").write_bytes(LONG[text])
    code = "import sys, pathlib, bangxl.commands.entry_list as lists; lists.entry_list(pathlib.Path(sys.argv[1]))"
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (30, 30))
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, preexec_fn=limit, check=False)
    assert (done.returncode, "entry_list.Asked" in done.stderr) == (1, True)


def test_a_long_line_is_not_repeated(tmp_path: Path) -> None:
    words = " ".join(f"w{number:x}" for number in range(150_000))
    (path := tmp_path / "list.csv").write_text(f"{words}\nAnna Rossi\n", encoding="utf-8")
    assert max(map(len, asked(path).lines)) < 200 + len(str(path))


def workbook(path: Path, *sheets: Sequence[Sequence[object]]) -> Workbook:
    wb = Workbook()
    for at, rows in enumerate(sheets):
        ws = wb.create_sheet() if at else wb.worksheets[0]
        for row in rows:
            ws.append(list(row))
    wb.save(path)
    return wb


def test_straight_from_a_workbook(tmp_path: Path) -> None:
    """Texts stay texts, whatever they look like; a title above the headings, an empty sheet beside."""
    rows: list[list[object]] = [
        ["Coppa"], [], ["Cognome", "Nome", "Regione", "Nato"], ["Rossi", "Anna", "Lazio", date(1980, 1, 2)], ["Verdi", "Tex"],
    ]  # fmt: skip
    workbook(path := tmp_path / "list.xlsx", rows, [])
    assert [(one.name, one.region) for one in entry_list(path).players] == [("Anna Rossi", "Lazio"), ("Tex Verdi", "")]


def test_a_second_sheet_with_something_is_asked(tmp_path: Path) -> None:
    workbook(path := tmp_path / "list.xlsx", [["Welcome"]], [["Name"], ["Anna Rossi"]], [["Eva Neri"]])
    question = asked(path)
    assert question.why == ["Several sheets have something on them: Sheet, Sheet1, Sheet2."]
    assert [*question.ways] == ["Sheet1 (2): Anna Rossi; All lines, as shown here", "Sheet (1): Welcome", "Sheet2 (1): Eva Neri"]
    assert [read(path, way) for way in question.ways.values()] == [["Anna Rossi"], ["Welcome"], ["Eva Neri"]]
    assert read(path, Answers(sheet="Sheet2")) == ["Eva Neri"]
    with pytest.raises(Refusal, match="Choose from: Sheet, Sheet1, Sheet2"):
        entry_list(path, answers=Answers(sheet="x"))


def test_names_struck_out_or_hidden_are_asked(tmp_path: Path) -> None:
    wb = workbook(path := tmp_path / "list.xlsx", [["name"], ["Anna Rossi"], ["Eva Neri"], ["Ugo Neri"]])
    wb.worksheets[0]["A3"].font = Font(strike=True)
    wb.worksheets[0].row_dimensions[4].hidden = True
    wb.save(path)
    question = asked(path)
    assert [row["doubt"] for row in question.data["rows"]] == ["", "", "struck out", "hidden"]  # type: ignore[index]
    assert [read(path, way) for way in question.ways.values()] == [["Anna Rossi"], ["Anna Rossi", "Eva Neri", "Ugo Neri"]]


@pytest.mark.parametrize("kept", ["in cells", "as Excel does"])
def test_a_part_of_a_text_that_is_struck_out_is_asked(tmp_path: Path, kept: str) -> None:
    line, other = InlineFont(strike=True), InlineFont(strike=False)
    part = CellRichText(TextBlock(line, "Fabio Neri"), " Ugo Sala")
    rows: list[list[object]] = [["name"], ["Anna Rossi"], [part], [CellRichText(TextBlock(other, "Eva"), " Blu")]]
    workbook(path := tmp_path / "list.xlsx", rows)
    if kept == "as Excel does":
        path.write_bytes(with_shared_texts(path.read_bytes()))
    assert [row["doubt"] for row in asked(path).data["rows"]] == ["", "", "struck out", ""]  # type: ignore[index]


def test_a_hidden_sheet_with_something_is_asked_and_read_only_if_chosen(tmp_path: Path) -> None:
    wb = workbook(path := tmp_path / "list.xlsx", [["name"], ["Anna Rossi"]], [["Lazio"], ["Umbria"], ["Alto Adige"]])
    wb.worksheets[1].sheet_state = "hidden"
    wb.save(path)
    assert asked(path).why == ["Several sheets have something on them: Sheet, Sheet1."]
    assert next(iter(asked(path).ways)) == "Sheet (2): Anna Rossi; All lines, as shown here"


def test_a_region_in_merged_cells_is_asked(tmp_path: Path) -> None:
    wb = workbook(path := tmp_path / "list.xlsx", [["Regione", "Nome"], ["Lazio", "Anna Rossi"], [None, "Eva Neri"]])
    wb.worksheets[0].merge_cells("A2:A3")
    wb.save(path)
    question = asked(path)
    assert [row["doubt"] for row in question.data["rows"]] == ["", "", "merged"]  # type: ignore[index]
    way = next(iter(question.ways.values()))
    assert [one.region for one in entry_list(path, answers=way).players] == ["Lazio", "Lazio"]


def test_a_workbook_of_libreoffice_is_refused(tmp_path: Path) -> None:
    with ZipFile(path := tmp_path / "list.ods", "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("content.xml", "<x/>")
    with pytest.raises(Refusal, match="a LibreOffice spreadsheet"):
        entry_list(path)


def test_formulas_that_were_never_calculated(tmp_path: Path) -> None:
    workbook(path := tmp_path / "list.xlsx", [["name"], ["Anna Rossi"], ["=A2"]])
    with pytest.raises(Refusal, match=r"line 3: a formula there has never been calculated"):
        entry_list(path)


def test_from_a_workbook_of_ours(tmp_path: Path) -> None:
    assert read(listed(tmp_path / "torneo.xlsx", "italy-2010", NAMES, 10, language="it")) == list(NAMES)
