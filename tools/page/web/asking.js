// What cannot be known is asked: of a list of players, and of the names of a season.

// A list of players is no workbook: start a new one with its names. What is not certain is asked, and once only.
let accepted = "";
async function listed(one, options = {}) {
  const done = await window.bangxl.run("list", one.name, one.bytes, options);
  done.isList = done.ok || Boolean(done.chooser) || IS_LIST.test(one.name);
  if (done.ok || done.chooser) {
    $("#making").open = true;
    $("#new-players").value = done.ok ? new TextDecoder().decode(done.files[0].bytes) : "";
    accepted = options.all ? $("#new-players").value : "";
  }
  if (done.chooser) $("#listed").replaceChildren(choosing(done.chooser, (more) => busy(() => listed(one, more))));
  else if (done.ok) $("#listed").replaceChildren(lines(done.lines));
  else if (options.columns || options.sheet || options.encoding) $("#listed").prepend(lines(done.lines));
  focusOn(done.ok ? "#new-players" : "#listed");
  return done;
}

const ROLES = ["", "name", "surname", "particle", "given", "region", "email"];

// What a list asks: its first lines, a choice over each column, who plays, and ready answers; after a choice, the button for it.
function choosing({ why, columns, rows, states, ways }, again) {
  const go = (said, options, className = "") => make("button", { type: "button", className, onclick: () => again(options) }, said);
  const { sheet, encoding } = ways[0].options;
  const role = ({ number, title, role: now }) => {
    const chosen = make("select", { data: { number } }, ...ROLES.map((one) => make("option", { value: one, selected: one === now }, text(`role_${one}`))));
    return make("th", { scope: "col" }, make("label", {}, `${number} ${title}`, chosen));
  };
  const line = (row) => make("tr", {}, make("th", { scope: "row" }, String(row.line)), ...columns.map(({ number }) => make("td", {}, row.cells[number - 1] ?? "")), make("td", {}, row.doubt));
  const tick = ([value, count]) => make("label", { className: "mark" }, make("input", { type: "checkbox", checked: true, value }), make("span", {}, `${value || "–"} (${count})`));
  const table = make("table", { ariaLabel: why[0] ?? "" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, text("line")), ...columns.map(role), make("td"))), make("tbody", {}, ...rows.map(line)));
  const ticks = states.map(({ column, title, values }) => make("fieldset", { data: { column } }, make("legend", {}, text("plays", { title })), ...values.map(tick)));
  const asked = make("div", { className: "row" }, ...ways.map((way, at) => go(way.text, way.options, at ? "" : "first")));
  const all = make("div", {}, lines(why), table, ...ticks, asked);
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

// A season to look at: a table for each regulation, and who goes to the final; its workbook has more.
function ranked({ National, Qualified }) {
  const shown = (title, codes, rows) => rows.length ? [table(title, [codes.map((code) => text(`of_${code}`)), ...rows.map((row) => codes.map((code) => row[code] ?? ""))])] : [];
  const regulations = [...new Set(National.map((row) => row.regulation))];
  return [...regulations.flatMap((one) => shown(`${text("of_National")}: ${one}`, ["rank", "name", "home", "tournaments", "points"], National.filter((row) => row.regulation === one))),
    ...shown(text("of_Qualified"), ["number", "way", "name", "home"], Qualified)];
}

// Reports make a season. What is doubtful is asked: the answer stands in the field of the list of names, for the next time.
function seasonal(reports) {
  const asked = form("season", (event) => {
    const given = typed(event);
    return busy(async () => {
      hide();
      const done = await window.bangxl.run("season", "season.xlsx", reports, asking("season", given)[1]);
      answer(done);
      if (done.chooser) $("#lines").append(...done.chooser.Doubtful.filter(({ line }) => line).map(doubt), ...ranked(done.chooser));
    });
  });
  const doubt = ({ why, line, ...pair }) => {
    const [one, other, where] = line.match(/"(?:[^"]|"")*"|[^,]+/g);
    const itself = (name) => `${name},${name},`;
    const choice = (word, said) => make("button", { type: "button", onclick: ({ target }) => {
      const { same } = asked.elements;
      same.value = `${same.value}${same.value && "\n"}${said}`;
      target.parentElement.replaceChildren(text(word));
      same.focus();
    } }, text(word));
    const names = [[pair.name, pair.region, pair.file], [pair.other_name, pair.other_region, pair.other_file]].map((each) => each.filter(Boolean).join(", "));
    return make("p", {}, `${why}: ${names.join(" – ")} `, make("span", {}, choice("same_person", where ? itself(one) : line), " ", choice("two_people", where ? line : `${itself(one)}\n${itself(other)}`)));
  };
  return asked;
}
