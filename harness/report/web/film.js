// The captures of a scenario over time: a strip to pick from, and a film that plays them at the speed they were taken.
"use strict";

(function (Rigproof) {
  const { t, h, model } = Rigproof;
  const kSpeeds = [0.25, 0.5, 1, 2, 4];
  const kShortest = 40, kLongest = 1500, kAtEnd = 700; // ms that a picture stays
  const kAhead = 6; // captures that are loaded before they are shown

  let speed = kSpeeds.includes(Number(Rigproof.recall("speed"))) ? Number(Rigproof.recall("speed")) : 1;

  const loaded = (capture) => Promise.all([capture.actual, capture.golden, capture.diff].filter(Boolean).map((name) => {
    const image = new Image();
    image.src = Rigproof.source(name);
    return image.decode().catch(() => {}); // the viewer says what is wrong with it
  }));

  /** `show(capture, moving)` is called to show one; moving: the next will follow. */
  Rigproof.createFilm = (scenario, show) => {
    const { captures } = scenario;
    const film = {};
    let at = 0, timer = 0;

    const strip = h("ol", { class: "film", "aria-label": t("film") }, captures.map((c) => {
      const name = c.actual || c.golden;
      return h("li", {}, h("a", { href: Rigproof.link(scenario, c), class: model.state(c), "data-capture": c.name, title: t(model.state(c)) },
        h("span", { class: "frame" }, name ? Rigproof.thumbnail(name) : h("span", { class: "torn", "aria-hidden": "true" }, model.marks[model.state(c)]), Rigproof.badge(model.state(c))),
        h("span", { class: "label" }, h("span", {}, c.name), h("span", { class: "time" }, t("seconds", model.number(c.time))))));
    }));
    const play = h("button", { type: "button", class: "play", title: "p", "aria-pressed": "false", onclick: () => film.play() }, t("play"));
    const scrub = h("input", { type: "range", class: "scrub", min: 0, max: captures.length - 1, step: 1, value: 0, "aria-label": t("scrub"),
      oninput: (event) => { film.stop(); show(captures[Number(event.target.value)], false); } });
    const clock = h("output", { class: "clock" });
    const pace = h("select", { class: "pace", "aria-label": t("pace"), title: t("pace"),
      onchange: (event) => { speed = Number(event.target.value); Rigproof.remember("speed", speed); } },
    kSpeeds.map((value) => h("option", { value, selected: value === speed }, `${value}×`)));
    film.element = h("div", { class: "film-row" }, strip,
      captures.length > 1 && h("div", { class: "transport", role: "group", "aria-label": t("filmControls") }, play, scrub, clock, pace));

    /** Marks the capture that is shown. */
    film.select = (capture) => {
      at = captures.indexOf(capture);
      scrub.value = at;
      scrub.setAttribute("aria-valuetext", `${capture.name}, ${t("seconds", model.number(capture.time))}`);
      clock.textContent = `${model.number(capture.time)} / ${t("seconds", model.number(captures.at(-1).time))}`;
      for (const link of strip.querySelectorAll("a")) {
        const current = link.dataset.capture === capture.name;
        if (current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        if (current) strip.scrollLeft = link.parentElement.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
      }
    };

    const showPlaying = (on) => {
      play.textContent = t(on ? "pause" : "play");
      play.setAttribute("aria-pressed", String(on));
    };
    /** Stops; true when it was playing. What it showed last was only a picture of a film. */
    film.stop = () => {
      if (!timer) return false;
      clearTimeout(timer);
      timer = 0;
      showPlaying(false);
      return true;
    };
    const stay = () => {
      if (at === captures.length - 1) return kAtEnd;
      return Math.min(Math.max((captures[at + 1].time - captures[at].time) * 1000 / speed, kShortest), kLongest);
    };
    const tick = async () => {
      const next = (at + 1) % captures.length;
      const mine = timer;
      for (let i = 1; i <= kAhead; ++i) loaded(captures[(next + i) % captures.length]);
      await loaded(captures[next]);
      if (timer !== mine) return; // stopped meanwhile
      show(captures[next], true);
      timer = setTimeout(tick, stay());
    };
    film.play = () => {
      if (film.stop()) {
        show(captures[at], false);
        return;
      }
      if (captures.length < 2) return;
      showPlaying(true);
      timer = setTimeout(tick, at === captures.length - 1 ? 0 : stay());
    };
    return film;
  };
})(window.Rigproof);
