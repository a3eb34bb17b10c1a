"use strict";
// The words of the page in each language, and elements made of them.

const WORDS = /*WORDS*/;
const $ = (selector) => document.querySelector(selector);
const make = (name, { data, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
};
const LANGUAGES = Object.keys(WORDS.texts);
let language = LANGUAGES.find((one) => (navigator.language || "").startsWith(one)) || "en";
const text = (key, values = {}) => WORDS.texts[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
