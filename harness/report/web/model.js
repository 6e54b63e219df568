// What the results mean: groups, filters, formats. Knows nothing of the page's elements.
"use strict";

(function (Rigproof) {
  const { t } = Rigproof;
  const results = Rigproof.results;
  const model = { ok: Boolean(results && Array.isArray(results.scenarios)) };
  Rigproof.model = model;
  if (!model.ok) return;

  model.run = results;
  model.scenarios = results.scenarios;
  model.byName = new Map(model.scenarios.map((s) => [s.name, s]));

  /** The word that decides about colour, mark and filter: flaky stands before what the last repetition said. */
  model.state = (thing) => {
    if (thing.flaky) return "flaky";
    if (thing.verdict === "pass" && (thing.drifts || (thing.captures || []).some((c) => c.drifts))) return "drift";
    return thing.verdict;
  };
  model.states = ["fail", "error", "new", "flaky", "drift", "pass", "skipped"];
  model.marks = { pass: "✓", fail: "✕", error: "!", new: "+", flaky: "≈", drift: "↗", skipped: "–" };

  const groupOf = (scenario) => {
    if (scenario.rasteriser === "blamed" && !scenario.flaky) return "groupRasteriser";
    switch (model.state(scenario)) {
      case "drift": return "groupDrift";
      case "pass": return "groupPass";
      case "skipped": return "groupSkipped";
      default: return "groupLook";
    }
  };
  const urgency = { error: 0, fail: 1, flaky: 2, new: 3 };
  model.groups = ["groupLook", "groupRasteriser", "groupDrift", "groupPass", "groupSkipped"]
    .map((name) => ({ name, scenarios: [] }));
  for (const scenario of model.scenarios) model.groups.find((g) => g.name === groupOf(scenario)).scenarios.push(scenario);
  // Array.prototype.sort is stable: the run's order stays within one state.
  model.groups[0].scenarios.sort((a, b) => urgency[model.state(a)] - urgency[model.state(b)]);
  model.groups = model.groups.filter((g) => g.scenarios.length > 0);
  model.ordered = model.groups.flatMap((g) => g.scenarios);

  model.counts = Object.fromEntries(model.states.map((s) => [s, 0]));
  for (const scenario of model.scenarios) model.counts[model.state(scenario)] += 1;
  model.needLook = model.counts.fail + model.counts.error + model.counts.new + model.counts.flaky;
  model.kinds = [...new Set(model.scenarios.map((s) => s.kind))].filter(Boolean).sort();
  model.tags = [...new Set(model.scenarios.flatMap((s) => s.tags))].sort();

  // ---- filters ----
  model.filter = { text: "", states: new Set(), kind: "", tag: "" };
  const haystacks = new Map();
  const haystack = (s) => {
    if (!haystacks.has(s)) {
      haystacks.set(s, [s.name, s.kind, s.title.en, s.title.ko, s.caption.en, s.caption.ko, ...s.tags, ...s.reasons]
        .join("\n").toLowerCase());
    }
    return haystacks.get(s);
  };
  model.matches = (scenario) => {
    const { text, states, kind, tag } = model.filter;
    return (states.size === 0 || states.has(model.state(scenario))) && (!kind || scenario.kind === kind) &&
      (!tag || scenario.tags.includes(tag)) &&
      text.toLowerCase().split(/\s+/).every((word) => haystack(scenario).includes(word));
  };
  model.shown = () => model.ordered.filter(model.matches);

  // ---- drivers ----
  model.driverOf = (scenario) => scenario.driver || model.run.driver;
  model.driverKeys = [["name", "drvName"], ["vendor", "drvVendor"], ["renderer", "drvRenderer"], ["version", "drvVersion"],
    ["mesa", "drvMesa"], ["llvm", "drvLlvm"], ["processor", "drvProcessor"]];
  model.driverLine = (driver) => [driver.name || driver.renderer, driver.mesa && "Mesa " + driver.mesa,
    driver.llvm && "LLVM " + driver.llvm].filter(Boolean).join(", ");
  /** "Mesa 22.3.6 → 23.1.2, ..." for all that differs. */
  model.driverChange = (scenario) => model.driverKeys
    .filter(([key]) => scenario.golden_driver[key] !== model.driverOf(scenario)[key])
    .filter(([key], _, all) => key !== "renderer" && key !== "version" || all.length < 3)
    .map(([key, label]) => `${t(label)} ${scenario.golden_driver[key] || "–"} → ${model.driverOf(scenario)[key] || "–"}`)
    .join(", ");

  // ---- formats ----
  model.duration = (seconds) => {
    if (seconds < 60) return t("seconds", seconds < 10 ? seconds.toFixed(1) : Math.round(seconds));
    return t("minutes", Math.floor(seconds / 60), Math.round(seconds % 60));
  };
  const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+(?=e|$)/, "") : text);
  model.number = (value) => {
    if (value === null || value === undefined) return "NaN";
    if (Number.isInteger(value) && Math.abs(value) < 1e12) return value.toLocaleString("en");
    const size = Math.abs(value);
    return size !== 0 && (size < 1e-4 || size >= 1e9) ? trimmed(value.toExponential(3)) : trimmed(value.toPrecision(5));
  };
  model.percent = (share, digits = 1) => {
    const value = share * 100;
    if (value !== 0 && Math.abs(value) < 0.001) return value.toExponential(1) + " %";
    return trimmed(value.toFixed(Math.abs(value) < 0.1 ? 4 : digits)) + " %";
  };
  model.unitOf = (metric) => {
    const units = { m: "m", deg: "°", ms: "ms", bytes: "B" };
    return units[metric.slice(metric.lastIndexOf("_") + 1)] || "";
  };

  /** {measure, limit} triples that the verdict of a capture is made of. */
  model.rules = (capture) => [
    { key: "flipMean", value: capture.flip_mean, limit: capture.limits?.flip_mean, format: (v) => model.number(v) },
    { key: "share", value: capture.share_over, limit: capture.limits?.share_over, format: (v) => model.percent(v) },
    { key: "cluster", value: capture.largest_cluster, limit: capture.limits?.largest_cluster, format: (v) => t("px", model.number(v)) },
  ];
  model.limitUse = (capture) => Math.max(0, ...model.rules(capture).filter((r) => r.limit !== undefined && r.value !== null)
    .map((r) => (r.limit > 0 ? r.value / r.limit : r.value > 0 ? Infinity : 0)));

  model.equalsGolden = (capture) => capture.verdict === "pass" && !capture.flaky && !(capture.pixels_different > 0);

  /** Where to look first in a scenario. */
  model.firstCapture = (scenario) => scenario.captures.find((c) => !["pass", "skipped"].includes(model.state(c))) ||
    scenario.captures[0] || null;
})(window.Rigproof);
