// What cannot be known is asked: of a list of players, and of the names of a season.

// A list of players is no workbook: start a new one with its names. What is not certain is asked, and once only.
let accepted = "";
async function listed(one, options = null, isSecond = false) {
  const done = await window.bangxl.run("list", one.name, one.bytes, options ?? {});
  done.isRead = done.ok || Boolean(done.chooser);
  if (done.isRead && isSecond) return { ...done, lines: [text("one_list", one)] };
  if (done.isRead) {
    $("#making").open = true;
    $("#new-players").value = done.ok ? new TextDecoder().decode(done.files[0].bytes) : "";
    accepted = options?.all ? $("#new-players").value : "";
  }
  if (done.chooser) fill("#listed", choosing(done.chooser, (more) => busy(() => listed(one, more))));
  else if (done.ok) fill("#listed", lines(done.lines));
  else if (options) $("#listed").prepend(...flat(lines(done.lines)));
  focusOn(done.ok ? "#new-players" : "#listed");
  return done;
}

const ROLES = ["", "name", "surname", "particle", "given", "region", "email"];

// What a list asks: its first lines, a choice over each column, who plays, and ready answers; after a choice, the button for it.
function choosing({ why, columns, rows, states, ways }, again) {
  const { sheet, encoding } = ways[0].options;
  const go = (said, options, className = "") => make("button", { className, onclick: () => again(options) }, said);
  const role = ({ number, title, role: now }) => {
    const options = ROLES.map((value) => make("option", { value, selected: value === now, t: `role_${value}` }));
    return make("th", { scope: "col" }, make("label", `${number} ${title}`, make("select", { data: { number } }, options)));
  };
  const row = ({ line, cells, doubt }) =>
    [make("th", { scope: "row" }, line), ...columns.map(({ number }) => cells[number - 1] ?? ""), doubt];
  const shown = table("", [[text("line"), ...columns.map(role), make("td")], ...rows.map(row)]);
  shown.ariaLabel = why[0] ?? "";
  const ticks = states.map(({ column, title, values }) => make("fieldset", { data: { column } },
    make("legend", text("plays", { title })),
    values.map(([value, count]) => tick(`${value || "–"} (${count})`, { checked: true, value }))));
  const asked = make("div", { className: "row" }, ways.map((way, at) => go(way.text, way.options, at ? "" : "first")));
  const all = make("div", lines(why), shown, ticks, asked);
  const quoted = ({ value }) => `"${value.replaceAll('"', '""')}"`;
  const chosen = ({ value, dataset }) => value && `${value}=${dataset.number}`;
  const only = (states) => {
    const boxes = [...states.querySelectorAll("input")], on = boxes.filter((one) => one.checked);
    return on.length > 0 && on.length < boxes.length && `${states.dataset.column}=${on.map(quoted).join(",")}`;
  };
  all.onchange = () => {
    const columns = flat([...all.querySelectorAll("select")].map(chosen)).join(",");
    asked.replaceChildren(go(text("go_on"), { sheet, encoding, columns, only: flat(ticks.map(only)) }, "first"));
  };
  return all;
}

// A season to look at: a table for each regulation, and who goes to the final; its workbook has more.
function ranked({ National, Qualified }) {
  const shown = (title, codes, rows) => rows.length > 0 && table(title,
    [codes.map((code) => text(`of_${code}`)), ...rows.map((row) => codes.map((code) => row[code] ?? ""))]);
  const codes = ["rank", "name", "home", "tournaments", "points"];
  const national = ([name, rows]) => shown(`${text("of_National")}: ${name}`, codes, rows);
  return [...[...Map.groupBy(National, (row) => row.regulation)].map(national),
    shown(text("of_Qualified"), ["number", "way", "name", "home"], Qualified)];
}

// Reports make a season. What is doubtful is asked: the answer stands in the field of the list of names, for the next time.
function seasonal(reports) {
  const asked = form("season", (given) => busy(async () => {
    hide();
    const done = await window.bangxl.run("season", "season.xlsx", reports, { ...given, language });
    const { chooser } = done;
    answer(done, { more: chooser && [chooser.Doubtful.filter(({ line }) => line).map(doubt), ranked(chooser)] });
  }));
  const doubt = ({ why, line, ...pair }) => {
    const [one, other, where] = line.match(/"(?:[^"]|"")*"|[^,]+/g);
    const itself = (name) => `${name},${name},`;
    const choice = (t, said) => make("button", { t, onclick: ({ target }) => {
      const { same } = asked.elements;
      same.value += `${same.value && "\n"}${said}`;
      target.parentElement.replaceChildren(text(t));
      same.focus();
    } });
    const [name, another] = ["", "other_"].map((of) =>
      ["name", "region", "file"].map((key) => pair[of + key]).filter(Boolean).join(", "));
    // two of one report, who are told apart by number; and two of one name, whom their addresses tell apart
    const [isNumber, isOneName] = [/^P\d+$/.test(one), one === other];
    return make("p", `${why}: ${name} – ${another} `, make("span",
      !isNumber && choice("same_person", where ? itself(one) : line), " ",
      !isOneName && choice("two_people", where ? line : `${itself(one)}\n${itself(other)}`)));
  };
  return asked;
}
