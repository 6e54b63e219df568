// The list of scenarios: grouped, filtered by hiding, each with a strip of its captures.
"use strict";

(function (Rigproof) {
  const { t, h, localized, model } = Rigproof;
  const kThumbs = 5; // pictures a row shows at most
  const list = {};
  Rigproof.list = list;
  const rows = new Map(); // scenario -> its <li>
  const sections = [];

  Rigproof.badge = (state) => h("span", { class: "badge " + state, title: t(state) },
    h("span", { "aria-hidden": "true" }, model.marks[state]), h("span", { class: "unseen" }, t(state)));

  Rigproof.link = (scenario, capture) => "#" + encodeURIComponent(scenario.name) +
    (capture ? "/" + encodeURIComponent(capture.name) : "");

  /** The source of a picture as a URL relative to the page. */
  Rigproof.source = (name) => name.split("/").map(encodeURIComponent).join("/");

  Rigproof.thumbnail = (name) => {
    const image = h("img", { src: Rigproof.source(name), alt: "", loading: "lazy", decoding: "async", draggable: "false" });
    image.addEventListener("error", () => image.replaceWith(h("span", { class: "torn", "aria-hidden": "true" }, "✕")));
    return image;
  };

  // A row has room for few: what needs a look comes first, then evenly over time.
  const chosen = (captures) => {
    const withPicture = captures.filter((c) => c.actual || c.golden);
    if (withPicture.length <= kThumbs) return withPicture;
    const step = (withPicture.length - 1) / (kThumbs - 1);
    const picked = new Set(withPicture.filter((c) => !model.equalsGolden(c)).slice(0, kThumbs));
    for (let i = 0; picked.size < kThumbs && i < kThumbs; ++i) picked.add(withPicture[Math.round(i * step)]);
    return withPicture.filter((c) => picked.has(c));
  };

  const row = (scenario) => {
    const strip = chosen(scenario.captures).map((capture) =>
      h("span", { class: "thumb " + model.state(capture) }, Rigproof.thumbnail(capture.actual || capture.golden)));
    const more = scenario.captures.length - strip.length;
    const reason = scenario.reasons[0] || "";
    return h("li", { class: "row " + model.state(scenario) },
      h("a", { href: Rigproof.link(scenario) },
        Rigproof.badge(model.state(scenario)),
        h("span", { class: "words" },
          h("span", { class: "title" }, localized(scenario.title) || scenario.name),
          h("span", { class: "name" }, scenario.name),
          reason && h("span", { class: "reason" }, reason)),
        strip.length > 0 && h("span", { class: "strip", "aria-hidden": "true" }, strip, more > 0 && h("span", { class: "more" }, "+" + more))));
  };

  const eventLine = (group) => {
    if (group.name !== "groupRasteriser") return null;
    const first = group.scenarios[0];
    return h("p", { class: "event" }, t("rasteriserEvent", model.driverLine(first.golden_driver), model.driverLine(model.driverOf(first))));
  };

  list.build = (into) => {
    rows.clear();
    sections.length = 0;
    into.replaceChildren(...model.groups.map((group) => {
      const items = group.scenarios.map((scenario) => {
        const item = row(scenario);
        rows.set(scenario, item);
        return item;
      });
      const count = h("span", { class: "count" });
      const section = h("section", { class: "group " + group.name },
        h("h2", {}, t(group.name), count), eventLine(group), h("ul", {}, items));
      sections.push({ group, section, count });
      return section;
    }), h("div", { class: "nothing", hidden: true }, h("p", {}, t("nothing")),
      h("button", { type: "button", onclick: () => Rigproof.app.clearFilters() }, t("clear"))));
    list.nothing = into.lastElementChild;
  };

  list.filter = () => {
    let shown = 0;
    for (const { group, section, count } of sections) {
      let here = 0;
      for (const scenario of group.scenarios) {
        const visible = model.matches(scenario);
        rows.get(scenario).hidden = !visible;
        here += visible ? 1 : 0;
      }
      section.hidden = here === 0;
      count.textContent = here;
      shown += here;
    }
    list.nothing.hidden = shown > 0;
    document.getElementById("shown").textContent = t("shown", shown, model.scenarios.length);
  };

  list.select = (scenario) => {
    for (const [of, item] of rows) {
      const link = item.firstElementChild;
      if (of === scenario) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    rows.get(scenario)?.scrollIntoView({ block: "nearest" });
  };

  list.decide = (scenario, decision) => {
    const item = rows.get(scenario);
    if (decision) item.dataset.decision = t(decision);
    else delete item.dataset.decision;
  };
})(window.Rigproof);
