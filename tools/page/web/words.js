"use strict";
// The words of the page in each language, and elements made of them.

const WORDS = /*WORDS*/;
const { forms: FORMS, choices: CHOICES } = WORDS, LANGUAGES = Object.keys(WORDS.texts);
let language = LANGUAGES.find((one) => navigator.language?.startsWith(one)) ?? "en";
const has = (key) => key in WORDS.texts[language];
const text = (key, values = {}) => WORDS.texts[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const $ = (selector) => document.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];
// Of what an element is to hold, lists are taken apart, and what is not there is left out.
const flat = (children) => children.flat(Infinity).filter((one) => one || one === 0);
const fill = (selector, ...children) => $(selector).replaceChildren(...flat(children));

// An element with its children, after its properties; `t` is the key of its words, in whatever language.
function make(name, ...children) {
  const { t, data, ...properties } = children[0]?.constructor === Object ? children.shift() : {};
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.dataset, data, t && { t });
  element.append(...flat([t && text(t), children]));
  return element;
}

// Of a row, what is no text is a cell already.
function table(title, [heads, ...rows]) {
  const cell = (one, name, properties = {}) => one instanceof Element ? one : make(name, properties, one);
  const head = make("tr", heads.map((one) => cell(one, "th", { scope: "col" })));
  const body = rows.map((cells) => make("tr", cells.map((one) => cell(one, "td"))));
  return make("table", { tabIndex: 0 }, make("caption", title), make("thead", head), make("tbody", body));
}

const paragraphs = (said) => said.map((line) => make("p", line));
const folded = (said) => said.length > 0 && make("details", make("summary", { t: "details" }), paragraphs(said));

// An answer, whose rows are a table with a title; of what begins with ✓ and has no ×, the first line, and the others folded.
function lines(said, title = "") {
  const rows = title ? said.filter((line) => line.includes("\t")) : [], [first, ...rest] = said.slice(rows.length);
  const isGood = first?.startsWith("✓") && !rest.some((line) => line.startsWith("×"));
  return [rows.length > 0 && table(text(title), rows.map((line) => line.split("\t"))),
    first && make("p", { className: isGood ? "good" : "" }, first), isGood ? folded(rest) : paragraphs(rest)];
}

const tick = (said, properties) => make("label", make("input", { type: "checkbox", ...properties }), make("span", said));

const address = (bytes, type = "") => URL.createObjectURL(new Blob([bytes], { type }));
const saving = (download, bytes, said, className) =>
  make("a", { href: address(bytes), download, className }, text(said, { name: download }));
