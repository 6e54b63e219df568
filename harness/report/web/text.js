// Every sentence of the page in both languages, and the choice between them.
"use strict";

window.Rigproof = {};

(function (Rigproof) {
  const texts = {
    skip: ["Skip to the scenario", "시나리오로 건너뛰기"],
    report: ["Rigproof report", "Rigproof 보고서"],
    allWell: ["All {0} scenarios are as before", "시나리오 {0}개 모두 이전과 같습니다"],
    needLook: ["{0} of {1} scenarios need a look", "시나리오 {1}개 중 {0}개를 확인해야 합니다"],
    noScenarios: ["No scenario was run", "실행된 시나리오가 없습니다"],
    broken: ["The results could not be read: data.js is missing or damaged.", "결과를 읽을 수 없습니다: data.js가 없거나 손상되었습니다."],
    commit: ["commit", "커밋"],
    seconds: ["{0} s", "{0}초"],
    minutes: ["{0} min {1} s", "{0}분 {1}초"],
    theme: ["Theme: {0}", "테마: {0}"],
    themeAuto: ["as the system", "시스템 설정"], themeLight: ["light", "밝게"], themeDark: ["dark", "어둡게"],
    language: ["한국어로 보기", "Read in English"],
    help: ["Keys and help", "단축키와 도움말"],
    filters: ["Filters", "필터"],
    scenarios: ["Scenarios", "시나리오"],
    search: ["Search scenarios", "시나리오 검색"],
    verdicts: ["Verdicts", "판정"],
    allKinds: ["All kinds", "모든 종류"], kinds: ["Kind", "종류"],
    allTags: ["All tags", "모든 태그"], tags: ["Tag", "태그"],
    shown: ["{0} of {1} shown", "{1}개 중 {0}개 표시"],
    nothing: ["Nothing matches these filters.", "필터에 맞는 시나리오가 없습니다."],
    clear: ["Clear the filters", "필터 지우기"],
    pass: ["Passed", "통과"], fail: ["Differs", "다름"], new: ["New", "새로움"], error: ["Error", "오류"],
    skipped: ["Skipped", "건너뜀"], flaky: ["Flaky", "불안정"], drift: ["Drifting", "한계 근접"],
    accepted: ["Accepted", "승인됨"], rejected: ["Rejected", "거부됨"],
    groupLook: ["Needs a look", "확인 필요"],
    groupRasteriser: ["The rasteriser changed", "래스터라이저 변경"],
    groupDrift: ["Passed, but drifting towards a limit", "통과했지만 한계에 가까워짐"],
    groupPass: ["Passed", "통과"], groupSkipped: ["Skipped", "건너뜀"],
    rasteriserEvent: [
      "The rasteriser changed: the golden was made with {0}, this run used {1}. The pictures here differ only slightly and every number holds.",
      "래스터라이저가 바뀌었습니다: 골든은 {0}, 이번 실행은 {1}입니다. 이 그림들은 조금만 다르며 모든 수치는 유지됩니다."],
    rasteriserDiffers: ["Rendered by something else than the golden: {0}.", "골든과 다른 환경에서 렌더링되었습니다: {0}."],
    flakyNote: ["Flaky: repeated runs gave different pictures. It is never counted as passed.", "불안정: 반복 실행의 결과가 서로 달랐습니다. 통과로 세지 않습니다."],
    driftNote: ["Passes, but uses up {0} of its limit. Renew the golden before an unrelated change tips it over.", "통과했지만 한계의 {0}를 사용했습니다. 무관한 변경으로 실패하기 전에 골든을 갱신하세요."],
    variantNote: ["Judged by the golden made for {0} alone.", "{0} 전용 골든으로 판정했습니다."],
    back: ["All scenarios", "모든 시나리오"],
    previous: ["Previous scenario", "이전 시나리오"], next: ["Next scenario", "다음 시나리오"],
    pick: ["Pick a scenario from the list.", "목록에서 시나리오를 선택하세요."],
    reasons: ["Why", "이유"],
    film: ["Captures over time", "시간별 캡처"],
    play: ["Play", "재생"], pause: ["Pause", "정지"],
    scrub: ["Moment of the film", "영상의 시점"], pace: ["Speed of the film", "영상 속도"], filmControls: ["Film", "영상"],
    moreReasons: ["{0} more reasons", "이유 {0}개 더 보기"],
    viewSide: ["Side by side", "나란히"], viewSwipe: ["Swipe", "밀어 보기"], viewBlink: ["Blink", "깜박임"],
    viewOnion: ["Onion skin", "겹쳐 보기"], viewHeat: ["Heat map", "열지도"],
    views: ["How to compare", "비교 방법"],
    expected: ["Expected", "기대값"], actual: ["Actual", "실제값"], difference: ["Difference", "차이"],
    firstRun: ["First repetition", "첫 번째 실행"], again: ["Another repetition", "다른 실행"],
    against: ["Compare with", "비교 대상"], theGolden: ["the golden", "골든"], theRepetition: ["another repetition", "다른 실행"],
    equal: ["Expected = actual, pixel for pixel", "기대값 = 실제값, 모든 픽셀 일치"],
    onlyActual: ["Actual; there is no golden yet", "실제값; 아직 골든이 없습니다"],
    noPicture: ["No picture", "그림 없음"],
    leftOut: ["Equals its golden; left out of this report.", "골든과 같아서 보고서에서 생략했습니다."],
    pictureBroken: ["This picture is missing or damaged: {0}", "그림이 없거나 손상되었습니다: {0}"],
    position: ["Where the two meet", "경계 위치"], opacity: ["Opacity of the actual picture", "실제 그림의 불투명도"],
    speed: ["Milliseconds a picture", "그림당 밀리초"], heatOver: ["Strength of the heat map", "열지도 강도"],
    zoomIn: ["Zoom in", "확대"], zoomOut: ["Zoom out", "축소"], fit: ["Fit", "맞춤"], actualSize: ["1:1", "1:1"],
    box: ["Largest cluster", "가장 큰 군집"],
    stage: ["Picture. Arrow keys pan, plus and minus zoom, Shift and arrow keys move the pixel that is read.", "그림. 화살표로 이동, +와 -로 확대·축소, Shift+화살표로 픽셀 선택."],
    readHint: ["Point at a pixel to read it", "픽셀을 가리키면 값을 보여 줍니다"],
    readLocked: ["values of pictures without differences cannot be read from disk", "차이가 없는 그림의 값은 디스크에서 읽을 수 없습니다"],
    outside: ["outside", "범위 밖"],
    measures: ["Image, measured against its limits", "이미지 측정값과 한계"],
    flipMean: ["Mean perceptual error", "평균 지각 오차"], share: ["Pixels over the threshold", "임계값 초과 픽셀"],
    cluster: ["Largest cluster", "가장 큰 군집"], p99: ["99th percentile", "99번째 백분위"],
    differing: ["Differing pixels", "다른 픽셀"], channel: ["Largest channel difference", "최대 채널 차이"],
    ofLimit: ["{0} · limit {1}", "{0} · 한계 {1}"], px: ["{0} px", "{0} px"],
    sweep: ["The verdict at other thresholds", "다른 임계값에서의 판정"],
    threshold: ["Threshold", "임계값"], verdict: ["Verdict", "판정"], inUse: ["in use", "사용 중"],
    metrics: ["Numbers", "수치"], onlyChanged: ["Only what changed", "바뀐 것만"],
    metric: ["Number", "이름"], value: ["Now", "현재"], golden: ["Before", "이전"], change: ["Change", "변화"], bounds: ["Must be", "조건"],
    noMetrics: ["This scenario has no numbers.", "수치가 없습니다."], noneChanged: ["No number changed.", "바뀐 수치가 없습니다."],
    atLeast: ["≥ {0}", "≥ {0}"], atMost: ["≤ {0}", "≤ {0}"], exactly: ["= {0}", "= {0}"], between: ["{0} to {1}", "{0} ~ {1}"], near: ["{0} ± {1}", "{0} ± {1}"],
    renderedBy: ["What rendered it", "렌더링 환경"], thisRun: ["This run", "이번 실행"], theGoldens: ["Golden", "골든"],
    drvName: ["Driver", "드라이버"], drvVendor: ["Vendor", "제조사"], drvRenderer: ["Renderer", "렌더러"], drvVersion: ["GL version", "GL 버전"],
    drvMesa: ["Mesa", "Mesa"], drvLlvm: ["LLVM", "LLVM"], drvProcessor: ["Processor", "프로세서"],
    repeat: ["Repeat it", "다시 실행"], copy: ["Copy", "복사"], copied: ["Copied", "복사됨"],
    accept: ["Accept", "승인"], reject: ["Reject", "거부"], undo: ["Undo", "되돌리기"],
    acceptNumbers: ["Accept numbers", "수치 승인"],
    acceptShown: ["Accept all {0} shown", "표시된 {0}개 모두 승인"],
    acceptSure: ["Make what this run rendered the new golden of {0} captures?", "캡처 {0}개의 새 골든으로 저장할까요?"],
    reviewEnded: ["The review server does not answer: {0}", "검토 서버가 응답하지 않습니다: {0}"],
    reviewRefused: ["That was not done: {0}", "처리되지 않았습니다: {0}"],
    keysTitle: ["Keys", "단축키"], close: ["Close", "닫기"],
    kScenario: ["Next, previous scenario", "다음, 이전 시나리오"], kCapture: ["Previous, next capture", "이전, 다음 캡처"],
    kTrouble: ["Next capture that needs a look", "확인이 필요한 다음 캡처"], kViews: ["The five ways to compare", "다섯 가지 비교 방법"],
    kFlip: ["Flip between expected and actual", "기대값과 실제값 전환"], kPlay: ["Play the captures as a film", "캡처를 영상처럼 재생"],
    kZoom: ["Zoom in, out, fit, 1:1", "확대, 축소, 맞춤, 1:1"], kBox: ["Box around the largest cluster", "가장 큰 군집 표시"],
    kSearch: ["Search", "검색"], kTheme: ["Theme", "테마"], kLanguage: ["Language", "언어"], kHelp: ["This help", "이 도움말"],
    kReview: ["Accept, reject, undo (in a review)", "승인, 거부, 되돌리기 (검토 중)"],
    mouse: ["Wheel or pinch zooms, dragging pans; all pictures move together.", "휠이나 손가락으로 확대하고 끌어서 이동합니다. 모든 그림이 함께 움직입니다."],
  };
  const columns = ["en", "ko"];

  // Private windows and some file:// settings refuse storage; the page then merely forgets.
  Rigproof.remember = function (key, value) {
    try { localStorage.setItem("rigproof." + key, value); } catch { /* forgotten */ }
  };
  Rigproof.recall = function (key) {
    try { return localStorage.getItem("rigproof." + key); } catch { return null; }
  };

  const wanted = Rigproof.recall("language") || (navigator.language || "en").slice(0, 2);
  Rigproof.language = columns.includes(wanted) ? wanted : "en";

  /** The sentence of that key with {0}, {1} ... filled in. */
  Rigproof.t = function (key, ...values) {
    const text = texts[key][columns.indexOf(Rigproof.language)];
    return text.replace(/\{(\d)\}/g, (_, i) => values[i]);
  };
  /** Of a {en, ko} of the results: the chosen one, or the other when it is empty. */
  Rigproof.localized = function (text) {
    return text[Rigproof.language] || text.en || text.ko || "";
  };
  Rigproof.toggleLanguage = function () {
    Rigproof.language = Rigproof.language === "en" ? "ko" : "en";
    Rigproof.remember("language", Rigproof.language);
  };

  /** An element: h("p", {class: "note", onclick: f}, "text", child, [more]). Never parses HTML. */
  Rigproof.h = function (tag, attributes, ...children) {
    const svg = tag === "svg" || tag === "path";
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === false || value === null || value === undefined) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  };
})(window.Rigproof);
