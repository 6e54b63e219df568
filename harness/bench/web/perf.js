"use strict";
// The page: which machine, which benchmarks, the table of changes. Everything shown comes from the JSON in #data.

const data = JSON.parse(document.getElementById("data").textContent);
const part = id => document.getElementById(id);

function commitAddress(commit) {
  return data.commitUrl && commit ? data.commitUrl.replace("{}", commit.replace("+", "")) : "";
}

function commitNode(commit) {
  const address = commitAddress(commit);
  const node = document.createElement(address ? "a" : "code");
  if (address) node.href = address;
  node.textContent = commit || "no commit";
  return node;
}

function openCommit(commit) {
  const address = commitAddress(commit);
  if (address) window.open(address, "_blank", "noopener");
}

function cell(row, content, className) {
  const node = row.insertCell();
  if (className) node.className = className;
  node.append(content);
}

function changesTable(list) {
  const box = document.createElement("div");
  box.className = "table";
  if (list.length === 0) {
    const none = box.appendChild(document.createElement("p"));
    none.className = "empty";
    none.textContent = "No lasting change. Single slow runs are not counted as one.";
    return box;
  }
  const table = box.appendChild(document.createElement("table"));
  const head = table.createTHead().insertRow();
  for (const [text, className] of [["Benchmark"], ["First commit"], ["When"], ["Before", "number"], ["After", "number"], ["Change", "number"], ["p", "number"]]) {
    const title = head.appendChild(document.createElement("th"));
    title.scope = "col";
    title.textContent = text;
    if (className) title.className = className;
  }
  const body = table.createTBody();
  for (const { series, change } of list) {
    const run = data.runs[series.points[change.at][0]];
    const row = body.insertRow();
    const show = document.createElement("button");
    show.type = "button";
    show.textContent = series.name;
    show.addEventListener("click", () => {
      const figure = [...part("charts").children].find(node => node.dataset.name === series.name);
      if (figure) { figure.scrollIntoView({ block: "center" }); figure.focusRun(change.at); }
    });
    cell(row, show);
    cell(row, commitNode(run.commit));
    cell(row, run.time.slice(0, 10));
    cell(row, timeText(change.before), "number");
    cell(row, timeText(change.after), "number");
    cell(row, percentText(change.after / change.before - 1), `number ${change.after > change.before ? "slower" : "faster"}`);
    cell(row, String(change.p), "number");
  }
  return box;
}

function show() {
  const machine = data.machines[Number(part("machine").value) || 0];
  const word = part("find").value.trim().toLowerCase();
  const all = machine ? machine.series : [];
  const shown = all.filter(series => series.name.toLowerCase().includes(word) && (!part("changed").checked || series.changes.length > 0));
  const changes = shown.flatMap(series => series.changes.map(change => ({ series, change })));
  changes.sort((a, b) => b.series.points[b.change.at][0] - a.series.points[a.change.at][0]);
  part("changes").replaceChildren(changesTable(changes));
  const options = { fromZero: part("zero").checked, commitNode, openCommit };
  part("charts").replaceChildren(...shown.map(series => chartFigure(series, data.runs, options)));
  const runs = new Set(all.flatMap(series => series.points.map(point => point[0]))).size;
  part("summary").textContent = machine
    ? `${runs} runs of ${all.length} benchmarks · ${changes.length} lasting ${changes.length === 1 ? "change" : "changes"}${shown.length < all.length ? ` · ${shown.length} shown` : ""}`
    : "No runs are recorded.";
}

data.machines.forEach((machine, index) => part("machine").add(new Option(machine.name, index)));
for (const id of ["machine", "find", "changed", "zero"]) part(id).addEventListener("input", show);
part("filters").addEventListener("submit", event => event.preventDefault());
part("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.target.matches("input, select")) return;
  event.preventDefault();
  part("find").focus();
});
show();
