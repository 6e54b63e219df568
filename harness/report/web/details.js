// Everything about one scenario beside its pictures: reasons, limits, sweep, numbers, drivers, how to repeat it.
"use strict";

(function (Rigproof) {
  const { t, h, model } = Rigproof;
  const details = {};
  Rigproof.details = details;
  let onlyChanged = false;

  const card = (title, className, ...content) => h("section", { class: "card " + className }, h("h3", {}, title), content);
  const note = (kind, text) => h("p", { class: "note " + kind }, text);

  details.notes = (scenario) => {
    const notes = [];
    if (scenario.flaky) notes.push(note("flaky", t("flakyNote")));
    if (scenario.golden_driver && scenario.rasteriser !== "same") {
      notes.push(scenario.rasteriser === "blamed" ?
        note("drift", t("rasteriserEvent", model.driverLine(scenario.golden_driver), model.driverLine(model.driverOf(scenario)))) :
        note("plain", t("rasteriserDiffers", model.driverChange(scenario))));
    }
    return notes;
  };

  const kReasonsOfAKind = 3; // shown of those of captures and of the others; the rest can be unfolded
  details.reasons = (scenario) => {
    if (scenario.reasons.length === 0) return null;
    const ofCaptures = new Set(scenario.captures.flatMap((c) => c.reasons.map((reason) => `${c.name}: ${reason}`)));
    const pictures = scenario.reasons.filter((reason) => ofCaptures.has(reason));
    const others = scenario.reasons.filter((reason) => !ofCaptures.has(reason));
    const lines = (reasons) => h("ul", {}, reasons.map((reason) => h("li", {}, reason)));
    const rest = [...pictures.slice(kReasonsOfAKind), ...others.slice(kReasonsOfAKind)];
    return h("section", { class: "reasons", "aria-label": t("reasons") },
      lines([...pictures.slice(0, kReasonsOfAKind), ...others.slice(0, kReasonsOfAKind)]),
      rest.length > 0 && h("details", {}, h("summary", {}, t("moreReasons", rest.length)), lines(rest)));
  };

  // ---- one capture ----
  details.captureNotes = (capture) => {
    const notes = [];
    if (capture.drifts) notes.push(note("drift", t("driftNote", model.percent(model.limitUse(capture), 0))));
    if (capture.variant) notes.push(note("plain", t("variantNote", capture.variant)));
    return [...notes, ...capture.reasons.map((reason) => note(capture.verdict === "pass" ? "plain" : "fail", reason))];
  };

  const gauge = ({ key, value, limit, format }) => {
    const over = value > limit;
    const used = limit > 0 ? value / limit : value > 0 ? Infinity : 0;
    // Three quarters of the bar are the limit, so that what is over it can be seen to be.
    const width = Math.min(used * 75, 100);
    return h("div", { class: "gauge" + (over ? " over" : used >= 0.8 ? " near" : "") },
      h("span", { class: "what" }, t(key)),
      h("span", { class: "much" }, t("ofLimit", format(value), format(limit))),
      h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: `width:${width}%` })));
  };
  const sweepTable = (capture) => h("table", { class: "sweep" }, h("caption", {}, t("sweep")),
    h("thead", {}, h("tr", {}, [t("threshold"), t("share"), t("cluster"), t("verdict")].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, capture.sweep.map((point) => {
      const used = capture.limits && Math.abs(point.threshold - capture.limits.threshold) < 1e-9;
      return h("tr", { class: used ? "used" : "" },
        h("td", {}, model.number(point.threshold), used && h("small", {}, " " + t("inUse"))), h("td", {}, model.percent(point.share_over)),
        h("td", {}, t("px", model.number(point.largest_cluster))),
        h("td", {}, h("span", { class: "word " + point.verdict }, model.marks[point.verdict] + " " + t(point.verdict))));
    })));
  details.measures = (capture) => {
    if (capture.flip_mean === null) return null;
    const facts = [["p99", model.number(capture.flip_p99)], ["differing", model.number(capture.pixels_different)],
      ["channel", model.number(capture.largest_channel_difference) + " / 255"]];
    return card(t("measures"), "measures",
      capture.limits && model.rules(capture).map(gauge),
      h("dl", { class: "facts" }, facts.map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value)))),
      capture.sweep.length > 0 && sweepTable(capture));
  };

  // ---- numbers ----
  const bounds = (check) => {
    const parts = [];
    const { min, max, golden, tolerance } = check;
    if (min !== undefined && max !== undefined) parts.push(min === max ? t("exactly", model.number(min)) : t("between", model.number(min), model.number(max)));
    else if (min !== undefined) parts.push(t("atLeast", model.number(min)));
    else if (max !== undefined) parts.push(t("atMost", model.number(max)));
    if (golden !== undefined && tolerance !== undefined) {
      parts.push(tolerance === 0 ? t("exactly", model.number(golden)) : t("near", model.number(golden), model.number(tolerance)));
    }
    return [...new Set(parts)].join(", ");
  };
  const change = (value, golden) => {
    if (golden === undefined || value === golden) return "";
    if (value === null || golden === null) return "";
    const sign = value > golden ? "+" : "−";
    const relative = golden !== 0 ? ` (${sign}${model.percent(Math.abs((value - golden) / golden))})` : "";
    return sign + model.number(Math.abs(value - golden)) + relative;
  };
  details.metrics = (scenario) => {
    const all = Object.entries(scenario.metrics).map(([name, value]) => ({ name, value, check: scenario.metric_checks[name] || { verdict: "pass" } }));
    const bad = (m) => (m.check.verdict === "pass" ? 1 : 0);
    const changed = (m) => m.check.verdict !== "pass" || (m.check.golden !== undefined && m.check.golden !== m.value);
    const rows = all.filter((m) => !onlyChanged || changed(m)).sort((a, b) => bad(a) - bad(b));
    const body = h("tbody", {}, rows.map(({ name, value, check }) => h("tr", { class: check.verdict },
      h("th", { scope: "row" }, h("span", { class: "mark " + check.verdict, title: t(check.verdict) }, model.marks[check.verdict]), h("code", {}, name)),
      h("td", { "data-label": t("value") }, model.number(value), h("small", {}, " " + model.unitOf(name))),
      h("td", { "data-label": t("golden") }, check.golden === undefined ? "" : model.number(check.golden)),
      h("td", { "data-label": t("change"), class: "change" }, change(value, check.golden)),
      h("td", { "data-label": t("bounds") }, bounds(check)))));
    const toggle = h("label", { class: "only" }, h("input", { type: "checkbox", checked: onlyChanged, onchange: (event) => {
      onlyChanged = event.target.checked;
      const fresh = details.metrics(scenario);
      section.replaceWith(fresh);
      fresh.querySelector("input").focus();
    } }), t("onlyChanged"));
    const section = card(t("metrics"), "metrics",
      all.length === 0 ? h("p", { class: "hint" }, t("noMetrics")) : [toggle,
        rows.length === 0 ? h("p", { class: "hint" }, t("noneChanged")) : h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("metrics") },
          h("table", {}, h("thead", {}, h("tr", {}, ["metric", "value", "golden", "change", "bounds"].map((key) => h("th", { scope: "col" }, t(key))))), body))]);
    return section;
  };

  // ---- drivers ----
  details.drivers = (scenario) => {
    const now = model.driverOf(scenario), then = scenario.golden_driver;
    const rows = model.driverKeys.filter(([key]) => now[key] || then?.[key]).map(([key, label]) => {
      const differs = then && then[key] !== now[key];
      return h("tr", { class: differs ? "differs" : "" }, h("th", { scope: "row" }, t(label)), h("td", {}, now[key] || "–"), then && h("td", {}, then[key] || "–"));
    });
    return card(t("renderedBy"), "drivers", h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("renderedBy") }, h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("thisRun")), then && h("th", { scope: "col" }, t("theGoldens")))), h("tbody", {}, rows))));
  };

  // ---- repeat ----
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // pages from disk may not use the clipboard of the newer kind
      const area = h("textarea", { style: "position:fixed;opacity:0" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    Rigproof.app.say(t("copied"));
  };
  details.repeat = (scenario) => (scenario.repeat ? card(t("repeat"), "repeat", h("div", { class: "command" }, h("code", { tabindex: "0" }, scenario.repeat),
    h("button", { type: "button", onclick: async (event) => {
      await copy(scenario.repeat);
      event.target.textContent = t("copied");
      setTimeout(() => { event.target.textContent = t("copy"); }, 1500);
    } }, t("copy")))) : null);
})(window.Rigproof);
