"""The rules of the ribbon's schema of 2006, as far as a tab with fixed texts needs them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from openpyxl.xml.functions import fromstring

NAMESPACE: Final = "http://schemas.microsoft.com/office/2006/01/customui"
LONGEST: Final = 1024
_NAMED: Final = frozenset({"id", "label", "visible", "keytip", "insertAfterMso", "insertBeforeMso"})


@dataclass(frozen=True, slots=True)
class Rule:
    """What an element may have, must have, and may hold."""

    holds: frozenset[str]
    allowed: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    at_least: int = 1


RULES: Final[Mapping[str, Rule]] = {
    "customUI": Rule(frozenset({"ribbon"}), frozenset({"onLoad", "loadImage"})),
    "ribbon": Rule(frozenset({"tabs"}), frozenset({"startFromScratch"})),
    "tabs": Rule(frozenset({"tab"})),
    "tab": Rule(frozenset({"group"}), _NAMED | {"tag"}, frozenset({"id", "label"})),
    "group": Rule(frozenset({"button", "menu"}), _NAMED | {"imageMso", "screentip", "supertip"}, frozenset({"id", "label"})),
    "menu": Rule(frozenset({"button"}), _NAMED | {"imageMso", "screentip", "supertip", "size"}, frozenset({"id", "label"})),
    "button": Rule(
        frozenset(),
        _NAMED
        | {"imageMso", "screentip", "supertip", "description", "tag", "size", "enabled", "onAction", "showLabel", "showImage"},
        frozenset({"id", "label", "onAction"}),
        at_least=0,
    ),
}


def complaints(data: bytes) -> list[str]:
    try:
        root = fromstring(data)
    except SyntaxError as error:
        return [f"ribbon: no XML: {error}"]
    if root.tag != f"{{{NAMESPACE}}}customUI":
        return [f"ribbon: it begins with {root.tag}"]
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    twice = [f"ribbon: id {id_} twice" for id_ in sorted({id_ for id_ in ids if id_ and ids.count(id_) > 1})]
    return [*_element(root), *twice]


def _element(element: Element) -> Iterator[str]:
    name = element.tag.removeprefix(f"{{{NAMESPACE}}}")
    rule = RULES.get(name)
    if rule is None:
        yield f"ribbon: unknown element {name}"
        return
    if len(element) < rule.at_least or (element.text or "").strip() or (element.tail or "").strip():
        yield f"ribbon: {name} is empty or has text"
    for attribute in sorted(set(element.attrib) - rule.allowed):
        yield f"ribbon: {name} has {attribute}"
    for attribute in sorted(rule.needed - set(element.attrib)):
        yield f"ribbon: {name} has no {attribute}"
    for attribute, value in element.attrib.items():
        if not _value(attribute, value):
            yield f"ribbon: {name}: {attribute}={value!r}"
    for child in element:
        if name == "menu" and "size" in child.attrib:
            yield f"ribbon: {child.get('id')} has a size in a menu"
        if child.tag.removeprefix(f"{{{NAMESPACE}}}") not in rule.holds:
            yield f"ribbon: {child.tag} in {name}"
        yield from _element(child)


def _value(attribute: str, value: str) -> bool:
    if attribute == "size":
        return value in {"normal", "large"}
    if attribute in {"visible", "enabled", "showLabel", "showImage", "startFromScratch"}:
        return value in {"true", "false", "0", "1"}
    if attribute == "id":
        return re.fullmatch(r"[A-Za-z_][\w.-]{0,1023}", value, re.ASCII) is not None
    return 0 < len(value) <= LONGEST
