"use strict";
const WORDS = /*WORDS*/;
const $ = (selector) => document.querySelector(selector);
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const LANGUAGES = Object.keys(WORDS.texts);
let language = LANGUAGES.find((one) => (navigator.language || "").startsWith(one)) || "en";
const text = (key, values = {}) => WORDS.texts[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// The worker: one request after the other.

let worker;
let last = Promise.resolve();
let count = 0;
const waiting = new Map();

async function part(name) {
  const element = $(`#part-${name}`);
  const packed = Uint8Array.from(atob(element.textContent), (sign) => sign.charCodeAt(0));
  element.remove();
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function boot() {
  const parts = Object.fromEntries(await Promise.all(["worker", "wasm", "stdlib", "app", "lock"].map(async (one) => [one, await part(one)])));
  const source = new Blob([parts.worker], { type: "text/javascript" });
  delete parts.worker;
  worker = new Worker(URL.createObjectURL(source));
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "worker"));
    worker.onmessage = ({ data }) => {
      if (data.started) worker.postMessage({ parts }, Object.values(parts).map((one) => one.buffer));
      else if (data.ready) resolve(data.ready);
      else if (data.log !== undefined) console.info(data.log);
      else if (data.id === undefined) reject(new Error(data.broken));
      else waiting.get(data.id)(data);
    };
  });
}

function ask(request) {
  const id = ++count;
  return new Promise((resolve) => {
    waiting.set(id, (reply) => { waiting.delete(id); resolve(reply); });
    worker.postMessage({ id, ...request });
  });
}

// The page's data of each tournament: the log that identifies it, its history, and the workbook as the page last had it.

const store = {
  opened: null,
  open() {
    this.opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("bangxl", 2);
      request.onupgradeneeded = () => {
        for (const old of [...request.result.objectStoreNames]) request.result.deleteObjectStore(old);
        request.result.createObjectStore("tournaments", { keyPath: "id", autoIncrement: true });
        request.result.createObjectStore("files");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this.opened;
  },
  async at(mode, act) {
    const base = await this.open();
    return new Promise((resolve, reject) => {
      const both = base.transaction(["tournaments", "files"], mode);
      const request = act(both.objectStore("tournaments"), both.objectStore("files"));
      both.oncomplete = () => resolve(request.result);
      both.onabort = () => reject(both.error);
    });
  },
  all() { return this.at("readonly", (tournaments) => tournaments.getAll()); },
  files(id) { return this.at("readonly", (_tournaments, files) => files.get(id)); },
  // What is written is unsaved, until the person has it in a file.
  put(tournament, kept) {
    return this.at("readwrite", (tournaments, files) => {
      const request = tournaments.put({ ...tournament, unsaved: true });
      request.onsuccess = () => files.put(kept, request.result);
      return request;
    });
  },
  saved(id) {
    return this.at("readwrite", (tournaments) => {
      const request = tournaments.get(id);
      request.onsuccess = () => { if (request.result) tournaments.put({ ...request.result, unsaved: false }); };
      return request;
    });
  },
};

// The tournament of a file, whatever its name, and whether the file has everything that the page last wrote.
async function recognise(name, bytes) {
  const all = bytes ? await store.all() : [];
  if (!all.length) return null;
  const { number, goesOn } = await ask({ name, bytes, tournaments: all.map((one) => ({ name: one.name, story: one.story })) });
  return number >= 0 ? { ...all[number], goesOn, ...await store.files(all[number].id) } : null;
}

const CODES = { defect: 3 };

// The reports of a season, each under a name of its own.
function numbered(reports, ...names) {
  return reports.map(({ name, bytes }) => {
    let free = name.split(/[\\/]/).pop();
    while (names.includes(free)) free = `2-${free}`;
    names.push(free);
    return [free, new Uint8Array(bytes)];
  });
}

async function run(action, name, bytes, options = {}) {
  await window.bangxl.ready;
  const file = String(name).split(/[\\/]/).pop();
  const reports = action === "season" ? numbered(bytes ?? [], file) : [];
  const given = action === "season" ? null : bytes && new Uint8Array(bytes);
  const before = await recognise(file, given).catch(() => null);
  const known = action === "look" && before ? before.book : null;
  const asked = known ? { ...options, known: true } : options;
  const reply = await ask({ action, name: file, bytes: given, options: asked, language, kept: before ? before.kept : [], known, reports });
  if (reply.broken) return { ok: false, code: CODES.defect, lines: [reply.broken], files: [] };
  const files = reply.files.map(([path, data]) => ({ name: path, bytes: data }));
  const written = action !== "season" && files.find((one) => one.name === file);
  // A file that continues from an earlier state becomes a separate tournament: the later one stays unchanged.
  const same = before && before.goesOn ? { id: before.id } : {};
  const now = written && await store.put({ ...same, name: file, story: reply.story }, { book: written.bytes, kept: reply.kept })
    .catch((error) => { reply.lines.push(String(error)); });
  return {
    ok: reply.code === 0, code: reply.code, lines: reply.lines, files, asks: reply.asks, button: reply.button, seconds: reply.seconds,
    tournament: now || (before && before.id), goesOn: before && before.goesOn, last: known && { name: before.name, bytes: known },
  };
}

window.bangxl = {
  run(action, name, bytes, options) {
    const failed = (error) => ({ ok: false, code: CODES.defect, lines: [String(error)], files: [] });
    last = last.then(() => run(action, name, bytes, options)).catch(failed);
    return last;
  },
  ready: boot(),
};

// The visible part.

const FIRST = ["seat", "check", "print", "undo", "redo", "report", "verify", "export", "history"];
const FORMS = WORDS.forms;
const OF_LANGUAGE = { it: "italy-2010", en: "italy-2010", de: "germany", ru: "italy-2010" };
const PAPERS = { now: "", walls: "walls", records: "records", standings: "standings", duels: "duels", slips: "slips", meetings: "meetings", diplomas: "diplomas", blank: "blank" };
const inRound = (action) => ({ of_round, ...given }) => [action, of_round ? { ...given, round: of_round } : given];
const OWN = { verify: ({ pdf, ...given }) => ["verify", pdf ? { ...given, pdf: file.name.replace(/\.\w+$/, ".pdf") } : given], print: inRound("print"), earlier: ({ to = 0 }) => ["undo", { to }], repair: () => ["check", { repair: true }], room: () => ["show", {}], swap: inRound("swap"), by_hand: ({ by_lines }) => ["seat", { by_hand: by_lines }], close: (given) => ["seat", { ...given, close: true }], rule: (given) => ["rule", { ...given, payout: (given.payout || "").split(/\s*\n\s*/).filter(Boolean) }] };
let file = null;

const choices = (name) => name === "rulebook" ? Object.entries(WORDS.rulebooks) : Object.entries(PAPERS).map(([key, value]) => [value, text(key)]);

function field(action, [name, kind]) {
  const id = `${action}-${name}`;
  const needed = !["free", "mark", "lines", "optional"].includes(kind) && name !== "what";
  const properties = { id, name, required: needed };
  const input = kind === "choice" ? make("select", properties, ...choices(name).map(([value, title]) => make("option", { value }, title)))
    : ["lines", "list"].includes(kind) ? make("textarea", properties)
    : make("input", { ...properties, type: { number: "number", optional: "number", mark: "checkbox" }[kind] || "text", ...(["number", "optional"].includes(kind) ? { min: 1 } : {}), ...(kind === "name" ? { value: "torneo.xlsx", pattern: ".+\\.xls[xm]" } : {}) });
  const said = make("span", {}, text(name));
  return make("label", { htmlFor: id, className: kind === "mark" ? "mark" : "" }, ...(kind === "mark" ? [input, said] : [said, input]));
}

function form(action) {
  const made = make("form", { onsubmit: submit }, ...FORMS[action].map((one) => field(action, one)), make("div", {}, make("button", {}, action === "new" ? text("create") : text("do"))));
  made.dataset.action = action;
  return made;
}

function submit(event) {
  event.preventDefault();
  const action = event.target.dataset.action;
  const given = {};
  for (const [name, kind] of FORMS[action]) {
    const input = event.target.elements[name];
    if (kind === "mark") given[name] = input.checked;
    else if (input.value !== "") given[name] = ["number", "optional"].includes(kind) ? Number(input.value) : input.value;
  }
  if (action === "new") {
    file = { name: given.file, bytes: null, handle: null };
    delete given.file;
    $("#making").open = false;
    $("#listed").replaceChildren();
    act("new", { ...given, language });
  } else act(...(OWN[action] ? OWN[action](given) : [action, given]));
}

function draw() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = text(element.dataset.t);
  const fresh = form("new");
  fresh.elements.rulebook.value = OF_LANGUAGE[language];
  $("#making form").replaceWith(fresh);
  for (const old of document.querySelectorAll("#guide a")) old.remove();
  showUnsaved();
  $("#buttons").replaceChildren(
    ...FIRST.map((action, index) => {
      const button = make("button", { type: "button", className: index ? "" : "first", onclick: () => act(action) }, text(action));
      button.dataset.action = action;
      return button;
    }),
    make("button", { type: "button", id: "standings", onclick: standings }, text("show")),
  );
  const others = Object.keys(FORMS).filter((action) => action !== "new");
  $("#forms").replaceChildren(...others.map((action) => make("details", {}, make("summary", {}, text(action)), form(action))));
}

const standings = () => busy(async () => {
  const button = $("#standings");
  if (button.dataset.open) { hide(); return focusOn("#standings"); }
  if (!await upToDate()) return focusOn("#name");
  const done = await perform("standings");
  if (done.ok) {
    $("#lines").replaceChildren(table(done.lines.map((line) => line.split("\t"))));
    button.dataset.open = "yes"; button.textContent = text("hide"); }
  return focusOn("#answer-title");
});

function hide() {
  const button = $("#standings");
  delete button.dataset.open;
  button.textContent = text("show");
  $("#answer").hidden = true;
  $("#followed").replaceChildren();
}

function table([heads, ...rows]) {
  return make("table", { tabIndex: 0 }, make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)))), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((one) => make("td", {}, one))))));
}

// An answer; if it begins with ✓, that line alone, and the others folded.
function lines(said) {
  const all = document.createDocumentFragment();
  all.append(...said.map((line) => make("p", {}, line)));
  if (!said[0]?.startsWith("✓")) return all;
  all.firstChild.className = "good";
  const others = [...all.children].slice(1);
  if (others.length) all.append(make("details", {}, make("summary", {}, text("details")), ...others));
  return all;
}

// Read a writable file again: whether somebody has saved something new there.
async function reread(one) {
  const disk = await one.handle.getFile().then(contents).catch(() => one.disk);
  const known = same(disk, one.disk) || same(disk, one.bytes);
  one.disk = disk;
  if (!known) one.bytes = disk;
  return !known;
}

// Before an action; what is doubtful is shown first, and the second click goes on.
async function upToDate() {
  if (!file.handle || !(await reread(file) || file.doubtful)) return true;
  file.doubtful = false;
  return (await look()).ok;
}

// Between the actions: when the file is saved, show what Check says, and the room. Nothing is written.
async function follow() {
  const here = file;
  const isFree = () => here === file && !working;
  if (!here?.handle || working) return;
  const { lastModified } = await here.handle.getFile();
  if (lastModified === here.modified || !isFree()) return;
  here.modified = lastModified;
  if (!await reread(here)) return;
  here.doubtful = true;
  if (!isFree()) return;
  const seen = await look();
  here.doubtful = !seen.ok;
  forget(seen);
  const checked = await window.bangxl.run("check", here.name, here.bytes, {});
  if (!isFree()) return;
  const time = new Date(lastModified).toLocaleTimeString(language);
  $("#followed").replaceChildren(make("p", {}, text("followed", { name: here.name, time })), lines(checked.lines));
  await showRoom();
}

const EVERY = 1000;
const watch = () => follow().catch(() => {}).then(() => setTimeout(watch, EVERY));

// The window for the room shows the tournament for which it was opened.
let room = null;

async function showRoom() {
  if (!room || room.window.closed || (room.name !== file.name && (!file.tournament || room.tournament !== file.tournament))) return;
  const { files: [shown] } = await window.bangxl.run("show", file.name, file.bytes, {});
  if (shown) room.window.location.replace(address(shown.bytes, SHOWN.html));
}

function openRoom({ currentTarget }) {
  room = { window: window.open(currentTarget.href), name: file.name, tournament: file.tournament };
  return false;
}

// One action at a time, from the click to its answer; announce the state to screen readers.
async function busy(work) {
  show(true);
  try {
    await work();
  } finally {
    show(false);
  }
}

let working = false;

function show(now) {
  working = now;
  for (const button of document.querySelectorAll("button")) button.disabled = working;
  $("#state").className = working ? "busy" : "";
  $("#state").textContent = text(working ? "working" : "ready");
}

async function perform(action, options = {}, { name, bytes } = file) {
  let done = await window.bangxl.run(action, name, bytes, options);
  if (done.asks?.length && confirm(done.asks.join("\n"))) done = await window.bangxl.run(action, name, bytes, { ...options, yes: true });
  $("#answer").hidden = false;
  $("#lines").className = done.ok ? "" : "wrong";
  $("#lines").replaceChildren(lines(done.lines));
  $("#files").replaceChildren();
  return done;
}


const act = (action, options) => busy(async () => {
  hide();
  if (!await upToDate()) return focusOn("#name");
  const done = await perform(action, options);
  $("#files").append(...done.files.filter((one) => one.name !== file.name).flatMap(({ name, bytes }) => links(name, bytes)));
  const written = done.files.find((one) => one.name === file.name);
  if (written) {
    file.bytes = written.bytes;
    unsaved.set(done.tournament || file.name, { file, bytes: written.bytes, instead: file.disk, done: false });
    await look();
    showUnsaved();
    await showRoom();
  }
  return focusOn("#answer-title");
});

const season = (reports) => busy(async () => {
  hide();
  const done = await perform("season", {}, { name: "season.xlsx", bytes: reports });
  $("#files").append(...done.files.flatMap(({ name, bytes }) => links(name, bytes)));
  return focusOn("#answer-title");
});

// After the work, because a disabled element cannot keep the focus.
const focusOn = (selector) => { setTimeout(() => $(selector).focus()); };

// Results are only in this browser until the person saves them, or opens a file that has them; by tournament.
const unsaved = new Map();

function showUnsaved() {
  const all = [...unsaved.values()];
  $("#then").hidden = !all.length;
  $("#save").replaceChildren(...(all.some((one) => !one.done) ? [make("strong", {}, text("unsaved"))] : []), ...all.flatMap((one) => {
    const { file: { name, handle }, bytes } = one;
    const link = saving(name, bytes, "download", "file first");
    link.onclick = () => { saved(one); };
    return [
      ...(handle ? [make("button", { type: "button", className: "first", onclick: () => writeBack(one) }, text("write_back", { name }))] : []),
      link,
      ...(one.file === file ? [] : [make("button", { type: "button", onclick: () => open([one.file]) }, text("open_it", { name }))]),
    ];
  }));
}

function saved(one) {
  one.done = true;
  for (const [id, kept] of unsaved) if (kept === one) store.saved(id).catch(() => {});
}

function forget(seen) {
  const known = unsaved.get(seen.tournament);
  const isOnDisk = known && (known.file !== file || (file.disk && same(file.bytes, file.disk)));
  if (isOnDisk && seen.ok && seen.goesOn) saved(known);
  for (const [key, one] of unsaved) if (one.done) unsaved.delete(key);
  showUnsaved();
}

// After a reload: what is not saved yet is still there.
async function restore() {
  for (const { id, name, unsaved: left } of await store.all()) {
    if (!left || unsaved.has(id)) continue;
    const { book } = await store.files(id);
    unsaved.set(id, { file: { name, bytes: book, handle: null }, bytes: book, done: false });
  }
  showUnsaved();
}

window.addEventListener("beforeunload", (event) => { if ([...unsaved.values()].some((one) => !one.done)) event.preventDefault(); });

const address = (bytes, type = "") => URL.createObjectURL(new Blob([bytes], { type }));
const saving = (name, bytes, said, className) => make("a", { href: address(bytes), download: name, className }, text(said, { name }));
const SHOWN = { html: "text/html", pdf: "application/pdf" };
const opening = (name, bytes, type) => make("a", { href: address(bytes, type), target: "_blank", className: "file", onclick: name.endsWith("-room.html") ? openRoom : null }, text("open_it", { name }));
const links = (name, bytes, className = "file", type = SHOWN[name.split(".").pop()]) => [...(type ? [opening(name, bytes, type)] : []), saving(name, bytes, "download", className)];

$("#guide button").onclick = () => busy(async () => {
  const { files } = await window.bangxl.run("help", "handbook", null);
  $("#guide").replaceChildren($("#guide button"), ...files.flatMap(({ name, bytes }) => links(name, bytes)));
  return focusOn("#guide a");
});

const contents = async (blob) => new Uint8Array(await blob.arrayBuffer());
const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

async function writeBack(one) {
  const { file: into, bytes } = one;
  const { name } = into;
  let said = text("written", { name });
  try {
    if (!same(one.instead, await contents(await into.handle.getFile()))) said = text("changed", { name });
    else {
      const writable = await into.handle.createWritable();
      await writable.write(bytes);
      await writable.close();
      into.disk = one.instead = bytes;
      saved(one);
    }
  } catch {
    said = text("not_written", { name });
  }
  $("#lines").append(make("p", {}, said));
}

async function look(seen = null) {
  seen ??= await window.bangxl.run("look", file.name, file.bytes, {});
  file.tournament = seen.tournament;
  $("#work").hidden = false;
  $("#name").textContent = file.name;
  $("#first").hidden = seen.ok;
  $("#first").replaceChildren(...(seen.ok ? [] : [make("strong", {}, text("mended")), lines(seen.lines)]));
  if (!seen.ok && seen.last) $("#first").append(make("p", {}, saving(seen.last.name, seen.last.bytes, "last_one", "file")));
  const known = [...(seen.ok ? seen.lines : []), ...(file.handle ? [text("follows", { name: file.name })] : [])];
  $("#about-file").replaceChildren(...known.map((line) => make("li", {}, line)));
  for (const button of document.querySelectorAll("#buttons button")) button.classList.toggle("first", button.dataset.action === (seen.button || "seat"));
  return seen;
}

// A list of players is no workbook: start a new one with its names.
async function listed(one) {
  const done = await window.bangxl.run("list", one.name, one.bytes, {});
  if (done.ok) {
    $("#making").open = true;
    $("#listed").replaceChildren(lines(done.lines));
    $("#new-players").value = new TextDecoder().decode(done.files[0].bytes);
  }
  return done;
}

// What is done with a file that is not the one in view; several reports wait for their season.
async function beside(one, seen, isOfSeason) {
  const { name, bytes } = one;
  if (seen.button === "seat" || isOfSeason) return [text("waits", { name }), " ", make("button", { type: "button", onclick: () => open([one]) }, text("open_it", { name }))];
  const done = seen.button ? await window.bangxl.run("verify", name, bytes, {}) : await listed(one);
  return [(done.ok || seen.button ? done : seen).lines[0]];
}

// Of several files a workbook comes into view, otherwise a report; a list of players begins a new workbook.
const open = (all) => busy(async () => {
  const looks = [];
  for (const { name, bytes } of all) looks.push(await window.bangxl.run("look", name, bytes, {}));
  const at = Math.max(0, ["seat", "verify"].map((button) => looks.findIndex((seen) => seen.button === button)).find((one) => one >= 0) ?? 0);
  $("#beside").replaceChildren();
  hide();
  file = all[at];
  if (!looks[at].button && (await listed(file)).ok) {
    file = null;
    $("#work").hidden = true;
    showUnsaved();
  } else {
    await look(looks[at]);
    forget(looks[at]);
  }
  const reports = all.filter((_one, number) => looks[number].button === "verify");
  const isSeason = reports.length > 1;
  if (isSeason) $("#beside").append(make("li", {}, text("reports", { count: reports.length }), " ", make("button", { type: "button", onclick: () => season(reports) }, text("season"))));
  for (const [number, one] of all.entries()) if (number !== at) $("#beside").append(make("li", {}, ...await beside(one, looks[number], isSeason && reports.includes(one))));
  return focusOn(file ? "#name" : "#new-players");
});

const readable = async (blob, handle = null) => {
  const bytes = await contents(blob);
  return { name: blob.name, bytes, disk: bytes, handle, modified: blob.lastModified };
};
const OURS = /^[^.~].*\.(xlsx|xlsm|csv|tsv|txt)$/i;

// A dropped folder stands for its workbooks and lists.
async function* inside(handle) {
  if (handle.kind !== "directory") yield handle;
  else for await (const one of handle.values()) if (one.kind === "directory" || OURS.test(one.name)) yield* inside(one);
}

// If the browser has a file dialog, its file is writable after asking; other browsers use the input field.
$("#pick").onclick = async (event) => {
  if (!window.showOpenFilePicker) return;
  event.preventDefault();
  const types = [{ accept: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"], "application/vnd.ms-excel.sheet.macroenabled.12": [".xlsm"], "text/plain": [".csv", ".tsv", ".txt"] } }];
  try {
    const handles = await window.showOpenFilePicker({ types, multiple: true });
    await open(await Promise.all(handles.map(async (handle) => readable(await handle.getFile(), handle))));
  } catch (error) {
    if (error.name === "AbortError") return;
    $("#pick").onclick = null;
    $("#pick").click();
  }
};
// Browsers report no change if the user chooses the same, meanwhile edited file again: so clear the choice.
$("#pick").onchange = async ({ target }) => {
  if (!target.files.length) return;
  await open(await Promise.all([...target.files].map((one) => readable(one))));
  target.value = "";
};
document.ondragover = (event) => { event.preventDefault(); $("#drop").classList.add("over"); };
document.ondragleave = () => $("#drop").classList.remove("over");
document.ondrop = async (event) => {
  event.preventDefault();
  $("#drop").classList.remove("over");
  const items = [...event.dataTransfer.items].filter((one) => one.kind === "file");
  const dropped = items.map((item) => [item.getAsFile(), item.getAsFileSystemHandle?.().catch(() => null)]);
  const all = [];
  for (const [blob, asked] of dropped) {
    const handle = await asked;
    if (!handle) all.push(await readable(blob));
    else for await (const one of inside(handle)) all.push(await readable(await one.getFile(), one));
  }
  if (all.length) await open(all);
};
$("#language").onchange = ({ target }) => { language = target.value; draw(); $("#state").textContent = text("ready"); if (file) look(); };
$("#language").value = language;
draw();
window.bangxl.ready.then(
  (times) => { window.bangxl.times = times; $("#state").textContent = text("ready"); watch(); },
  (error) => { console.error(error); $("#state").textContent = text("failed"); },
);
restore().catch(() => {});
