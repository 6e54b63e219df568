"use strict";
// One chart: a benchmark over the runs of one machine. Drawn as SVG in its own coordinates; read by pointer or keys.

const chartSize = { width: 640, height: 190, left: 62, right: 12, top: 12, bottom: 22 };

function timeText(seconds) {
  const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
  const [scale, unit] = units.find(([least]) => Math.abs(seconds) >= least) || units[3];
  return `${Number((seconds / scale).toPrecision(3))} ${unit}`;
}

function percentText(share) {
  const percent = share * 100;
  return `${percent > 0 ? "+" : ""}${percent.toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
}

function svg(name, attributes, parent) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (parent) parent.append(node);
  return node;
}

/** Round steps for an axis of four or five lines. */
function axisTicks(low, high) {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 2.5, 5, 10].find(factor => factor * power >= raw);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high * (1 + 1e-12); tick += step) ticks.push(tick);
  return ticks;
}

/** What has to fit: every run; the bound too, unless it is so far off that the runs would be one flat line. */
function valueRange(series, fromZero) {
  const values = series.points.map(point => point[1]);
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (series.budget && series.budget.max < high * 1.6) high = Math.max(high, series.budget.max);
  // A steady benchmark has to look steady: the axis spans a fifth of the values at least.
  const room = Math.max((high - low) * 0.12, (high * 0.2 - (high - low)) / 2, 1e-12);
  return [fromZero ? 0 : Math.max(0, low - room), high + room];
}

function drawChart(series, runs, options) {
  const { width, height, left, right, top, bottom } = chartSize;
  const count = series.points.length;
  const [low, high] = valueRange(series, options.fromZero);
  const x = index => left + (count < 2 ? 0.5 : index / (count - 1)) * (width - left - right);
  const y = value => top + (high - Math.min(high, Math.max(low, value))) / (high - low) * (height - top - bottom);
  const plot = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: "slider" });
  const newest = series.points[count - 1][1];
  plot.setAttribute("aria-label", `${series.name}: ${count} runs, newest ${timeText(newest)}, ${series.changes.length} changes`);
  plot.setAttribute("aria-valuemin", 1);
  plot.setAttribute("aria-valuemax", count);

  for (const tick of axisTicks(low, high)) {
    svg("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }, plot);
    svg("text", { x: left - 7, y: y(tick) + 4, "text-anchor": "end" }, plot).textContent = timeText(tick);
  }
  const dates = series.points.map(point => runs[point[0]].time.slice(0, 10));
  svg("text", { x: left, y: height - 5 }, plot).textContent = dates[0];
  if (count > 1) svg("text", { x: width - right, y: height - 5, "text-anchor": "end" }, plot).textContent = dates[count - 1];

  const upper = series.points.map((point, i) => `${x(i)},${y(point[1] * (1 + point[2]))}`);
  const lower = series.points.map((point, i) => `${x(i)},${y(point[1] * (1 - point[2]))}`).reverse();
  svg("polygon", { class: "band", points: [...upper, ...lower].join(" ") }, plot);
  svg("polyline", { class: "curve", points: series.points.map((point, i) => `${x(i)},${y(point[1])}`).join(" ") }, plot);
  if (count <= 150) series.points.forEach((point, i) => svg("circle", { class: "run", cx: x(i), cy: y(point[1]), r: 2.2 }, plot));

  series.changes.forEach((change, k) => {
    const word = change.after > change.before ? "slower" : "faster";
    const end = k + 1 < series.changes.length ? series.changes[k + 1].at - 1 : count - 1;
    if (k === 0) svg("line", { class: "level", x1: x(0), x2: x(change.at - 1), y1: y(change.before), y2: y(change.before) }, plot);
    svg("line", { class: "level", x1: x(change.at), x2: x(end), y1: y(change.after), y2: y(change.after) }, plot);
    svg("line", { class: `change ${word}`, x1: x(change.at), x2: x(change.at), y1: top, y2: height - bottom }, plot);
    const tip = word === "slower" ? [top, top + 9, top + 9] : [top + 9, top, top];
    svg("polygon", { class: `mark ${word}`, points: `${x(change.at)},${tip[0]} ${x(change.at) - 6},${tip[1]} ${x(change.at) + 6},${tip[2]}` }, plot);
  });
  if (series.budget && series.budget.max <= high) {
    svg("line", { class: "bound", x1: left, x2: width - right, y1: y(series.budget.max), y2: y(series.budget.max) }, plot);
    svg("text", { class: "bound-text", x: width - right, y: y(series.budget.max) - 4, "text-anchor": "end" }, plot).textContent = "budget";
  }
  const cursor = svg("line", { class: "cursor", y1: top, y2: height - bottom, visibility: "hidden" }, plot);
  return { plot, x, cursor, nearest: at => Math.round(Math.min(1, Math.max(0, (at - left) / (width - left - right))) * (count - 1)) };
}

/** A figure with caption, chart and the line that reads one run. */
function chartFigure(series, runs, options) {
  const figure = document.createElement("figure");
  figure.dataset.name = series.name;
  const caption = figure.appendChild(document.createElement("figcaption"));
  caption.append(series.name);
  const newest = caption.appendChild(document.createElement("span"));
  newest.textContent = timeText(series.points[series.points.length - 1][1]);
  const chart = drawChart(series, runs, options);
  const readout = document.createElement("p");
  readout.className = "readout";
  figure.append(chart.plot, readout);

  const last = series.points.length - 1;
  let chosen = last;
  const show = (index, mark) => {
    chosen = Math.min(last, Math.max(0, index));
    const [run, value, noise] = series.points[chosen];
    const { commit, time, load } = runs[run];
    chart.cursor.setAttribute("x1", chart.x(chosen));
    chart.cursor.setAttribute("x2", chart.x(chosen));
    chart.cursor.setAttribute("visibility", mark ? "visible" : "hidden");
    chart.plot.setAttribute("aria-valuenow", chosen + 1);
    const change = series.changes.find(entry => entry.at === chosen);
    readout.replaceChildren(options.commitNode(commit), ` · ${time.replace("T", " ").replace("Z", " UTC")} · ${timeText(value)} ± ${(noise * 100).toFixed(1)} % · load ${load.toFixed(1)}`);
    if (series.budget) readout.append(` · ${Math.round(value / series.budget.max * 100)} % of the budget`);
    if (change) {
      const note = readout.appendChild(document.createElement("strong"));
      note.className = change.after > change.before ? "slower" : "faster";
      note.textContent = ` · first of ${percentText(change.after / change.before - 1)}`;
    }
    chart.plot.setAttribute("aria-valuetext", readout.textContent);
  };
  chart.plot.addEventListener("pointermove", event => {
    const box = chart.plot.getBoundingClientRect();
    show(chart.nearest((event.clientX - box.left) / box.width * chartSize.width), true);
  });
  chart.plot.addEventListener("pointerleave", () => show(last, false));
  chart.plot.addEventListener("focus", () => show(chosen, true));
  chart.plot.addEventListener("blur", () => show(last, false));
  chart.plot.addEventListener("keydown", event => {
    const moves = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: last };
    if (event.key in moves) show(moves[event.key], true);
    else if (event.key === "Enter") options.openCommit(runs[series.points[chosen][0]].commit);
    else return;
    event.preventDefault();
  });
  show(last, false);
  figure.focusRun = index => { chosen = index; chart.plot.focus(); };
  return figure;
}
