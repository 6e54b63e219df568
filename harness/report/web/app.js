// The page itself: which scenario and capture are shown, the address, the keys, theme and language.
"use strict";

(function (Rigproof) {
  const { t, h, localized, model, list, details, review } = Rigproof;
  const $ = (id) => document.getElementById(id);
  const app = {};
  Rigproof.app = app;
  let viewer = null, film = null, scenario = null, capture = null;

  app.say = (text, loud) => {
    $("live").textContent = text;
    $("live").classList.toggle("toast", Boolean(loud));
    if (loud) setTimeout(() => $("live").classList.remove("toast"), 6000);
  };

  // ---- header ----
  const header = () => {
    const { run, counts } = model;
    const total = model.scenarios.length;
    $("headline").textContent = total === 0 ? t("noScenarios") : model.needLook === 0 ? t("allWell", total) : t("needLook", model.needLook, total);
    document.title = $("headline").textContent + " · " + t("report");
    document.body.classList.toggle("well", model.needLook === 0);
    const parts = [run.commit && h("span", {}, t("commit") + " ", h("code", {}, run.commit.slice(0, 10))),
      h("span", { title: `${run.driver.renderer} · ${run.driver.version}` }, model.driverLine(run.driver)),
      run.driver.processor && h("span", {}, run.driver.processor), h("span", {}, model.duration(run.seconds)),
      run.started && h("time", { datetime: run.started }, run.started.replace("T", " ").replace("Z", " UTC"))];
    $("run-line").replaceChildren(...parts.filter(Boolean));
    const present = model.states.filter((state) => counts[state] > 0);
    $("proportions").replaceChildren(...present.map((state) => h("i", { class: state, style: `flex-grow:${counts[state]}` })));
    $("proportions").setAttribute("aria-label", present.map((state) => `${t(state)}: ${counts[state]}`).join(", "));
    $("verdicts").setAttribute("aria-label", t("verdicts"));
    $("verdicts").replaceChildren(...present.map((state) => h("button", {
      type: "button", class: "chip " + state, "aria-pressed": String(model.filter.states.has(state)), "data-state": state,
      onclick: () => { if (!model.filter.states.delete(state)) model.filter.states.add(state); filtered(); },
    }, h("span", { "aria-hidden": "true", class: "dot" }, model.marks[state]), t(state), h("b", {}, counts[state]))),
    review.on ? h("button", { type: "button", class: "chip accept-all", onclick: review.acceptShown }, t("acceptShown", model.shown().length)) : "");
  };
  const select = (element, all, label, values, chosen, set) => {
    element.setAttribute("aria-label", label);
    element.replaceChildren(h("option", { value: "" }, all), ...values.map((v) => h("option", { value: v, selected: v === chosen }, v)));
    element.hidden = values.length === 0;
    element.onchange = () => { set(element.value); filtered(); };
  };
  const filters = () => {
    $("filters").setAttribute("aria-label", t("filters"));
    $("side").setAttribute("aria-label", t("scenarios"));
    $("search").placeholder = t("search");
    $("search").setAttribute("aria-label", t("search"));
    $("search").value = model.filter.text;
    select($("kind"), t("allKinds"), t("kinds"), model.kinds, model.filter.kind, (v) => { model.filter.kind = v; });
    select($("tag"), t("allTags"), t("tags"), model.tags, model.filter.tag, (v) => { model.filter.tag = v; });
  };
  const filtered = () => {
    const focused = document.activeElement?.dataset?.state;
    list.filter();
    header();
    if (focused) document.querySelector(`[data-state=${focused}]`)?.focus();
  };
  app.clearFilters = () => {
    Object.assign(model.filter, { text: "", kind: "", tag: "" });
    model.filter.states.clear();
    filters();
    filtered();
  };

  // ---- one scenario ----
  const beside = (step) => {
    const shown = model.shown();
    return shown[shown.indexOf(scenario) + step];
  };
  const turn = (label, step, text) => {
    const other = beside(step);
    return other ? h("a", { class: "turn", href: Rigproof.link(other), "aria-label": t(label), title: t(label) }, text) :
      h("span", { class: "turn off", "aria-hidden": "true" }, text);
  };
  const drawScenario = () => {
    const state = model.state(scenario);
    viewer = viewer || Rigproof.createViewer();
    film = Rigproof.createFilm(scenario, showCapture);
    $("detail").replaceChildren(
      h("div", { class: "head" },
        h("div", { class: "crumbs" }, h("a", { class: "back", href: "#" }, "‹ " + t("back")), h("span", { class: "grow" }), turn("previous", -1, "↑"), turn("next", 1, "↓")),
        h("h2", {}, Rigproof.badge(state), localized(scenario.title) || scenario.name),
        h("p", { class: "meta" }, h("span", { class: "word " + state }, t(state)), h("code", {}, scenario.name), h("span", {}, scenario.kind),
          h("span", {}, model.duration(scenario.seconds)), scenario.tags.map((tag) => h("span", { class: "tag" }, tag))),
        localized(scenario.caption) && h("p", { class: "caption" }, localized(scenario.caption))),
      ...[...details.notes(scenario), details.reasons(scenario)].filter(Boolean),
      ...(scenario.captures.length > 0 ? [film.element, h("div", { id: "decide" }), viewer.element, h("div", { id: "capture" })] : []),
      h("div", { class: "cards" }, ...[details.metrics(scenario), details.drivers(scenario), details.repeat(scenario)].filter(Boolean)));
    $("detail").scrollTop = 0;
  };
  const drawCapture = (moving) => {
    if (!capture) return;
    viewer.show(capture, moving);
    $("capture").replaceChildren(...[...details.captureNotes(capture), details.measures(capture)].filter(Boolean));
    film.select(capture);
    app.redrawDecisions();
    if (moving) return;
    // The neighbours are likely to be next.
    const at = scenario.captures.indexOf(capture);
    for (const other of [scenario.captures[at + 1], scenario.captures[at - 1]]) {
      for (const name of other ? [other.actual, other.golden] : []) if (name) new Image().src = Rigproof.source(name);
    }
  };
  app.redrawDecisions = () => {
    const decided = scenario && review.buttons(scenario, capture);
    $("decide")?.replaceChildren(...(decided ? [decided] : []));
    for (const link of document.querySelectorAll(".film a")) {
      const of = scenario.captures.find((c) => c.name === link.dataset.capture);
      link.dataset.decision = review.decision(scenario, of) && t(review.decision(scenario, of));
    }
  };

  // ---- address ----
  const parsed = () => {
    try {
      return location.hash.slice(1).split("/").map(decodeURIComponent);
    } catch { // somebody's half an escape
      return [""];
    }
  };
  const route = () => {
    const [wantedScenario, wantedCapture] = parsed();
    const found = model.byName.get(wantedScenario);
    document.body.dataset.pane = found ? "detail" : "list";
    const next = found || model.shown()[0] || model.ordered[0] || null;
    if (!next) { $("detail").replaceChildren(h("p", { class: "hint" }, t("pick"))); return; }
    const changed = next !== scenario;
    if (changed) film?.stop();
    scenario = next;
    capture = scenario.captures.find((c) => c.name === wantedCapture) || model.firstCapture(scenario);
    if (changed) {
      drawScenario();
      list.select(scenario);
      if (found) app.say(localized(scenario.title) || scenario.name);
    }
    drawCapture(false);
  };
  const go = (toScenario, toCapture) => {
    if (!toScenario) return;
    const link = Rigproof.link(toScenario, toCapture);
    // Stepping through captures must not fill the history.
    history.replaceState(null, "", link);
    route();
  };
  /** What the film shows: the address follows when it stands still, for browsers refuse to change it many times a second. */
  const showCapture = (next, moving) => {
    capture = next;
    if (!moving) history.replaceState(null, "", Rigproof.link(scenario, capture));
    drawCapture(moving);
  };
  const stepScenario = (step) => go(beside(step));
  const stepCapture = (step) => {
    film?.stop();
    if (capture) go(scenario, scenario.captures[scenario.captures.indexOf(capture) + step] || capture);
  };
  const nextTrouble = () => {
    const stops = model.shown().flatMap((s) => (s.captures.length > 0 ? s.captures : [null]).map((c) => ({ s, c })));
    const here = stops.findIndex(({ s, c }) => s === scenario && c === capture);
    const trouble = ({ s, c }) => ["fail", "error", "new", "flaky"].includes(model.state(c || s));
    const next = [...stops.slice(here + 1), ...stops.slice(0, here)].find(trouble);
    if (next) go(next.s, next.c);
  };

  // ---- theme and language ----
  const themes = ["auto", "light", "dark"];
  const themeNames = { auto: "themeAuto", light: "themeLight", dark: "themeDark" };
  let theme = themes.includes(Rigproof.recall("theme")) ? Rigproof.recall("theme") : "auto";
  const dress = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    $("theme").setAttribute("aria-label", t("theme", t(themeNames[theme])));
    $("theme").title = t("theme", t(themeNames[theme]));
  };
  const toggleTheme = () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    Rigproof.remember("theme", theme);
    dress();
    app.say(t("theme", t(themeNames[theme])));
  };
  const speak = () => {
    document.documentElement.lang = Rigproof.language;
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
    $("language").textContent = Rigproof.language === "en" ? "한국어" : "English";
    $("language").lang = Rigproof.language === "en" ? "ko" : "en";
    $("language").title = t("language");
    $("help").setAttribute("aria-label", t("help"));
    $("help").title = t("help") + " (?)";
    dress();
  };
  const toggleLanguage = () => { Rigproof.toggleLanguage(); draw(); };

  // ---- keys ----
  const keyLines = [["j k  ↓ ↑", "kScenario"], ["h l  ← →", "kCapture"], ["n", "kTrouble"], ["1 2 3 4 5", "kViews"], ["x", "kFlip"], ["p", "kPlay"],
    ["+ − 0 o", "kZoom"], ["b", "kBox"], ["/", "kSearch"], ["t", "kTheme"], ["g", "kLanguage"], ["a r u", "kReview"], ["?", "kHelp"]];
  const showHelp = () => {
    const dialog = $("keys");
    if (dialog.open) { dialog.close(); return; }
    dialog.replaceChildren(h("form", { method: "dialog" }, h("h2", { id: "keys-title" }, t("keysTitle")), h("button", { class: "quiet" }, t("close"))),
      h("dl", {}, keyLines.map(([keys, text]) => h("div", {}, h("dt", {}, keys.split(/ +/).map((k) => h("kbd", {}, k))), h("dd", {}, t(text))))),
      h("p", { class: "hint" }, t("mouse")));
    dialog.showModal();
  };
  const decide = (how) => { if (review.on && capture && review.open(capture)) review[how](scenario, capture); };
  const actions = {
    j: () => stepScenario(1), k: () => stepScenario(-1), ArrowDown: () => stepScenario(1), ArrowUp: () => stepScenario(-1),
    l: () => stepCapture(1), h: () => stepCapture(-1), ArrowRight: () => stepCapture(1), ArrowLeft: () => stepCapture(-1),
    n: nextTrouble, x: () => viewer?.flip(), p: () => film?.play(), b: () => viewer?.toggleBox(),
    "+": () => viewer?.zoomIn(), "=": () => viewer?.zoomIn(), "-": () => viewer?.zoomOut(), 0: () => viewer?.fit(), o: () => viewer?.actualSize(),
    "/": () => { document.body.dataset.pane = "list"; $("search").focus(); $("search").select(); },
    t: toggleTheme, g: toggleLanguage, "?": showHelp,
    a: () => decide("accept"), r: () => decide("reject"), u: () => review.on && review.undo(),
  };
  Rigproof.views.forEach((view, i) => { actions[i + 1] = () => capture && viewer.setView(view); });
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (event.key === "Escape" && at === $("search")) { at.blur(); return; }
    if ($("keys").open && event.key !== "?") return;
    if (at.matches("input:not([type=checkbox]), select, textarea")) return;
    if (arrows[event.key] && at.classList.contains("stage")) {
      const [dx, dy] = arrows[event.key];
      if (event.shiftKey) viewer.movePixel(dx, dy);
      else viewer.pan(dx * 60, dy * 60);
      event.preventDefault();
      return;
    }
    // Where something scrolls under the focus, the arrows are for scrolling.
    if (arrows[event.key] && at.classList.contains("scroll")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  // ---- start ----
  const draw = () => {
    speak();
    header();
    filters();
    list.build($("list"));
    list.filter();
    scenario = null;
    route();
    if (review.on && review.changed) review.changed();
  };
  if (!model.ok) {
    speak();
    $("headline").textContent = t("broken");
    document.body.classList.add("broken");
    return;
  }
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("search").addEventListener("input", () => { model.filter.text = $("search").value.trim(); filtered(); });
  $("language").addEventListener("click", toggleLanguage);
  $("theme").addEventListener("click", toggleTheme);
  $("help").addEventListener("click", showHelp);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", route);
  draw();
  review.start();
})(window.Rigproof);
