// The picture viewer: five ways to compare two pictures, all zoomed and panned together, with a read-out of the pixel.
"use strict";

(function (Rigproof) {
  const { t, h, model } = Rigproof;
  const kMinZoom = 0.05, kMaxZoom = 64, kFitAtMost = 4;
  const kSharpFrom = 2; // from this zoom on pixels are shown as squares
  const kCached = 4; // pictures whose pixels are kept

  // ---- pixels ----
  // A page from disk may not read the pixels of its pictures; there they come once more inside a script (NAME.js).
  const waiting = new Map();
  const cache = new Map(); // name -> promise of ImageData, the oldest first
  Rigproof.pixels = (name, url) => waiting.get(name)?.(url);

  const load = (url) => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("damaged"));
    image.src = url;
  });
  const urlOfPixels = (name) => {
    if (location.protocol !== "file:") return Promise.resolve(Rigproof.source(name));
    return new Promise((resolve, reject) => {
      waiting.set(name, resolve);
      const script = h("script", { src: Rigproof.source(name + ".js") });
      script.onload = () => script.remove();
      script.onerror = () => reject(new Error("no pixels"));
      document.head.append(script);
    });
  };
  const pixelsOf = (name) => {
    if (!cache.has(name)) {
      cache.set(name, urlOfPixels(name).then(load).then((image) => {
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height);
      }));
      if (cache.size > kCached) cache.delete(cache.keys().next().value);
    }
    return cache.get(name);
  };
  const pixelAt = (data, x, y) => (data && x >= 0 && y >= 0 && x < data.width && y < data.height ?
    [...data.data.slice(4 * (y * data.width + x), 4 * (y * data.width + x) + 4)] : null);

  Rigproof.views = ["side", "swipe", "blink", "onion", "heat"];
  const names = { side: "viewSide", swipe: "viewSwipe", blink: "viewBlink", onion: "viewOnion", heat: "viewHeat" };
  const sliders = {
    swipe: { label: "position", min: 0, max: 100, value: 50 }, blink: { label: "speed", min: 150, max: 2000, value: 600 },
    onion: { label: "opacity", min: 0, max: 100, value: 50 }, heat: { label: "heatOver", min: 0, max: 100, value: 85 },
  };

  /** The viewer as an element, kept over captures so that zoom and view stay. */
  Rigproof.createViewer = () => {
    const viewer = { view: Rigproof.views.includes(Rigproof.recall("view")) ? Rigproof.recall("view") : "side" };
    const place = { zoom: 1, x: 0, y: 0, fitted: true }; // x, y: the point of the picture in the middle of a stage
    let capture = null, size = { width: 1, height: 1 }, stages = [], read = {}, pixel = null;
    let boxShown = true, withAgain = false, flipped = false, blinking = 0;

    const panels = h("div", { class: "panels" });
    const bar = h("div", { class: "bar" });
    const readout = h("div", { class: "readout" });
    viewer.element = h("section", { class: "viewer" }, bar, panels, readout);

    const before = () => (withAgain ? { name: capture.actual, label: "firstRun" } : { name: capture.golden, label: "expected" });
    const after = () => (withAgain ? { name: capture.again, label: "again" } : { name: capture.actual, label: "actual" });
    const comparable = () => Boolean(before().name && after().name && before().name !== after().name);

    // ---- place: one transform for all stages ----
    const stageSize = () => ({ width: stages[0]?.clientWidth || 1, height: stages[0]?.clientHeight || 1 });
    const fitZoom = () => {
      const stage = stageSize();
      return Math.min(stage.width / size.width, stage.height / size.height, kFitAtMost);
    };
    const apply = () => {
      if (stages.length === 0) return;
      const stage = stageSize();
      if (place.fitted) Object.assign(place, { zoom: fitZoom(), x: size.width / 2, y: size.height / 2 });
      place.x = Math.min(Math.max(place.x, 0), size.width);
      place.y = Math.min(Math.max(place.y, 0), size.height);
      const left = stage.width / 2 - place.x * place.zoom, top = stage.height / 2 - place.y * place.zoom;
      const split = sliders.swipe.value / 100 * stage.width;
      for (const [key, value] of Object.entries({
        "--left": left + "px", "--top": top + "px", "--zoom": place.zoom, "--split": split + "px",
        "--cut": Math.max(0, (split - left) / place.zoom) + "px",
        "--onion": sliders.onion.value / 100, "--heat": sliders.heat.value / 100,
      })) panels.style.setProperty(key, value);
      panels.classList.toggle("sharp", place.zoom >= kSharpFrom);
      panels.classList.toggle("free", !place.fitted);
      const zoom = bar.querySelector(".zoom output");
      if (zoom) zoom.textContent = Math.round(place.zoom * 100) + " %";
      showCross();
    };
    const toPicture = (stage, event) => {
      const edge = stage.getBoundingClientRect();
      const here = stageSize();
      return {
        x: (event.clientX - edge.left - here.width / 2) / place.zoom + place.x,
        y: (event.clientY - edge.top - here.height / 2) / place.zoom + place.y,
      };
    };
    /** Zooms by a factor; the given point of the picture stays where it is. */
    const zoomBy = (factor, about = { x: place.x, y: place.y }) => {
      const zoom = Math.min(Math.max(place.zoom * factor, kMinZoom), kMaxZoom);
      const kept = place.zoom / zoom;
      Object.assign(place, { zoom, x: about.x - (about.x - place.x) * kept, y: about.y - (about.y - place.y) * kept, fitted: false });
      apply();
    };
    viewer.zoomIn = () => zoomBy(1.5);
    viewer.zoomOut = () => zoomBy(1 / 1.5);
    viewer.fit = () => { place.fitted = true; apply(); };
    viewer.actualSize = () => { Object.assign(place, { zoom: 1, fitted: false }); apply(); };
    viewer.pan = (dx, dy) => {
      Object.assign(place, { x: place.x + dx / place.zoom, y: place.y + dy / place.zoom, fitted: false });
      apply();
    };
    viewer.place = () => ({ ...place });

    // ---- pixel under the pointer ----
    const hex = (p) => "#" + p.slice(0, 3).map((v) => v.toString(16).padStart(2, "0")).join("");
    const sample = (label, p) => h("span", { class: "sample" }, h("span", { class: "label" }, t(label)),
      p ? [h("span", { class: "swatch", style: `background:${hex(p)}` }), h("code", {}, hex(p)),
        h("code", { class: "rgb" }, p[3] === 255 ? p.slice(0, 3).join(" ") : p.join(" "))] : h("span", { class: "label" }, t("outside")));
    // Marks lie over the plane and not in it, so that their lines stay thin at any zoom.
    const mark = (element, box) => {
      for (const key of ["x", "y", "width", "height"]) element.style.setProperty("--" + key, box[key]);
      return element;
    };
    const showCross = () => {
      for (const cross of panels.querySelectorAll(".cross")) {
        cross.hidden = !pixel;
        if (pixel) mark(cross, { ...pixel, width: 1, height: 1 });
      }
    };
    const showPixel = () => {
      showCross();
      if (!pixel) { readout.replaceChildren(h("span", { class: "hint" }, t("readHint"))); return; }
      const where = h("code", { class: "where" }, `x ${pixel.x}  y ${pixel.y}`);
      if (!read.a && !read.b) {
        readout.replaceChildren(where, h("span", { class: "hint" }, read.locked ? t("readLocked") : ""));
        return;
      }
      const a = pixelAt(read.a, pixel.x, pixel.y), b = pixelAt(read.b, pixel.x, pixel.y);
      readout.replaceChildren(where, sample(before().label, a), sample(after().label, b),
        a && b ? h("span", { class: "sample" }, h("span", { class: "label" }, t("difference")),
          h("code", { class: a.every((v, i) => v === b[i]) ? "" : "differs" }, [0, 1, 2].map((i) => Math.abs(a[i] - b[i])).join(" "))) : "");
    };
    viewer.movePixel = (dx, dy) => {
      const from = pixel || { x: Math.floor(place.x), y: Math.floor(place.y) };
      pixel = { x: Math.min(Math.max(from.x + dx, 0), size.width - 1), y: Math.min(Math.max(from.y + dy, 0), size.height - 1) };
      showPixel();
    };

    // ---- pointers: drag pans, two fingers pinch, the wheel zooms ----
    const listen = (stage) => {
      const down = new Map();
      const spread = () => {
        const [a, b] = [...down.values()];
        return { distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1,
          clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      };
      stage.addEventListener("pointerdown", (event) => {
        if (event.target.closest(".handle")) return;
        down.set(event.pointerId, event);
        stage.setPointerCapture(event.pointerId);
      });
      stage.addEventListener("pointermove", (event) => {
        const at = toPicture(stage, event);
        const inside = at.x >= 0 && at.y >= 0 && at.x < size.width && at.y < size.height;
        pixel = inside ? { x: Math.floor(at.x), y: Math.floor(at.y) } : null;
        showPixel();
        if (!down.has(event.pointerId)) return;
        const last = down.get(event.pointerId);
        if (down.size === 2) {
          const was = spread();
          down.set(event.pointerId, event);
          const is = spread();
          zoomBy(is.distance / was.distance, toPicture(stage, is));
        } else if (event.pointerType === "mouse" || !place.fitted) {
          viewer.pan(last.clientX - event.clientX, last.clientY - event.clientY);
        }
        down.set(event.pointerId, event);
      });
      for (const type of ["pointerup", "pointercancel"]) stage.addEventListener(type, (event) => down.delete(event.pointerId));
      stage.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") { pixel = null; showPixel(); } });
      stage.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), toPicture(stage, event));
      }, { passive: false });
      stage.addEventListener("dblclick", () => (place.fitted ? viewer.actualSize() : viewer.fit()));
    };

    // ---- stages ----
    const picture = (name, kind) => {
      const image = h("img", { class: "picture " + kind, src: Rigproof.source(name), alt: "", draggable: "false", decoding: "sync" });
      image.addEventListener("load", () => {
        if (!image.isConnected) return;
        const width = Math.max(size.width, image.naturalWidth), height = Math.max(size.height, image.naturalHeight);
        if (width !== size.width || height !== size.height) { size = { width, height }; apply(); }
      });
      image.addEventListener("error", () => image.closest(".stage")?.append(h("p", { class: "torn" }, t("pictureBroken", name))));
      return image;
    };
    const clusterBox = () => {
      const box = capture.cluster_box;
      if (!boxShown || !box || box.width === 0 || withAgain) return null;
      return mark(h("div", { class: "mark-box cluster" }), box);
    };
    const panel = (label, pictures, extra) => {
      const stage = h("div", { class: "stage", tabindex: "0", role: "img", "aria-label": label + ". " + t("stage") },
        h("div", { class: "plane" }, pictures), clusterBox(), h("div", { class: "mark-box cross", hidden: true }), extra);
      listen(stage);
      return h("figure", { class: "panel" }, h("figcaption", {}, label), stage);
    };
    const swipeHandle = () => {
      const handle = h("div", { class: "handle", "aria-hidden": "true" });
      handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      handle.addEventListener("pointermove", (event) => {
        if (!handle.hasPointerCapture(event.pointerId)) return;
        const edge = handle.parentElement.getBoundingClientRect();
        viewer.slide(Math.min(Math.max((event.clientX - edge.left) / edge.width * 100, 0), 100));
      });
      return handle;
    };
    const differencePictures = () => (capture.diff && !withAgain ? [picture(capture.diff, "map")] :
      [picture(before().name, "before"), picture(after().name, "after minus")]);
    const layout = () => {
      const a = before(), b = after();
      if (!comparable()) {
        const only = b.name || a.name;
        const label = !only ? t("noPicture") : a.name && b.name ? t("equal") : capture.verdict === "new" ? t("onlyActual") : t(b.name ? b.label : a.label);
        if (only) return [panel(label, [picture(only, "only")])];
        return [h("p", { class: "empty" }, model.equalsGolden(capture) ? t("leftOut") : t("noPicture"))];
      }
      const both = () => [picture(a.name, "before"), picture(b.name, "after")];
      switch (viewer.view) {
        case "swipe": return [panel(`${t(a.label)} | ${t(b.label)}`, both(), swipeHandle())];
        case "blink": return [panel("", both())];
        case "onion": return [panel(`${t(a.label)} + ${t(b.label)}`, both())];
        case "heat": return [panel(t("viewHeat"), [picture(b.name, "grey"), ...differencePictures()],
          h("div", { class: "scale", "aria-hidden": "true" }, h("span", {}, "0"), h("i", {}), h("span", {}, "1")))];
        default: return [panel(t(a.label), [picture(a.name, "only")]), panel(t(b.label), [picture(b.name, "only")]),
          panel(t("difference"), differencePictures())];
      }
    };

    // ---- blink ----
    const showSide = () => {
      panels.classList.toggle("flipped", flipped);
      if (viewer.view !== "blink" || !comparable()) return;
      const caption = panels.querySelector("figcaption");
      if (caption) caption.textContent = t(flipped ? after().label : before().label);
    };
    const restartBlink = () => {
      clearInterval(blinking);
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (viewer.view === "blink" && capture && comparable() && !still) {
        blinking = setInterval(() => { flipped = !flipped; showSide(); }, sliders.blink.value);
      }
    };
    viewer.flip = () => {
      if (!comparable()) return;
      if (viewer.view !== "blink") viewer.setView("blink");
      clearInterval(blinking);
      flipped = !flipped;
      showSide();
    };

    // ---- toolbar ----
    viewer.slide = (value) => {
      const slider = sliders[viewer.view];
      if (!slider) return;
      slider.value = Number(value);
      const input = bar.querySelector("input[type=range]");
      if (input && input.value !== String(value)) input.value = value;
      if (viewer.view === "blink") restartBlink();
      apply();
    };
    const button = (label, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, label);
    const toolbar = () => {
      const slider = sliders[viewer.view];
      const open = comparable();
      return [
        h("div", { class: "segments", role: "group", "aria-label": t("views") }, Rigproof.views.map((view, i) =>
          button(t(names[view]), () => viewer.setView(view),
            { "aria-pressed": String(open && view === viewer.view), disabled: !open, title: String(i + 1), "data-view": view }))),
        capture.again && h("label", { class: "choice" }, t("against"), h("select", { onchange: (e) => { withAgain = e.target.value === "again"; viewer.draw(); } },
          h("option", { value: "golden" }, t("theGolden")), h("option", { value: "again", selected: withAgain }, t("theRepetition")))),
        open && slider && h("label", { class: "slider" }, h("span", { class: "unseen" }, t(slider.label)),
          h("input", { type: "range", min: slider.min, max: slider.max, value: slider.value, title: t(slider.label), oninput: (e) => viewer.slide(e.target.value) })),
        h("span", { class: "grow" }),
        capture.cluster_box?.width > 0 && button(t("box"), () => viewer.toggleBox(), { class: "toggle", "aria-pressed": String(boxShown), title: "b" }),
        h("div", { class: "zoom" }, button("−", viewer.zoomOut, { "aria-label": t("zoomOut"), title: t("zoomOut") + " (-)" }),
          h("output", {}, ""), button("+", viewer.zoomIn, { "aria-label": t("zoomIn"), title: t("zoomIn") + " (+)" }),
          button(t("fit"), viewer.fit, { title: "0" }), button(t("actualSize"), viewer.actualSize, { title: "o" })),
      ];
    };
    viewer.toggleBox = () => { boxShown = !boxShown; viewer.draw(); };
    viewer.setView = (view) => {
      viewer.view = view;
      Rigproof.remember("view", view);
      const focus = bar.contains(document.activeElement);
      viewer.draw();
      if (focus) bar.querySelector(`[data-view=${view}]`).focus();
    };

    viewer.draw = () => {
      bar.replaceChildren(...toolbar().filter(Boolean));
      panels.className = `panels view-${comparable() ? viewer.view : "single"}`;
      panels.replaceChildren(...layout());
      panels.style.setProperty("--aspect", `${size.width} / ${size.height}`);
      panels.style.setProperty("--ratio", size.width / size.height);
      stages = [...panels.querySelectorAll(".stage")];
      flipped = false;
      showSide();
      restartBlink();
      apply();
      showPixel();
    };
    /** `moving`: one picture of a film, of which nobody reads the pixels. */
    viewer.show = (next, moving) => {
      const resized = !capture || next.width !== capture.width || next.height !== capture.height;
      capture = next;
      // Where the golden shows nothing, the other repetition is what there is to see.
      withAgain = Boolean(next.again) && (withAgain || !next.golden || next.golden === next.actual);
      size = { width: next.width || 1, height: next.height || 1 };
      if (resized) place.fitted = true;
      read = { locked: true };
      pixel = null;
      viewer.draw();
      const now = read;
      if (moving) return;
      if (location.protocol === "file:" && model.equalsGolden(next)) return; // has no script with its pixels
      const take = (key, name) => name && pixelsOf(name).then((data) => { now[key] = data; if (read === now) showPixel(); }, () => {});
      take("a", before().name);
      take("b", after().name);
    };
    viewer.stop = () => clearInterval(blinking);
    new ResizeObserver(apply).observe(panels);
    return viewer;
  };
})(window.Rigproof);
