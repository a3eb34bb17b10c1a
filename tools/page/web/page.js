// The visible part: what is open, what runs, what is not saved; the page is drawn from it.

const STEPS = ["seat", "report"], FIRST = [...STEPS, "check", "room", "verify"];
const REST = ["print", "undo", "redo", "export", "history", "show"], APART = ["new", "demo", "plan", "tonight", "season", "room"];
const phone = matchMedia("(max-width: 30rem)");

// Forms that are another command, or give its options in another way; and fields that are not called like their option.
const OWN = {
  show: () => ["standings", {}],
  room: () => ["show", {}],
  earlier: ({ to = 0 }) => ["undo", { to }],
  by_hand: (given) => ["seat", given],
  close: (given) => ["seat", { ...given, close: true }],
  repair: ({ rebuild }) => ["check", rebuild ? { rebuild: beside("-new$&") } : { repair: true }],
  verify: ({ pdf, ...given }) => ["verify", { ...given, pdf: pdf && beside(".pdf") }],
  tonight: ({ people, whom, show }) => ["tonight", show ? { show } : whom ? { [whom]: true } : { people }],
  rule: ({ payout = "", ...given }) => ["rule", { ...given, payout: payout.split(/\s*\n\s*/).filter(Boolean) }],
};
const OPTIONS = { of_round: "round", of_evening: "show", by_lines: "by_hand", range: "players", count: "players" };
const beside = (end) => file.name.replace(/\.\w+$/, end);
const asking = (action, given) => OWN[action]?.(given) ?? [action, given];

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
  for (const button of $$("button:not(#stop)")) button.disabled = running > 0;
  $("#stop").hidden = !isWorking;
  $("#state").className = running ? "busy" : "";
  $("#state").textContent = `${text(isWorking ? "working" : state)} ${progress}`;
}

const KINDS = {
  text: { required: true }, free: {}, number: { type: "number", min: 1, required: true }, optional: { type: "number", min: 1 },
  choice: { tag: "select", required: true }, pick: { tag: "select" }, mark: { type: "checkbox", value: true },
  list: { tag: "textarea", required: true }, lines: { tag: "textarea" }, ticks: { tag: "fieldset" },
  picture: { type: "file", accept: "image/png,image/jpeg,image/svg+xml" },
  name: { value: "torneo.xlsx", pattern: ".+\\.xls[xm]", required: true },
};
const usual = (of) => of === "de" ? "germany" : "italy-2010";

function field(action, [name, kind]) {
  const { tag = "input", ...properties } = KINDS[kind];
  const offered = tag === "select" ? CHOICES[name].filter((value) => value || kind === "pick") : [];
  const options = offered.map((value) => make("option", { value, t: `${name}_${value}` }));
  const input = make(tag, { ...properties, id: `${action}-${name}`, name }, options);
  if (kind === "ticks") return input;
  if (kind === "choice") input.value = usual(language);
  const said = make("span", { t: name });
  return make("label", kind === "mark" ? [input, said] : [said, input]);
}

// What a form or button is called: what a field asks for beside is another word than the same action without it.
const called = (action) => has(`${action}_more`) ? `${action}_more` : action;

function form(action, submit = (given) => act(action, given)) {
  const onsubmit = (event) => { event.preventDefault(); submit(typed(event.target)); };
  const help = has(`${action}_help`) && make("p", { className: "note", t: `${action}_help` });
  const fields = FORMS[action].map((one) => field(action, one));
  return make("form", { data: { action }, onsubmit }, help, fields, make("div", make("button", { t: called(action) })));
}

// By the names of the options, what was typed or ticked, without what was left blank.
function typed(form) {
  const data = new FormData(form), value = (name, kind) => kind === "ticks" ? data.getAll(name) : data.get(name);
  const given = FORMS[form.dataset.action].map(([name, kind]) => [OPTIONS[name] ?? name, value(name, kind)]);
  return Object.fromEntries(given.filter(([, one]) => one && one.size !== 0));
}

// What is made keeps its place in another language, with other words, and the usual rulebook where nobody chose another.
function speak(now) {
  for (const one of $$("select:required")) if (one.value === usual(language)) one.value = usual(now);
  document.documentElement.lang = language = now;
  for (const one of $$("[data-t]")) one.textContent = text(one.dataset.t);
  fill("#guide", $("#guide button"));
  showUnsaved();
  show();
}

const button = (t) => make("button", { t, id: asking(t, {})[0], data: { action: t, of: t }, onclick: () => act(t) });
const details = (action) => make("details", { data: { of: action } }, make("summary", { t: called(action) }), form(action));

// A report has the one button that reads it, a workbook all the others; the next step stands out, on a phone alone.
function mark() {
  const next = file?.button || "seat", isReport = next === "verify";
  for (const one of $$("#work [data-of]")) {
    const { of, action } = one.dataset, isLater = phone.matches && STEPS.includes(action) && action !== next;
    one.hidden = (of === "tonight" && !file?.here) || isReport !== (of === "verify") || isLater;
    one.classList.toggle("first", action === next);
  }
}

const hide = () => { $("#answer").hidden = true; fill("#followed"); };

// Read a writable file again: whether somebody has saved something new there.
async function reread(one) {
  const { disk, modified } = await readable(one.handle).catch(() => one);
  const isKnown = same(disk, one.disk) || same(disk, one.bytes);
  Object.assign(one, { disk, modified }, !isKnown && { bytes: disk });
  return !isKnown;
}

const watch = () => follow(file).catch(() => {}).then(() => setTimeout(watch, EVERY));

// Between the actions: when the file is saved, show what Check says, and the room; or that it is gone. Nothing is written.
const SEEN = 4, EVERY = 1000, GONE = 5; // a spreadsheet takes the file away for a moment when it saves
async function follow(one) {
  if (!one?.handle || running) return;
  const { lastModified } = await one.handle.getFile().catch(() => ({}));
  one.missed = lastModified ? 0 : (one.missed ?? 0) + 1;
  if (lastModified ? lastModified === one.modified : one.missed !== GONE) return;
  await busy(async () => {
    if (one !== file || (lastModified && !await reread(one))) return;
    const seen = await look(one);
    if (!lastModified) return fill("#followed", paragraphs([text("moved", one)]));
    one.doubtful = !seen.ok;
    forget(one, seen);
    const { lines: said } = await window.bangxl.run("check", one.name, one.bytes, {});
    const time = new Date(lastModified).toLocaleTimeString(language);
    fill("#followed", paragraphs([text("followed", { name: one.name, time })]), lines(said));
    await showRoom(one);
  }, true);
}

// The window for the room shows the tournament for which it was opened, also after this page was loaded again.
const ROOM = "bangxl-room";
let room = JSON.parse(sessionStorage.getItem(ROOM));

// A page of its own origin is the room, which tells nothing of itself; an empty one that we may read has just been opened.
function roomWindow() {
  if (room.window) return !room.window.closed;
  room.window = window.open("", ROOM);
  try { if (room.window?.location.href === "about:blank") room.window.close(); } catch { /* it is the room */ }
  return Boolean(room.window && !room.window.closed);
}

async function showRoom(one) {
  const isOfIt = room?.name === one.name || (one.tournament && room?.tournament === one.tournament);
  if (!room || !isOfIt || !roomWindow()) return;
  const { files: [shown] } = await window.bangxl.run("show", one.name, one.bytes, {});
  if (shown) room.window.location.replace(address(shown.bytes, SHOWN.html));
}

function openRoom({ currentTarget }) {
  const { name, tournament } = file;
  const opened = window.open(currentTarget.href, ROOM);
  if (!opened) return true; // as any link, where the browser lets no window open
  sessionStorage.setItem(ROOM, JSON.stringify({ name, tournament }));
  room = { window: opened, name, tournament };
  return false;
}

// A file that is known by its name only may be another tournament's.
async function perform({ name, bytes, goesOn, doubt }, action, options = {}) {
  if (goesOn === null && !confirm(doubt)) return failed(text("stopped"));
  const go = (given) => window.bangxl.run(action, name, bytes, given, goesOn === false), done = await go(options);
  if (!done.asks?.length) return done;
  return confirm(done.asks.join("\n")) ? go({ ...options, yes: true }) : { ...done, lines: [text("stopped")] };
}

// Show an answer, and what belongs to it, with its files but the open one.
function answer({ ok, lines: said, files }, { title, more, but } = {}) {
  $("#answer").hidden = false;
  $("#lines").className = ok ? "" : "wrong";
  fill("#lines", lines(said, title), more);
  fill("#files", files.filter((one) => one.name !== but).map(links));
  focusOn("#answer-title", "#answer");
}

// What an action has done: its answer, and the file as it is now.
async function take(one, done, title = "") {
  answer(done, { but: one.name, title });
  const { bytes } = done.files.find(({ name }) => name === one.name) ?? {};
  if (!bytes) return;
  for (const [id, kept] of unsaved) if (kept.bytes === one.bytes) unsaved.delete(id); // also of what has been forgotten
  one.bytes = bytes;
  fill("#tonight-people"); // whom an action has left there is known from the file
  unsaved.set(done.tournament || one.name, { file: one, bytes, instead: one.disk, said: "unsaved" });
  await look(one);
  await showRoom(one);
}

// What is doubtful is shown first, and the second click goes on.
const act = (asked, given = {}, one = file, [action, options] = asking(asked, given)) => busy(async () => {
  hide();
  const begun = stops, isNew = one.handle && (await reread(one) || one.doubtful);
  one.doubtful = false;
  const isClear = !isNew || (await look(one)).ok;
  if (begun !== stops) return answer(failed(text("stopped")));
  const done = isClear && await perform(one, action, options);
  if (done.isLate) await look(one, done);
  if (!isClear || done.isLate) return focusOn("#name");
  return take(one, done, action === "standings" && action);
});

// The workbook that is open stays, until the new one is made.
const create = ({ file: name, ...given }, action = "new") => busy(async () => {
  const one = { name, bytes: null, handle: null };
  refuse();
  if (/[\\/:*?"<>|]/.test(name)) return refuse(`${action}-file`, [text("no_name", { name })]);
  if (action === "new" && !given.players && $("#listed select")) return refuse("new-players", [text("list_waits")]);
  if (accepted && given.players === accepted) given.all = true;
  const done = await perform(one, action, { ...given, language }), { chooser } = done, isMade = done.files.length > 0;
  $(`form[data-action=${action}]`).parentElement.open = !isMade;
  fill("#listed", chooser && choosing(chooser, (options) => create({ file: name, ...given, ...options })));
  if (!isMade) return chooser ? focusOn("#listed") : refuse(action === "new" ? "new-players" : "demo-count", done.lines);
  hide();
  return take(one, done);
});

const plan = (given) => busy(async () => {
  refuse();
  const { ok, lines: said, files } = await window.bangxl.run("plan", "plan.pdf", null, { ...given, language });
  if (!ok) return refuse("plan-range", said);
  fill("#planned", lines(said, "plan"), make("div", { className: "row" }, files.map(links)));
  focusOn("#planned");
});

// Why a field was refused stands under it, until the next try.
function refuse(id, said) {
  for (const old of $$(".refused")) { old.previousSibling.lastChild.ariaInvalid = null; old.remove(); }
  if (!id) return;
  const input = $(`#${id}`), why = make("div", { id: `${id}-refused`, className: "refused" }, lines(said));
  input.parentElement.after(why);
  input.ariaInvalid = true;
  input.setAttribute("aria-describedby", why.id);
  focusOn(`#${id}`);
}

// After the work: a disabled element cannot keep the focus, and what comes above an answer later pushes it out of view.
const focusOn = (selector, whole = selector) => void queue.finally(() => setTimeout(() => {
  $(selector).focus();
  $(whole).scrollIntoView({ block: "nearest" });
}));

// The browser's own dialog for files, instead of what was clicked; where it refuses, that is clicked once more without it.
function dialog(name, event, options, chosen) {
  event.preventDefault();
  const { currentTarget } = event, again = () => { window[name] = null; currentTarget.click(); };
  window[name](options).then(chosen, (error) => error.name === "AbortError" || again());
}

// Results are only in this browser until the person saves them, or opens a file that has them; by tournament.
const unsaved = new Map();
const openingHere = (one) => make("button", { onclick: () => open([one]) }, text("open_it", one));

function showUnsaved() {
  $("#then").hidden = !unsaved.size;
  fill("#save", [...unsaved.values()].map((one) => {
    const { file: { name, handle }, bytes, said } = one, link = saving(name, bytes, "download", "file first");
    link.onclick = (event) => {
      if (handle || !window.showSaveFilePicker) return tell(one, "");
      return dialog("showSaveFilePicker", event, { suggestedName: name, types: BOOKS }, (into) => writeBack(one, into));
    };
    one.shown = make("strong", said && text(said, { name }));
    const into = handle && make("button", { className: "first", onclick: () => writeBack(one) }, text("write_back", { name }));
    return make("div", { className: "row" }, one.shown, into, link, one.file !== file && openingHere(one.file));
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
  const known = unsaved.get(seen.tournament), isOnDisk = known?.file !== one || (one.disk && same(one.bytes, one.disk));
  if (known && isOnDisk && seen.ok && seen.goesOn) tell(known, "");
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

// The links to open a file, if the browser can show it, and to save it.
const SHOWN = { html: "text/html", pdf: "application/pdf" };
function links({ name, bytes }) {
  const type = SHOWN[name.split(".").pop()], onclick = name.endsWith("-room.html") ? openRoom : null;
  const shown = { href: address(bytes, type), target: "_blank", className: "file", onclick };
  return [type && make("a", shown, text("open_it", { name })), saving(name, bytes, "download", "file")];
}

const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

// With `as`, a file that the person has just chosen: from now on it is the workbook's own.
const writeBack = (one, as = null) => busy(async () => {
  const { file: into, bytes } = one;
  try {
    if (!as && !same(one.instead, (await readable(into.handle)).bytes)) return tell(one, "changed");
    const writable = await (as ?? into.handle).createWritable();
    await writable.write(bytes);
    await writable.close();
  } catch {
    return tell(one, "not_written");
  }
  Object.assign(into, { disk: bytes }, as && { handle: as, name: as.name });
  for (const each of [one, ...unsaved.values()]) if (each.file === into) each.instead = bytes; // made while the person chose
  tell(one, "written");
  if (as) await (into === file ? look(into) : showUnsaved());
});

async function look(one, seen = null) {
  seen ??= await window.bangxl.run("look", one.name, one.bytes, {});
  const { ok, lines: said, tournament, goesOn, button, last } = seen, here = seen.chooser?.here;
  const ticked = file === one ? $$("#tonight-people input").filter((it) => it.checked !== it.defaultChecked) : [];
  file = Object.assign(one, { tournament, goesOn, button, here, doubt: said.slice(0, 2).join("\n") });
  fill("#tonight-people", make("legend", { t: "people" }),
    here?.map(([value, name, defaultChecked]) => tick(name, { id: `here-${value}`, name: "people", value, defaultChecked })));
  for (const { id, checked } of ticked) Object.assign($(`#${id}`) ?? {}, { checked });
  document.title = `${one.name} – BANG!`;
  $("#work").hidden = false;
  $("#name").textContent = one.name;
  $("#first").hidden = ok;
  const kept = last && make("p", saving(last.name, last.bytes, "last_one", "file"));
  fill("#first", !ok && [make("strong", { t: "mended" }), lines(said), kept]);
  const known = flat([one.handle && !(one.missed >= GONE) && text("follows", one), ok && said]);
  const items = flat([known.slice(0, SEEN), folded(known.slice(SEEN))]); // more hide the buttons
  fill("#about-file", items.map((line) => make("li", line)));
  mark();
  showUnsaved();
  return seen;
}

// What is done with a file that is not the one in view; several reports wait for their season.
async function aside({ told, one, seen, list }, isOfSeason) {
  if (told || (list && !isOfSeason)) return told ?? (list.isRead || isList(one) ? list : seen).lines[0];
  if (STEPS.includes(seen.button) || (isOfSeason && seen.button)) return [text("waits", one), " ", openingHere(one)];
  return (await window.bangxl.run("verify", one.name, one.bytes, {})).lines[0];
}

async function recognised(source, isSecond, begun = stops) {
  try {
    const one = source.bytes instanceof Uint8Array ? source : await readable(source);
    const seen = await window.bangxl.run("look", one.name, one.bytes, {});
    const isOurs = begun !== stops || seen.button || (seen.tournament && seen.goesOn !== null && !isList(one));
    return { one, seen, list: isOurs ? null : await listed(one, null, isSecond) };
  } catch {
    return { told: text("unread", source), one: { name: source.name, bytes: new Uint8Array() } };
  }
}

// Of several files a workbook comes into view, otherwise a report, or a workbook that cannot be read; lists begin a new one.
const open = (given) => busy(async () => {
  const all = [], begun = stops;
  readers(given.length ?? 1);
  for await (const source of given) {
    if (all.length) show(`${all.length} / ${given.length ?? "…"}`);
    all.push(await recognised(source, all.some(({ list }) => list?.isRead)));
    if (begun !== stops) return focusOn("#beside", $("#beside").prepend(make("li", text("stopped"))));
  }
  const inView = all.find(({ seen }) => STEPS.includes(seen?.button)) ?? all.find(({ seen }) => seen?.button)
    ?? all.find(({ told, one, list }) => !told && !list?.isRead && isBook(one));
  if (inView) {
    hide();
    await look(inView.one, inView.seen);
    forget(inView.one, inView.seen);
  }
  const isReport = ({ seen }) => seen?.button === "verify", isSeason = all.filter(isReport).length > 1;
  const reports = all.filter((each) => isReport(each) || (!each.seen?.button && !each.list?.isRead && isBook(each.one)));
  const begins = all.some(({ list }) => list?.isRead), items = [], ofSeason = [];
  for (const each of all) {
    if (each === inView || (all.length === 1 && begins)) continue;
    const isOfSeason = isSeason && reports.includes(each);
    (isOfSeason ? ofSeason : items).push(make("li", await aside(each, isOfSeason)));
  }
  fill("#beside", isSeason && make("li", text("reports", { count: reports.length }), seasonal(reports.map(({ one }) => one)),
    make("details", make("summary", { t: "files" }), make("ul", ofSeason))), items);
  if (inView || !begins) focusOn(inView ? "#name" : "#beside");
});

// What the person has chosen or dropped: a file, or the handle of one.
const BOOKS = [{ accept: { "application/vnd.ms-excel": [".xlsx", ".xlsm"] } }];
const OURS = /^[^.~].*\.(xlsx|xlsm|csv|tsv|txt)$/i, isList = ({ name }) => /\.(csv|tsv|txt)$/i.test(name);
const isBook = ({ name }) => /\.xls[xm]$/i.test(name);
async function readable(source) {
  const blob = await source.getFile?.() ?? source, bytes = new Uint8Array(await blob.arrayBuffer());
  return { name: blob.name, bytes, disk: bytes, handle: source.createWritable ? source : null, modified: blob.lastModified, folder: source.folder };
}

// A dropped folder stands for its workbooks and lists, without their copies; one that cannot be read is told like a file.
async function* inside(source, folder) {
  if (source.kind !== "directory") return yield Object.assign(source, { folder });
  if (source.name.endsWith(".history")) return;
  try {
    for await (const one of source.values()) if (one.kind === "directory" || OURS.test(one.name)) yield* inside(one, source.name);
  } catch {
    yield { name: source.name };
  }
}

async function* dropped(items) {
  for (const [blob, asked] of items) yield* inside(await asked ?? blob);
}

// If the browser has a file dialog, its file is writable after asking; other browsers use the input field.
$("#pick").onclick = (event) => {
  const types = [{ accept: { ...BOOKS[0].accept, "text/plain": [".csv", ".tsv", ".txt"] } }];
  if (window.showOpenFilePicker) dialog("showOpenFilePicker", event, { types, multiple: true }, open);
};
// Browsers report no change if the user chooses the same, meanwhile edited file again: so clear the choice.
$("#pick").onchange = ({ target }) => {
  if (target.files.length) open([...target.files]);
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
window.onbeforeunload = (event) => { if (![...unsaved.values()].every(isSaved)) event.preventDefault(); };

$("#guide button").onclick = () => busy(async () => {
  const { files } = await window.bangxl.run("help", "handbook", null);
  fill("#guide", $("#guide button"), files.map(links));
  focusOn("#guide a");
});
$("#forget").onclick = (_event, one = file) => busy(async () => {
  if (one.goesOn === null && !confirm(one.doubt)) return;
  const others = await store.forget(one.tournament);
  await look(one);
  answer({ ok: !others, lines: [text(others ? "kept_still" : "forgotten", { ...one, others })], files: [] });
});
$("#language").onchange = ({ target }) => { speak(target.value); hide(); busy(() => file && look(file)); };
$("#language").value = language;
$("#making").append(form("new", create));
$("#practice").append(form("demo", (given) => create(given, "demo")));
$("#planned").before(form("plan", plan));
$("#buttons").after(details("tonight"));
$("#forms").append(...Object.keys(FORMS).filter((one) => !APART.includes(one)).map(details));
$("#buttons").append(...FIRST.map(button));
const rest = REST.map(button), place = () => { $(phone.matches ? "#rest" : "#buttons").append(...rest); mark(); };
phone.onchange = place;
place();
speak(language);
function begin() {
  state = "starting";
  window.bangxl.ready.then(() => { state = "ready"; }, (error) => { console.error(error); state = "failed"; }).then(() => show());
  show();
}
$("#stop").onclick = () => { stop(); begin(); };
begin();
watch();
busy(() => restore().catch(() => {}), true);
