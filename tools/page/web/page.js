// The visible part: what is open, what runs, what is not saved; the page is drawn from it.

const STEPS = ["seat", "report"], FIRST = [...STEPS, "check", "room", "verify"], REST = ["print", "undo", "redo", "export", "history"];
const phone = matchMedia("(max-width: 30rem)");
const FORMS = WORDS.forms;
const OF_LANGUAGE = { it: "italy-2010", en: "italy-2010", de: "germany", ru: "italy-2010" };
const CHOICES = { whom: ["", "same", "none"], what: ["", "walls", "records", "standings", "duels", "slips", "meetings", "diplomas", "checkin", "blank"], regional: ["sum", "best", "mean", "last"], irregular: ["report", "exclude"], until: ["round2", "round1", "finals"] };
const inRound = (action) => ({ of_round, ...given }) => [action, of_round ? { ...given, round: of_round } : given];
const OWN = { verify: ({ pdf, ...given }) => ["verify", pdf ? { ...given, pdf: file.name.replace(/\.\w+$/, ".pdf") } : given], print: inRound("print"), earlier: ({ to = 0 }) => ["undo", { to }], repair: ({ rebuild }) => ["check", rebuild ? { rebuild: file.name.replace(/\.\w+$/, "-new$&") } : { repair: true }], room: () => ["show", {}], swap: inRound("swap"), tonight: ({ people, whom, of_evening }) => ["tonight", of_evening ? { show: of_evening } : whom ? { [whom]: true } : { people }], by_hand: ({ by_lines }) => ["seat", { by_hand: by_lines }], close: (given) => ["seat", { ...given, close: true }], season: ({ same, status, ...given }) => ["season", { ...given, ...headed("same", "name,as,file", same), ...headed("status", "name,status,region,since,email", status) }], rule: (given) => ["rule", { ...given, payout: (given.payout || "").split(/\s*\n\s*/).filter(Boolean) }] };

const headed = (name, heads, list) => list ? { [name]: /^"?name"?[,;]/i.test(list) ? list : `${heads}\n${list}` } : {};
const asking = (action, given = {}) => OWN[action] ? OWN[action](given) : [action, given];

// What is open, and what runs. A file is one object from begin to end: its name, its bytes, the disk's, its handle. An action is
// bound to its file when it is clicked and waits for what was begun before it; `look` alone changes which file is open.

let file = null, state = "starting", running = 0, queue = Promise.resolve();

// What the person began is shown as work, also to screen readers, and stops the buttons; what is quiet only keeps its turn.
function busy(work, quiet = false) {
  running += quiet ? 0 : 1;
  show();
  const done = queue.then(work).finally(() => { running -= quiet ? 0 : 1; show(); });
  queue = done.catch(() => {});
  return done;
}

function show(progress = "") {
  const isWorking = running > 0 && state === "ready";
  for (const button of document.querySelectorAll("button:not(#stop)")) button.disabled = running > 0;
  $("#stop").hidden = !isWorking;
  $("#state").className = running ? "busy" : "";
  $("#state").textContent = `${text(isWorking ? "working" : state)} ${progress}`;
}

const choices = (name) => name === "rulebook" ? Object.entries(WORDS.rulebooks) : CHOICES[name].map((one) => [one, text(name === "what" ? one || "now" : `${name}_${one}`)]);

// Of a league, whom its file marks as there.
const ticks = () => make("fieldset", { id: "tonight-people" }, make("legend", {}, text("people")), ...(file?.here ?? []).map(([value, name, checked]) => make("label", { className: "mark" }, make("input", { type: "checkbox", id: `here-${value}`, name: "people", value, checked }), make("span", {}, name))));

function field(action, [name, kind]) {
  if (kind === "ticks") return ticks();
  const properties = { id: `${action}-${name}`, name, required: !["free", "mark", "lines", "optional", "pick", "picture"].includes(kind) };
  const input = ["choice", "pick"].includes(kind) ? make("select", properties, ...[...(kind === "pick" && name === "rulebook" ? [["", "–"]] : []), ...choices(name)].map(([value, title]) => make("option", { value }, title)))
    : ["lines", "list"].includes(kind) ? make("textarea", properties)
    : make("input", { ...properties, type: { number: "number", optional: "number", mark: "checkbox", picture: "file" }[kind] || "text", ...(kind === "picture" ? { accept: "image/png,image/jpeg,image/svg+xml" } : {}), ...(["number", "optional"].includes(kind) ? { min: 1 } : {}), ...(kind === "name" ? { value: "torneo.xlsx", pattern: ".+\\.xls[xm]" } : {}) });
  const said = make("span", {}, text(name));
  return make("label", { htmlFor: properties.id, className: kind === "mark" ? "mark" : "" }, ...(kind === "mark" ? [input, said] : [said, input]));
}

// What a form or button is called: what a field asks for beside is another word than the same action without it.
const called = (action) => text(WORDS.texts[language][`${action}_more`] ? `${action}_more` : action);
const helped = (action) => WORDS.texts[language][`${action}_help`] ? [make("p", { className: "note" }, text(`${action}_help`))] : [];

function form(action, onsubmit = submit) {
  return make("form", { data: { action }, onsubmit }, ...helped(action), ...FORMS[action].map((one) => field(action, one)), make("div", {}, make("button", {}, called(action))));
}

function typed(event) {
  event.preventDefault();
  const { elements, dataset } = event.target, ticked = [...event.target.querySelectorAll("[name=people]:checked")].map((one) => one.value);
  const value = (name, kind) => kind === "ticks" ? ticked : kind === "mark" ? elements[name].checked : kind === "picture" ? elements[name].files[0] : ["number", "optional"].includes(kind) ? Number(elements[name].value) : elements[name].value;
  return Object.fromEntries(FORMS[dataset.action].filter(([name, kind]) => kind === "ticks" || elements[name].value !== "").map(([name, kind]) => [name, value(name, kind)]));
}

const submit = (event) => act(...asking(event.target.dataset.action, typed(event)));

function draw() {
  const kept = [...document.querySelectorAll("form :is(input:not([type=file]), select, textarea)")].filter((one) => one.value !== OF_LANGUAGE[document.documentElement.lang]).map(({ id, value, checked }) => [id, { value, checked }]);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = text(element.dataset.t);
  $("#making form").replaceWith(form("new", (event) => create(typed(event))));
  $("#practice form").replaceWith(form("demo", (event) => create(players(typed(event)), "demo")));
  $("#day form").replaceWith(form("plan", (event) => plan(players(typed(event)))));
  for (const one of ["new", "demo", "plan"]) $(`#${one}-rulebook`).value = OF_LANGUAGE[language];
  for (const old of document.querySelectorAll("#guide a")) old.remove();
  showUnsaved();
  const button = (action) => make("button", { type: "button", data: { action, of: action }, onclick: () => act(...asking(action)) }, text(action));
  const rest = [...REST.map(button), make("button", { type: "button", id: "standings", data: { of: "standings" }, onclick: standings }, text("show"))];
  $("#buttons").replaceChildren(...FIRST.map(button), ...(phone.matches ? [] : rest));
  $("#rest").replaceChildren(...(phone.matches ? rest : []));
  const details = (action) => make("details", { data: { of: action } }, make("summary", {}, called(action)), form(action));
  $("#evening").replaceChildren(details("tonight"));
  $("#forms").replaceChildren(...Object.keys(FORMS).filter((one) => !["new", "demo", "plan", "tonight", "season", "room"].includes(one)).map(details));
  for (const [id, before] of kept) Object.assign(document.getElementById(id) ?? {}, before);
  mark();
  show();
}

// A report has the one button that reads it, a workbook all the others; the next step stands out, on a phone alone.
function mark() {
  const next = file?.button || "seat";
  for (const one of document.querySelectorAll("#work [data-of]")) {
    one.hidden = (one.dataset.of === "tonight" && !file?.here) || (next === "verify") !== (one.dataset.of === "verify") || (phone.matches && STEPS.includes(one.dataset.action) && one.dataset.action !== next);
    one.classList.toggle("first", one.dataset.action === next);
  }
}

const standings = () => act("standings", {}, (done) => {
  answer(done);
  if (done.ok) $("#lines").replaceChildren(table(text("standings"), done.lines.map((line) => line.split("\t"))));
});

const hide = () => { $("#answer").hidden = true; $("#followed").replaceChildren(); };

function table(title, [heads, ...rows]) {
  return make("table", { tabIndex: 0 }, make("caption", {}, title), make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)))), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((one) => make("td", {}, one))))));
}

const folded = (said) => said.length ? [make("details", {}, make("summary", {}, text("details")), ...said.map((line) => make("p", {}, line)))] : [];

// An answer; if it begins with ✓ and nothing in it with ×, that line alone, and the others folded.
function lines([first = "", ...rest]) {
  const isGood = first.startsWith("✓") && !rest.some((line) => line.startsWith("×")), all = document.createDocumentFragment();
  all.append(make("p", { className: isGood ? "good" : "" }, first), ...(isGood ? folded(rest) : rest.map((line) => make("p", {}, line))));
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
  const { lastModified } = await one.handle.getFile().catch(() => ({}));
  one.missed = lastModified ? 0 : (one.missed ?? 0) + 1;
  if (one.missed === GONE) await busy(() => one === file && look(one).then(() => $("#followed").replaceChildren(make("p", {}, text("moved", one)))), true);
  if (!lastModified || lastModified === one.modified) return;
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

const SEEN = 4, EVERY = 1000, GONE = 5; // a spreadsheet takes the file away for a moment when it saves
const watch = () => follow(file).catch(() => {}).then(() => setTimeout(watch, EVERY));

// The window for the room shows the tournament for which it was opened, also after this page was loaded again.
const ROOM = "bangxl-room";
let room = JSON.parse(sessionStorage.getItem(ROOM));

// A page of its own origin is the room, which tells nothing of itself; an empty one that we may read has just been opened.
function roomWindow() {
  if (room.window) return !room.window.closed;
  room.window = window.open("", ROOM);
  try {
    if (room.window?.location.href === "about:blank") room.window.close();
  } catch { /* it is the room */ }
  return Boolean(room.window && !room.window.closed);
}

async function showRoom(one) {
  if (!room || (room.name !== one.name && (!one.tournament || room.tournament !== one.tournament)) || !roomWindow()) return;
  const { files: [shown] } = await window.bangxl.run("show", one.name, one.bytes, {});
  if (shown) room.window.location.replace(address(shown.bytes, SHOWN.html));
}

function openRoom({ currentTarget }) {
  const { name, tournament } = file;
  sessionStorage.setItem(ROOM, JSON.stringify({ name, tournament }));
  room = { window: window.open(currentTarget.href, ROOM), name, tournament };
  return false;
}

async function perform({ name, bytes, goesOn }, action, options = {}) {
  const go = (given) => window.bangxl.run(action, name, bytes, given, goesOn === false), done = await go(options);
  if (!done.asks?.length) return done;
  return confirm(done.asks.join("\n")) ? go({ ...options, yes: true }) : { ...done, lines: [text("stopped")] };
}

// Show an answer, with its files but the open one.
function answer(done, but = "") {
  $("#answer").hidden = false;
  $("#lines").className = done.ok ? "" : "wrong";
  $("#lines").replaceChildren(lines(done.lines));
  $("#files").replaceChildren(...done.files.filter((one) => one.name !== but).flatMap(({ name, bytes }) => links(name, bytes)));
  focusOn("#answer-title", "#answer");
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
  const begun = stops, isUpToDate = await upToDate(one);
  if (begun !== stops) return answer(failed(text("stopped")));
  if (!isUpToDate) return focusOn("#name");
  const done = await perform(one, action, options);
  if (done.isLate) return look(one, done).then(() => focusOn("#name"));
  shown(done, one.name);
  return take(one, done);
});

// The workbook that is open stays, until the new one is made.
const create = ({ file: name, ...given }, action = "new") => busy(async () => {
  const one = { name, bytes: null, handle: null }, isName = !/[\\/:*?"<>|]/.test(name);
  refuse();
  if (action === "new" && !given.players && $("#listed select")) return refuse("new-players", [text("list_waits")]);
  if (given.logo instanceof File) given.logo = await embedded(given.logo);
  const done = isName ? await perform(one, action, { ...given, ...(accepted && given.players === accepted && { all: true }), language }) : { lines: [text("no_name", { name })], files: [] };
  const made = done.files.length > 0;
  $(action === "new" ? "#making" : "#practice").open = !made;
  $("#listed").replaceChildren(...(done.chooser ? [choosing(done.chooser, (options) => create({ file: name, ...given, ...options }))] : []));
  if (!made) return done.chooser ? focusOn("#listed") : refuse(`${action}-${!isName ? "file" : action === "new" ? "players" : "count"}`, done.lines);
  hide();
  answer(done, name);
  return take(one, done);
});

const players = ({ count, range, ...given }) => ({ ...given, ...((range || count) && { players: range || count }) });

const plan = (given) => busy(async () => {
  refuse();
  const { ok, lines: said, files } = await window.bangxl.run("plan", "plan.pdf", null, { ...given, language });
  if (!ok) return refuse("plan-range", said);
  const rows = said.filter((line) => line.includes("\t")).map((line) => line.split("\t"));
  $("#planned").replaceChildren(table(text("plan"), rows), ...said.slice(rows.length).map((line) => make("p", {}, line)), make("div", { className: "row" }, ...files.flatMap(({ name, bytes }) => links(name, bytes))));
  focusOn("#planned");
});

// Why a field was refused stands under it, until the next try.
function refuse(id, said) {
  for (const old of document.querySelectorAll(".refused")) { old.previousSibling.lastChild.ariaInvalid = null; old.remove(); }
  if (!id) return;
  const input = $(`#${id}`);
  input.parentElement.after(make("div", { id: `${id}-refused`, className: "refused" }, lines(said)));
  for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", `${id}-refused`]]) input.setAttribute(name, value);
  focusOn(`#${id}`);
}

// After the work: a disabled element cannot keep the focus, and what comes above an answer later pushes it out of view.
const focusOn = (selector, whole = selector) => void queue.finally(() => setTimeout(() => { $(selector).focus(); $(whole).scrollIntoView({ block: "nearest" }); }));

// The browser's own dialog for files, instead of what was clicked; where it refuses, that is clicked once more without it.
function dialog(name, event, options, chosen) {
  event.preventDefault();
  const { currentTarget } = event;
  window[name](options).then(chosen, (error) => { if (error.name !== "AbortError") { window[name] = null; currentTarget.click(); } });
}

// Results are only in this browser until the person saves them, or opens a file that has them; by tournament.
const unsaved = new Map();

function showUnsaved() {
  $("#then").hidden = !unsaved.size;
  $("#save").replaceChildren(...[...unsaved.values()].map((one) => {
    const { file: { name, handle }, bytes, said } = one;
    const link = saving(name, bytes, "download", "file first");
    link.onclick = (event) => {
      if (handle || !window.showSaveFilePicker) return tell(one, "");
      return dialog("showSaveFilePicker", event, { suggestedName: name, types: BOOKS }, (into) => writeBack(one, into));
    };
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
  const known = unsaved.get(seen.tournament), isOnDisk = known && (known.file !== one || (one.disk && same(one.bytes, one.disk)));
  if (isOnDisk && seen.ok && seen.goesOn) tell(known, "");
  for (const [key, kept] of unsaved) if (isSaved(kept)) unsaved.delete(key);
  showUnsaved();
}

// After a reload: what is not saved yet is still there.
async function restore() {
  for (const { id, name } of (await store.all()).filter((one) => one.unsaved)) {
    const { book: bytes } = await store.files(id);
    unsaved.set(id, { file: { name, bytes, handle: null }, bytes, said: "unsaved" });
  }
  showUnsaved();
}

$("#forget").onclick = (_event, one = file) => busy(async () => {
  await store.forget(one.tournament).catch(() => {});
  unsaved.delete(one.tournament);
  showUnsaved();
  answer({ ok: true, lines: [text("forgotten", one)], files: [] });
});

window.addEventListener("beforeunload", (event) => { if (![...unsaved.values()].every(isSaved)) event.preventDefault(); });

const address = (bytes, type = "") => URL.createObjectURL(new Blob([bytes], { type }));
const saving = (name, bytes, said, className) => make("a", { href: address(bytes), download: name, className }, text(said, { name }));
const SHOWN = { html: "text/html", pdf: "application/pdf" };
const opening = (name, bytes, type) => make("a", { href: address(bytes, type), target: "_blank", className: "file", onclick: name.endsWith("-room.html") ? openRoom : null }, text("open_it", { name }));
const links = (name, bytes, className = "file", type = SHOWN[name.split(".").pop()]) => [...(type ? [opening(name, bytes, type)] : []), saving(name, bytes, "download", className)];

$("#guide button").onclick = () => busy(async () => {
  const { files } = await window.bangxl.run("help", "handbook", null);
  $("#guide").replaceChildren($("#guide button"), ...files.flatMap(({ name, bytes }) => links(name, bytes)));
  focusOn("#guide a");
});

const embedded = (blob) => new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(blob); });
const contents = async (blob) => new Uint8Array(await blob.arrayBuffer());
const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

// With `as`, a file that the person has just chosen: from now on it is the workbook's own.
const writeBack = (one, as = null) => busy(async () => {
  const { file: into, bytes } = one;
  try {
    if (as) {
      Object.assign(into, { handle: as, name: as.name });
      one.instead = await contents(await as.getFile());
    }
    if (!same(one.instead, await contents(await into.handle.getFile()))) return tell(one, "changed");
    const writable = await into.handle.createWritable();
    await writable.write(bytes);
    await writable.close();
  } catch {
    return tell(one, "not_written");
  }
  into.disk = one.instead = bytes;
  tell(one, "written");
  if (as) await (into === file ? look(into) : showUnsaved());
});

async function look(one, seen = null) {
  seen ??= await window.bangxl.run("look", one.name, one.bytes, {});
  file = Object.assign(one, { tournament: seen.tournament, goesOn: seen.goesOn, button: seen.button, here: seen.chooser?.here });
  $("#tonight-people").replaceWith(ticks());
  document.title = `${one.name} – BANG!`;
  $("#work").hidden = false;
  $("#name").textContent = one.name;
  $("#first").hidden = seen.ok;
  const kept = seen.last ? [make("p", {}, saving(seen.last.name, seen.last.bytes, "last_one", "file"))] : [];
  $("#first").replaceChildren(...(seen.ok ? [] : [make("strong", {}, text("mended")), lines(seen.lines), ...kept]));
  const known = [...(one.handle && !(one.missed >= GONE) ? [text("follows", one)] : []), ...(seen.ok ? seen.lines : [])];
  $("#about-file").replaceChildren(...[...known.slice(0, SEEN), ...folded(known.slice(SEEN))].map((line) => make("li", {}, line))); // more hide the buttons
  mark();
  showUnsaved();
  return seen;
}

// What is done with a file that is not the one in view; several reports wait for their season.
async function beside({ told, one, seen, list }, isSeason) {
  if (told || list) return [told ?? (list.isList ? list : seen).lines[0]];
  if (STEPS.includes(seen.button) || isSeason) return [text("waits", one), " ", make("button", { type: "button", onclick: () => open([one]) }, text("open_it", one))];
  return [(await window.bangxl.run("verify", one.name, one.bytes, {})).lines[0]];
}

// Of several files a workbook comes into view, otherwise a report, or a workbook that cannot be read; lists begin a new one.
const open = (given) => busy(async () => {
  const all = [], begun = stops;
  for await (const source of given) {
    if (begun !== stops) break;
    if (all.length) show(`${all.length} / ${given.length ?? "…"}`);
    try {
      const one = source.bytes ? source : await readable(source);
      const seen = await window.bangxl.run("look", one.name, one.bytes, {});
      const isOurs = seen.button || (seen.tournament && !IS_LIST.test(one.name));
      all.push({ one, seen, list: isOurs ? null : await listed(one) });
    } catch {
      all.push({ told: text("unread", { name: source.name }) });
    }
  }
  const inView = all.find(({ seen }) => STEPS.includes(seen?.button)) ?? all.find(({ seen }) => seen?.button)
    ?? all.find(({ one, list }) => one && !list?.isList);
  $("#beside").replaceChildren();
  if (inView) {
    hide();
    await look(inView.one, inView.seen);
    forget(inView.one, inView.seen);
  }
  const reports = all.filter(({ seen }) => seen?.button === "verify").map(({ one }) => one);
  const isSeason = reports.length > 1;
  const others = make("ul");
  if (isSeason) $("#beside").append(make("li", {}, text("reports", { count: reports.length }), seasonal(reports), make("details", {}, make("summary", {}, text("files")), others)));
  for (const each of all) {
    if (each === inView || (all.length === 1 && (each.list?.ok || each.list?.chooser))) continue;
    (isSeason && each.seen?.button === "verify" ? others : $("#beside")).append(make("li", {}, ...await beside(each, isSeason)));
  }
  if (inView || !all.some(({ list }) => list?.ok || list?.chooser)) focusOn(inView ? "#name" : "#beside");
});

// What the person has chosen or dropped: a file, or the handle of one.
const readable = async (source) => {
  const blob = await source.getFile(), bytes = await contents(blob);
  return { name: blob.name, bytes, disk: bytes, handle: source.createWritable ? source : null, modified: blob.lastModified };
};
const chosen = (blob) => ({ name: blob.name, getFile: async () => blob });
const BOOKS = [{ accept: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"], "application/vnd.ms-excel.sheet.macroenabled.12": [".xlsm"] } }];
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
  const types = [{ accept: { ...BOOKS[0].accept, "text/plain": [".csv", ".tsv", ".txt"] } }];
  if (window.showOpenFilePicker) dialog("showOpenFilePicker", event, { types, multiple: true }, open);
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
  document.ondragleave();
  const items = [...event.dataTransfer.items].filter((one) => one.kind === "file");
  open(dropped(items.map((item) => [item.getAsFile(), item.getAsFileSystemHandle?.().catch(() => null)])));
};
$("#language").onchange = ({ target }) => { language = target.value; draw(); hide(); busy(() => file && look(file)); };
$("#language").value = language;
$("#stop").onclick = () => { state = "starting"; stop(); show(); window.bangxl.ready.then(() => { state = "ready"; show(); }); };
phone.onchange = draw;
draw();
window.bangxl.ready.then(
  (times) => { window.bangxl.times = times; state = "ready"; show(); watch(); },
  (error) => { console.error(error); state = "failed"; show(); },
);
busy(() => restore().catch(() => {}), true);
