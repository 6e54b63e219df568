// Accepting and rejecting, only when the page is served by `rigproof review`, which writes its token into a meta element.
"use strict";

(function (Rigproof) {
  const { t, h, model } = Rigproof;
  const token = document.querySelector("meta[name=rigproof-review]")?.content;
  const review = { on: Boolean(token) };
  Rigproof.review = review;
  // The token stands in the address only once: the cookie carries it from here on.
  if (review.on && location.search) history.replaceState(null, "", location.pathname + location.hash);
  const decisions = new Map(); // "scenario\ncapture" (capture empty: the numbers) -> "accepted" or "rejected"
  let canUndo = false;

  const key = (scenario, capture) => scenario.name + "\n" + (capture ? capture.name : "");
  review.decision = (scenario, capture) => decisions.get(key(scenario, capture)) || "";
  review.canUndo = () => canUndo;

  const numbersDiffer = (scenario) => Object.entries(scenario.metric_checks)
    .some(([name, check]) => check.verdict !== "pass" && check.golden !== scenario.metrics[name]);
  review.numbersOpen = (scenario) => ["fail", "new"].includes(scenario.verdict) && numbersDiffer(scenario);
  /** Only what differs or is new can be accepted: an equal golden is never written again. */
  review.open = (capture) => Boolean(capture.actual) && (["fail", "new"].includes(capture.verdict) || capture.flaky || capture.drifts);

  const call = async (method, path, body) => {
    try {
      const answer = await fetch("api/" + path, {
        method, headers: { "X-Rigproof-Token": token, "Content-Type": "application/json" }, body: body && JSON.stringify(body),
      });
      const state = await answer.json();
      if (!answer.ok) {
        Rigproof.app.say(t("reviewRefused", state.error || answer.statusText), true);
        return;
      }
      decisions.clear();
      for (const d of state.decisions) decisions.set(d.scenario + "\n" + d.capture, d.decision);
      canUndo = state.can_undo;
      review.changed();
    } catch (error) {
      Rigproof.app.say(t("reviewEnded", error.message), true);
    }
  };
  review.changed = () => {
    for (const scenario of model.scenarios) {
      const open = scenario.captures.filter(review.open).map((c) => review.decision(scenario, c));
      if (review.numbersOpen(scenario)) open.push(review.decision(scenario, null));
      const done = open.length > 0 && open.every(Boolean);
      Rigproof.list.decide(scenario, done ? (open.includes("rejected") ? "rejected" : "accepted") : "");
    }
    Rigproof.app.redrawDecisions();
  };

  const item = (scenario, capture) => ({ scenario: scenario.name, capture: capture ? capture.name : "" });
  review.start = () => review.on && call("GET", "state");
  review.accept = (scenario, capture) => call("POST", "accept", { items: [item(scenario, capture)] });
  review.reject = (scenario, capture) => call("POST", "reject", { items: [item(scenario, capture)] });
  review.undo = () => canUndo && call("POST", "undo", {});
  review.acceptShown = () => {
    const items = model.shown().flatMap((s) => [
      ...s.captures.filter((c) => review.open(c) && !review.decision(s, c)).map((c) => item(s, c)),
      ...(review.numbersOpen(s) && !review.decision(s, null) ? [item(s, null)] : [])]);
    if (items.length > 0 && confirm(t("acceptSure", items.length))) call("POST", "accept", { items });
  };

  /** The buttons beside a capture. */
  review.buttons = (scenario, capture) => {
    if (!review.on) return null;
    const decided = review.decision(scenario, capture);
    const button = (label, name, onclick, shortcut) => h("button", { type: "button", class: name, onclick, title: shortcut }, t(label));
    return h("div", { class: "decide", role: "group" },
      decided && h("span", { class: "decided " + decided }, t(decided)),
      capture && review.open(capture) && !decided && [button("accept", "accept", () => review.accept(scenario, capture), "a"),
        button("reject", "reject", () => review.reject(scenario, capture), "r")],
      review.numbersOpen(scenario) && !review.decision(scenario, null) && button("acceptNumbers", "quiet numbers", () => review.accept(scenario, null)),
      canUndo && button("undo", "quiet undo", review.undo, "u"));
  };
})(window.Rigproof);
