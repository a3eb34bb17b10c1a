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

// The worker: one request after the other.

let worker;
let last = Promise.resolve();
let count = 0;
const waiting = new Map();

// A function for each sign took a third of the page's start.
function unpacked(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const signs = atob(text), bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
  return bytes;
}

async function part(name) {
  const element = $(`#part-${name}`);
  const packed = unpacked(element.textContent);
  element.remove();
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function boot() {
  const { worker: source, ...parts } = Object.fromEntries(await Promise.all(["worker", "wasm", "stdlib", "app", "lock"].map(async (one) => [one, await part(one)])));
  worker = new Worker(address(source, "text/javascript"));
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

// The tournament of a file, whatever its name, and whether the file has everything that the page last wrote.
async function recognise(name, bytes) {
  const all = bytes ? await store.all() : [];
  if (!all.length) return null;
  const { number, goesOn } = await ask({ name, bytes, tournaments: all.map((one) => ({ name: one.name, story: one.story })) });
  return number >= 0 ? { ...all[number], goesOn, ...await store.files(all[number].id) } : null;
}

const DEFECT = 3;

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
  if (reply.broken) return failed(reply.broken);
  const files = reply.files.map(([path, data]) => ({ name: path, bytes: data }));
  const written = action !== "season" && files.find((one) => one.name === file);
  // A file that continues from an earlier state becomes a separate tournament: the later one stays unchanged.
  const same = before && before.goesOn ? { id: before.id } : {};
  const now = written && await store.put({ ...same, name: file, story: reply.story }, { book: written.bytes, kept: reply.kept }, before?.story);
  if (written && !now) return { ...await run("look", name, bytes), isLate: true };
  if (store.memory.has(now)) reply.lines.push(text("not_kept"));
  return {
    ok: reply.code === 0, code: reply.code, lines: reply.lines, files, asks: reply.asks, button: reply.button, seconds: reply.seconds,
    ...(reply.chooser && { chooser: reply.chooser }),
    tournament: now || (before && before.id), goesOn: before && before.goesOn, last: known && { name: before.name, bytes: known },
  };
}

const failed = (error) => ({ ok: false, code: DEFECT, lines: [String(error)], files: [] });

window.bangxl = {
  run: (...asked) => { last = last.then(() => run(...asked)).catch(failed); return last; },
  ready: boot(),
};

// The visible part.

const FIRST = ["seat", "check", "print", "undo", "redo", "report", "verify", "export", "history"];
const FORMS = WORDS.forms;
const OF_LANGUAGE = { it: "italy-2010", en: "italy-2010", de: "germany", ru: "italy-2010" };
const PAPERS = { now: "", walls: "walls", records: "records", standings: "standings", duels: "duels", slips: "slips", meetings: "meetings", diplomas: "diplomas", blank: "blank" };
const inRound = (action) => ({ of_round, ...given }) => [action, of_round ? { ...given, round: of_round } : given];
const OWN = { verify: ({ pdf, ...given }) => ["verify", pdf ? { ...given, pdf: file.name.replace(/\.\w+$/, ".pdf") } : given], print: inRound("print"), earlier: ({ to = 0 }) => ["undo", { to }], repair: ({ rebuild }) => ["check", rebuild ? { rebuild: file.name.replace(/\.\w+$/, "-new$&") } : { repair: true }], room: () => ["show", {}], swap: inRound("swap"), by_hand: ({ by_lines }) => ["seat", { by_hand: by_lines }], close: (given) => ["seat", { ...given, close: true }], rule: (given) => ["rule", { ...given, payout: (given.payout || "").split(/\s*\n\s*/).filter(Boolean) }] };

// What is open, and what runs. A file is one object from begin to end: its name, its bytes, the disk's, its handle. An action is
// bound to its file when it is clicked and waits for what was begun before it; `look` alone changes which file is open.

let file = null;
let state = "starting";
let running = 0;
let queue = Promise.resolve();

// What the person began is shown as work, also to screen readers, and stops the buttons; what is quiet only keeps its turn.
function busy(work, quiet = false) {
  running += quiet ? 0 : 1;
  show();
  const done = queue.then(work).finally(() => { running -= quiet ? 0 : 1; show(); });
  queue = done.catch(() => {});
  return done;
}

function show() {
  for (const button of document.querySelectorAll("button")) button.disabled = running > 0;
  $("#state").className = running ? "busy" : "";
  $("#state").textContent = text(running && state === "ready" ? "working" : state);
}

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
  return make("form", { data: { action }, onsubmit: submit }, ...FORMS[action].map((one) => field(action, one)), make("div", {}, make("button", {}, text(action === "new" ? "create" : action))));
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
  return action === "new" ? create(given) : act(...(OWN[action] ? OWN[action](given) : [action, given]));
}

function draw() {
  const typed = [...document.querySelectorAll("form :is(input, select, textarea)")].filter((one) => one.value !== OF_LANGUAGE[document.documentElement.lang]).map(({ id, value, checked }) => [id, { value, checked }]);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = text(element.dataset.t);
  const fresh = form("new");
  fresh.elements.rulebook.value = OF_LANGUAGE[language];
  $("#making form").replaceWith(fresh);
  for (const old of document.querySelectorAll("#guide a")) old.remove();
  showUnsaved();
  $("#buttons").replaceChildren(
    ...FIRST.map((action) => make("button", { type: "button", data: { action }, onclick: () => act(action) }, text(action))),
    make("button", { type: "button", id: "standings", onclick: standings }, text("show")),
  );
  $("#forms").replaceChildren(...Object.keys(FORMS).filter((one) => one !== "new").map((action) => make("details", {}, make("summary", {}, text(action)), form(action))));
  for (const [id, before] of typed) Object.assign(document.getElementById(id), before);
  show();
}

function standings() {
  const button = $("#standings");
  if (button.dataset.open) return hide();
  return act("standings", {}, (done) => {
    answer(done);
    if (!done.ok) return;
    $("#lines").replaceChildren(table(done.lines.map((line) => line.split("\t"))));
    button.dataset.open = "yes"; button.textContent = text("hide");
  });
}

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

// An answer; if it begins with ✓ and nothing in it with ×, that line alone, and the others folded.
function lines([first = "", ...others]) {
  const isGood = first.startsWith("✓") && !others.some((line) => line.startsWith("×")), rest = others.map((line) => make("p", {}, line));
  const all = document.createDocumentFragment();
  all.append(make("p", { className: isGood ? "good" : "" }, first));
  all.append(...(isGood && rest.length ? [make("details", {}, make("summary", {}, text("details")), ...rest)] : rest));
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
async function upToDate(one) {
  const isBehind = one.goesOn !== false && (await recognise(one.name, one.bytes).catch(() => null))?.goesOn === false; // in another tab
  if (isBehind) return (await look(one)).ok;
  if (!one.handle || !(await reread(one) || one.doubtful)) return true;
  one.doubtful = false;
  return (await look(one)).ok;
}

// Between the actions: when the file is saved, show what Check says, and the room. Nothing is written.
async function follow(one) {
  if (!one?.handle || running) return;
  const { lastModified } = await one.handle.getFile();
  if (lastModified === one.modified) return;
  await busy(async () => {
    if (one !== file) return;
    one.modified = lastModified;
    if (!await reread(one)) return;
    const seen = await look(one);
    one.doubtful = !seen.ok;
    forget(one, seen);
    const { lines: said } = await window.bangxl.run("check", one.name, one.bytes, {});
    const time = new Date(lastModified).toLocaleTimeString(language);
    $("#followed").replaceChildren(make("p", {}, text("followed", { name: one.name, time })), lines(said));
    await showRoom(one);
  }, true);
}

const EVERY = 1000;
const watch = () => follow(file).catch(() => {}).then(() => setTimeout(watch, EVERY));

// The window for the room shows the tournament for which it was opened.
let room = null;

async function showRoom(one) {
  if (!room || room.window.closed || (room.name !== one.name && (!one.tournament || room.tournament !== one.tournament))) return;
  const { files: [shown] } = await window.bangxl.run("show", one.name, one.bytes, {});
  if (shown) room.window.location.replace(address(shown.bytes, SHOWN.html));
}

function openRoom({ currentTarget }) {
  room = { window: window.open(currentTarget.href), name: file.name, tournament: file.tournament };
  return false;
}

async function perform({ name, bytes }, action, options = {}) {
  const done = await window.bangxl.run(action, name, bytes, options);
  return done.asks?.length && confirm(done.asks.join("\n")) ? window.bangxl.run(action, name, bytes, { ...options, yes: true }) : done;
}

// Show an answer, with its files but the open one.
function answer(done, but = "") {
  $("#answer").hidden = false;
  $("#lines").className = done.ok ? "" : "wrong";
  $("#lines").replaceChildren(lines(done.lines));
  $("#files").replaceChildren(...done.files.filter((one) => one.name !== but).flatMap(({ name, bytes }) => links(name, bytes)));
  focusOn("#answer-title");
}

async function take(one, { files, tournament }) {
  const written = files.find(({ name }) => name === one.name);
  if (!written) return;
  one.bytes = written.bytes;
  unsaved.set(tournament || one.name, { file: one, bytes: written.bytes, instead: one.disk, said: "unsaved" });
  await look(one);
  await showRoom(one);
}

const act = (action, options, shown = answer, one = file) => busy(async () => {
  hide();
  if (!await upToDate(one)) return focusOn("#name");
  const done = await perform(one, action, options);
  if (done.isLate) return look(one, done).then(() => focusOn("#name"));
  shown(done, one.name);
  return take(one, done);
});

// The workbook that is open stays, until the new one is made.
const create = ({ file: name, ...given }) => busy(async () => {
  const one = { name, bytes: null, handle: null };
  const done = /[\\/]/.test(name) ? { lines: [text("no_name", { name })], files: [] } : await perform(one, "new", { ...given, language });
  const made = done.files.length > 0;
  $("#making").open = !made;
  $("#listed").replaceChildren(...(made ? [] : [done.chooser ? choosing(done.chooser, (options) => create({ file: name, ...given, ...options })) : lines(done.lines)]));
  if (!made) return focusOn("#listed");
  hide();
  answer(done, name);
  return take(one, done);
});

// After the work, because a disabled element cannot keep the focus.
const focusOn = (selector) => { setTimeout(() => $(selector).focus()); };

// Results are only in this browser until the person saves them, or opens a file that has them; by tournament.
const unsaved = new Map();

function showUnsaved() {
  $("#then").hidden = !unsaved.size;
  $("#save").replaceChildren(...[...unsaved.values()].map((one) => {
    const { file: { name, handle }, bytes, said } = one;
    const link = saving(name, bytes, "download", "file first");
    link.onclick = () => { tell(one, ""); };
    one.shown = make("strong", {}, said && text(said, { name }));
    const button = (word, onclick, className = "") => make("button", { type: "button", className, onclick }, text(word, { name }));
    return make("div", { className: "row" }, one.shown, ...(handle ? [button("write_back", () => writeBack(one), "first")] : []), link,
      ...(one.file === file ? [] : [button("open_it", () => open([one.file]))]));
  }));
}

// What is said of a result: nothing more, or a word of the page. Saved is what the person has in a file.
const isSaved = ({ said }) => said === "" || said === "written";

function tell(one, said) {
  one.said = said;
  one.shown.textContent = said && text(said, one.file);
  for (const [id, kept] of unsaved) if (kept === one && isSaved(one)) store.saved(id).catch(() => {});
}

function forget(one, seen) {
  const known = unsaved.get(seen.tournament);
  const isOnDisk = known && (known.file !== one || (one.disk && same(one.bytes, one.disk)));
  if (isOnDisk && seen.ok && seen.goesOn) tell(known, "");
  for (const [key, kept] of unsaved) if (isSaved(kept)) unsaved.delete(key);
  showUnsaved();
}

// After a reload: what is not saved yet is still there.
async function restore() {
  for (const { id, name } of (await store.all()).filter((one) => one.unsaved)) {
    const { book } = await store.files(id);
    unsaved.set(id, { file: { name, bytes: book, handle: null }, bytes: book, said: "unsaved" });
  }
  showUnsaved();
}

const forgetting = ({ tournament, name }) => busy(async () => {
  await store.forget(tournament).catch(() => {});
  unsaved.delete(tournament);
  showUnsaved();
  answer({ ok: true, lines: [text("forgotten", { name })], files: [] });
});
$("#forget").onclick = () => forgetting(file);

window.addEventListener("beforeunload", (event) => { if (![...unsaved.values()].every(isSaved)) event.preventDefault(); });

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

const writeBack = (one) => busy(async () => {
  const { file: into, bytes } = one;
  try {
    if (!same(one.instead, await contents(await into.handle.getFile()))) return tell(one, "changed");
    const writable = await into.handle.createWritable();
    await writable.write(bytes);
    await writable.close();
  } catch {
    return tell(one, "not_written");
  }
  into.disk = one.instead = bytes;
  return tell(one, "written");
});

async function look(one, seen = null) {
  seen ??= await window.bangxl.run("look", one.name, one.bytes, {});
  file = one;
  file.tournament = seen.tournament;
  file.goesOn = seen.goesOn;
  document.title = `${one.name} – BANG!`;
  $("#work").hidden = false;
  $("#name").textContent = one.name;
  $("#first").hidden = seen.ok;
  const kept = seen.last ? [make("p", {}, saving(seen.last.name, seen.last.bytes, "last_one", "file"))] : [];
  $("#first").replaceChildren(...(seen.ok ? [] : [make("strong", {}, text("mended")), lines(seen.lines), ...kept]));
  const known = [...(seen.ok ? seen.lines : []), ...(one.handle ? [text("follows", { name: one.name })] : [])];
  $("#about-file").replaceChildren(...known.map((line) => make("li", {}, line)));
  for (const button of document.querySelectorAll("#buttons button")) button.classList.toggle("first", button.dataset.action === (seen.button || "seat"));
  showUnsaved();
  return seen;
}

// A list of players is no workbook: start a new one with its names. What is not certain is asked.
async function listed(one, options = {}) {
  const done = await window.bangxl.run("list", one.name, one.bytes, options);
  done.isList = done.ok || Boolean(done.chooser) || IS_LIST.test(one.name);
  if (done.ok || done.chooser) $("#making").open = true;
  if (done.ok) $("#new-players").value = new TextDecoder().decode(done.files[0].bytes);
  if (done.chooser) $("#listed").replaceChildren(choosing(done.chooser, (more) => busy(() => listed(one, more))));
  else if (done.ok) $("#listed").replaceChildren(lines(done.lines));
  else if (options.columns || options.sheet || options.encoding) $("#listed").prepend(lines(done.lines));
  focusOn(done.ok ? "#new-players" : "#listed");
  return done;
}

const ROLES = ["", "name", "surname", "particle", "given", "region", "email"];

// What a list asks: its first lines, a choice over each column, who plays, and ready answers; after a choice, the button for it.
function choosing({ why, columns, rows, states, sheets, encodings, ways }, again) {
  const go = (said, options, className = "") => make("button", { type: "button", className, onclick: () => again(options) }, said);
  const { sheet, encoding } = ways[0].options;
  const others = (key, all) => all.length ? [make("div", { className: "row" }, make("span", {}, text(key)), ...all)] : [];
  const role = ({ number, title, role: now }) => {
    const chosen = make("select", { data: { number } }, ...ROLES.map((one) => make("option", { value: one, selected: one === now }, text(`role_${one}`))));
    return make("th", { scope: "col" }, make("label", {}, `${number} ${title}`, chosen));
  };
  const line = (row) => make("tr", {}, make("th", { scope: "row" }, String(row.line)), ...columns.map(({ number }) => make("td", {}, row.cells[number - 1] ?? "")), make("td", {}, row.doubt));
  const tick = ([value, count]) => make("label", { className: "mark" }, make("input", { type: "checkbox", checked: true, value }), make("span", {}, `${value || "–"} (${count})`));
  const table = make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, text("line")), ...columns.map(role), make("td"))), make("tbody", {}, ...rows.map(line)));
  const ticks = states.map(({ column, title, values }) => make("fieldset", { data: { column } }, make("legend", {}, text("plays", { title })), ...values.map(tick)));
  const asked = make("div", { className: "row" }, ...ways.map((way, at) => go(way.text, way.options, at ? "" : "first")));
  const all = make("div", {}, lines(why),
    ...others("sheet", sheets.map((one) => go(`${one.title} (${one.lines}): ${one.example}`, { sheet: one.title, encoding }))),
    ...others("encoding", encodings.map((one) => go(`${one.encoding}: ${one.example}`, { sheet, encoding: one.encoding }))), table, ...ticks, asked);
  all.onchange = () => {
    const roles = [...all.querySelectorAll("select")].filter((one) => one.value).map((one) => `${one.value}=${one.dataset.number}`);
    const only = ticks.flatMap((one) => {
      const [on, off] = [":checked", ":not(:checked)"].map((state) => [...one.querySelectorAll(`input${state}`)]);
      return on.length && off.length ? [`${one.dataset.column}=${on.map(({ value }) => `"${value.replaceAll('"', '""')}"`).join(",")}`] : [];
    });
    asked.replaceChildren(go(text("go_on"), { sheet, encoding, columns: roles.join(","), only }, "first"));
  };
  return all;
}

// What is done with a file that is not the one in view; several reports wait for their season.
async function beside({ one, seen, list }, isSeason) {
  const { name, bytes } = one;
  if (list) return [(list.isList ? list : seen).lines[0]];
  if (seen.button === "seat" || isSeason) return [text("waits", { name }), " ", make("button", { type: "button", onclick: () => open([one]) }, text("open_it", { name }))];
  return [(await window.bangxl.run("verify", name, bytes, {})).lines[0]];
}

// Of several files a workbook comes into view, otherwise a report, or a workbook that cannot be read; lists begin a new one.
const open = (given) => busy(async () => {
  const all = [];
  for await (const source of given) {
    try {
      const one = source.bytes ? source : await readable(source);
      const seen = await window.bangxl.run("look", one.name, one.bytes, {});
      const isOurs = seen.button || (seen.tournament && !IS_LIST.test(one.name));
      all.push({ one, seen, list: isOurs ? null : await listed(one) });
    } catch {
      all.push({ told: text("unread", { name: source.name }) });
    }
  }
  const inView = all.find(({ seen }) => seen?.button === "seat") ?? all.find(({ seen }) => seen?.button)
    ?? all.find(({ one, list }) => one && !list?.isList);
  $("#beside").replaceChildren();
  if (inView) {
    hide();
    await look(inView.one, inView.seen);
    forget(inView.one, inView.seen);
  }
  const reports = all.filter(({ seen }) => seen?.button === "verify").map(({ one }) => one);
  const isSeason = reports.length > 1;
  const ofSeason = async () => { hide(); answer(await window.bangxl.run("season", "season.xlsx", reports)); };
  if (isSeason) $("#beside").append(make("li", {}, text("reports", { count: reports.length }), " ", make("button", { type: "button", onclick: () => busy(ofSeason) }, text("season"))));
  for (const each of all) {
    if (each === inView || (all.length === 1 && (each.list?.ok || each.list?.chooser))) continue;
    $("#beside").append(make("li", {}, ...each.told ? [each.told] : await beside(each, isSeason)));
  }
  if (inView || !all.some(({ list }) => list?.ok || list?.chooser)) focusOn(inView ? "#name" : "#beside");
});

// What the person has chosen or dropped: a file, or the handle of one.
const readable = async (source) => {
  const blob = await source.getFile();
  const bytes = await contents(blob);
  return { name: blob.name, bytes, disk: bytes, handle: source.createWritable ? source : null, modified: blob.lastModified };
};
const chosen = (blob) => ({ name: blob.name, getFile: async () => blob });
const OURS = /^[^.~].*\.(xlsx|xlsm|csv|tsv|txt)$/i;
const IS_LIST = /\.(csv|tsv|txt)$/i;

// A dropped folder stands for its workbooks and lists; one that cannot be read is told like a file.
async function* inside(source) {
  if (source.kind !== "directory") return yield source;
  try {
    for await (const one of source.values()) if (one.kind === "directory" || OURS.test(one.name)) yield* inside(one);
  } catch {
    yield { name: source.name };
  }
}

async function* dropped(items) {
  for (const [blob, asked] of items) yield* inside(await asked ?? chosen(blob));
}

// If the browser has a file dialog, its file is writable after asking; other browsers use the input field.
$("#pick").onclick = (event) => {
  if (!window.showOpenFilePicker) return;
  event.preventDefault();
  const types = [{ accept: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"], "application/vnd.ms-excel.sheet.macroenabled.12": [".xlsm"], "text/plain": [".csv", ".tsv", ".txt"] } }];
  window.showOpenFilePicker({ types, multiple: true }).then(open, (error) => {
    if (error.name === "AbortError") return;
    $("#pick").onclick = null;
    $("#pick").click();
  });
};
// Browsers report no change if the user chooses the same, meanwhile edited file again: so clear the choice.
$("#pick").onchange = ({ target }) => {
  if (target.files.length) open([...target.files].map(chosen));
  target.value = "";
};
document.ondragover = (event) => { event.preventDefault(); $("#drop").classList.add("over"); };
document.ondragleave = () => $("#drop").classList.remove("over");
document.ondrop = (event) => {
  event.preventDefault();
  $("#drop").classList.remove("over");
  const items = [...event.dataTransfer.items].filter((one) => one.kind === "file");
  open(dropped(items.map((item) => [item.getAsFile(), item.getAsFileSystemHandle?.().catch(() => null)])));
};
$("#language").onchange = ({ target }) => { language = target.value; draw(); hide(); busy(() => file && look(file)); };
$("#language").value = language;
draw();
window.bangxl.ready.then(
  (times) => { window.bangxl.times = times; state = "ready"; show(); watch(); },
  (error) => { console.error(error); state = "failed"; show(); },
);
busy(() => restore().catch(() => {}), true);
