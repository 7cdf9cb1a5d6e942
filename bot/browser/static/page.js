// One table, as its person sees it. The server sends it whole (`scene`, see bot/browser/scene.py); what one can do comes from there
// too, so that this page knows no rules. Texts are only ever set as text.

const $ = (id) => document.getElementById(id);
const COLUMNS = 8, ROWS = 8;
const FAR = 8; // pixels after which a press on a card is a drag

let scene = null; // the table as it was told last
let lifted = new Set(); // keys of cards of the hand
let offered = { options: [], refused: {} }; // what could be done with the lifted cards
let asking = Promise.resolve(); // the question for that
let asked = 0;
let busy = false;
let drag = null;
let news = null;
let held = null; // what came while a card was dragged
let sorted = { by: "rank", order: [] };

// -- the server

async function call(path, body) {
  const request = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Canasta": "page" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, request);
  const values = await answer.json().catch(() => ({}));
  // Whoever stands before the bot says so without a word of ours while it starts again.
  if (answer.status >= 500 && !values.refused) throw new Error(`${answer.status}`);
  return { status: answer.status, ok: answer.ok, values };
}

const at = (what = "") => `/api/table/${scene ? scene.table : tableInPath()}${what}`;

function tableInPath() {
  const found = /^\/table\/(\d+)$/.exec(location.pathname);
  return found ? Number(found[1]) : null;
}

async function change(path, body, place) {
  if (busy) return;
  busy = true;
  note("");
  try {
    for (let tried = 0; ; tried++) {
      let answer;
      try {
        answer = await call(path, body);
      } catch (error) {
        // The same key again: a move that arrived is not played twice.
        if (tried === 3) { again(); return; }
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tried));
        continue;
      }
      if (answer.status === 401) { instead(answer.values.refused); return; }
      if (answer.values.refused) refuse(answer.values.refused, place);
      else lifted.clear();
      busy = false;
      if (answer.values.scene) show(answer.values.scene);
      return;
    }
  } finally {
    busy = false;
  }
}

function play(move, place) {
  return change(at("/play"), { move, version: scene.version, key: crypto.randomUUID() }, place);
}

// -- news

function follow() {
  if (news) news.close();
  const source = news = new EventSource(at("/news"));
  source.onmessage = (event) => {
    const back = !$("lost").hidden;
    lost(false);
    show(JSON.parse(event.data));
    if (back) ask();
  };
  source.onerror = async () => {
    if (news !== source) return;
    lost(true);
    if (source.readyState !== EventSource.CLOSED) return;
    // An answer other than news ends it for good, as a proxy gives one while the bot starts again.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (news === source) open();
  };
}

document.addEventListener("visibilitychange", () => {
  // A hidden page reads nothing: browsers allow few such connections.
  if (!scene) return;
  if (document.hidden) { if (news) news.close(); news = null; } else follow();
});

function lost(is, why = "") {
  $("lost").hidden = !is;
  if (is) $("lost").textContent = why || (scene ? scene.words.lost : "…");
}

// Say that the server is away until news come again.
function again() {
  lost(true);
  if (scene) follow();
}

// Whether the server may answer otherwise in a moment: its store is away, or this person asked too often.
function passing(answer) {
  return answer.status >= 500 || answer.status === 429;
}

// -- what is shown

// Bring the elements of a list up to date: those that stay are the same elements, so that focus stays where it is.
function each(parent, values, keyOf, make, fill) {
  const old = new Map([...parent.children].map((element) => [element.dataset.key, element]));
  let place = parent.firstElementChild;
  for (const [index, value] of values.entries()) {
    const key = String(keyOf(value, index));
    let element = old.get(key);
    old.delete(key);
    if (!element) { element = make(value); element.dataset.key = key; }
    fill(element, value, index);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const element of old.values()) element.remove();
}

function make(tag, kind = "", text = "") {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text) element.textContent = text;
  if (tag === "button") element.type = "button";
  return element;
}

function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

function face(element, card) {
  element.className = card === undefined ? "face none" : card === null ? "face back" : "face";
  if (card === null || card === undefined) return;
  element.style.setProperty("--x", `${(card % COLUMNS) / (COLUMNS - 1) * 100}%`);
  element.style.setProperty("--y", `${Math.floor(card / COLUMNS) / (ROWS - 1) * 100}%`);
}

function show(next) {
  if (scene && scene.table === next.table && next.version < scene.version) return;
  if (drag && drag.moving) { held = next; return; }
  const before = scene;
  scene = next;
  document.documentElement.lang = scene.language;
  document.documentElement.dataset.theme = scene.theme;
  document.documentElement.toggleAttribute("data-large", scene.large);
  if (!before || before.cards !== scene.cards)
    document.documentElement.style.setProperty("--sheet", `url("/cards/${scene.cards}.png")`);
  const held_ = new Set(keyed().map((card) => card.key));
  for (const key of lifted) if (!held_.has(key)) lifted.delete(key);
  tell(before);
  draw();
  if (!before || before.version !== scene.version) ask();
}

function draw() {
  const had = document.activeElement, inside = had && had.closest("#mine");
  const words = scene.words;
  $("page").hidden = false;
  $("instead").hidden = true;
  text($("title"), scene.title);
  text($("scores"), scene.scores || "");
  document.body.dataset.version = scene.version;
  document.body.dataset.phase = scene.my_turn ? scene.phase : "";
  document.title = scene.my_turn ? `▸ ${words.your_turn}: ${scene.title}` : scene.title;
  for (const [id, word] of [["leave", "leave"], ["table-name", "table"], ["feed-name", "feed"], ["by-rank", "by_rank"],
    ["by-suit", "by_suit"], ["put-back", "put_back"]]) text($(id), words[word]);
  text($("hand-name"), scene.hand ? `${words.hand} (${scene.hand.length})` : "");
  $("hand").setAttribute("aria-label", words.hand);
  $("told").hidden = !scene.feed.length;
  each($("feed"), [...scene.feed].reverse(), (_line, index) => index, () => make("li"), text);
  heaps();
  each($("others"), scene.sides.filter((side) => !side.mine), (_side, index) => index, side, fillSide);
  each($("own"), scene.sides.filter((side) => side.mine), (_side, index) => index, side, fillSide);
  now();
  actions();
  hand();
  if (inside && !document.contains(had) || inside && had.hidden) {
    const first = $("hand").querySelector('[tabindex="0"]') || $("actions").querySelector("button");
    if (first) first.focus({ preventScroll: true });
  }
}

function heaps() {
  const { pile, words } = scene, playing = Boolean(pile);
  $("stock").hidden = $("pile").hidden = !playing;
  if (!playing) return;
  text($("stock").querySelector(".count"), `${words.stock}: ${scene.stock}`);
  face($("pile").querySelector(".face"), pile.count ? pile.top : undefined);
  text($("pile").querySelector(".count"), [`${words.pile}: ${pile.count}`, ...pile.states].join(", "));
  $("pile").setAttribute("aria-label", [`${words.pile}: ${pile.count}`, pile.name, ...pile.states].filter(Boolean).join(", "));
}

function now() {
  const lines = [...scene.now.map((line) => ["", line]), ...scene.why.map((line) => ["why", line])];
  if (scene.until) lines.push(["why", scene.words.time_left.replace("{moment}",
    new Date(scene.until * 1000).toLocaleString(scene.language, { dateStyle: "medium", timeStyle: "short" }))]);
  each($("now"), lines, (_line, index) => index, () => make("p"), (element, [kind, line]) => { element.className = kind; text(element, line); });
}

function side() {
  const element = make("section", "side");
  element.append(make("div", "who"), make("p", "state"), make("div", "melds threes"), make("div", "melds"));
  return element;
}

function fillSide(element, value) {
  const [who, state, threes, melds] = element.children;
  element.classList.toggle("mine", value.mine);
  each(who, value.players, (_player, index) => index, () => make("span"), (one, player) => {
    one.className = player.turn ? "turn" : "";
    text(one, `${player.name} (${player.about})`);
  });
  text(state, [value.score, value.worth, value.needs].filter(Boolean).join(" · "));
  state.hidden = !state.textContent;
  threes.hidden = !value.threes.length;
  each(threes, value.threes, (_card, index) => index, () => make("span"), (one, card) => {
    face(one, card.card);
    one.setAttribute("role", "img");
    one.setAttribute("aria-label", card.name);
  });
  const mine = value.mine && scene.hand;
  const shown = mine ? [...value.melds, { name: "", label: scene.words.lay, cards: [], canasta: "" }] : value.melds;
  melds.hidden = !shown.length;
  each(melds, shown, (meld) => meld.name, () => {
    const one = make(mine ? "button" : "div", "meld");
    one.append(make("div", "fan"), make("span", "name"));
    if (mine) one.addEventListener("click", () => onMeld(one.dataset.key, one));
    return one;
  }, (one, meld) => {
    one.className = ["meld", meld.canasta, meld.name ? "" : "new"].filter(Boolean).join(" ");
    if (mine) one.dataset.drop = meld.name ? "meld" : "new";
    each(one.firstElementChild, meld.cards, (_card, index) => index, () => make("span"), face);
    text(one.lastElementChild, meld.label);
  });
}

function actions() {
  each($("actions"), scene.actions, (action) => action.move || action.do, () => {
    const one = make("button");
    one.addEventListener("click", () => {
      const action = scene.actions.find((other) => (other.move || other.do) === one.dataset.key);
      if (!action) return;
      if (action.do) change(at(`/${action.do}`), {}, one); else play(action.move, one);
    });
    return one;
  }, (one, action) => { one.className = action.go ? "go" : ""; text(one, action.label); });
  const chosen = lifted.size > 0;
  const shown = chosen ? offered.options : scene.suggested;
  const all = shown.map((option) => ({ ...option, suggested: !chosen }));
  const list = !chosen && all.length ? [{ head: scene.words.could }, ...all] : all;
  each($("options"), list, (option) => option.head ? "head" : `${option.suggested ? "s" : "o"} ${option.move}`, (option) => {
    if (option.head) return make("p", "could");
    const one = make("button");
    one.addEventListener("click", () => play(one.dataset.key.slice(2), one));
    return one;
  }, (one, option) => {
    if (option.head) { text(one, option.head); return; }
    one.className = option.suggested ? "" : "go";
    text(one, option.label);
  });
  // Why nothing can be done with these cards: as long as no other reason stands there.
  const why = chosen && !offered.options.length ? offered.refused.meld || offered.refused.take || offered.refused.discard || "" : "";
  if (why || $("note").dataset.of === "cards") note(why, "cards");
  $("put-back").hidden = !chosen;
  $("by-rank").hidden = $("by-suit").hidden = chosen;
}

// -- the hand

// The cards of the hand with keys: of equal cards the first, the second …
function keyed() {
  const seen = new Map();
  return (scene.hand || []).map((card) => {
    const nth = (seen.get(card.card) || 0) + 1;
    seen.set(card.card, nth);
    return { ...card, key: `${card.card}.${nth}` };
  });
}

function inOrder() {
  const cards = keyed(), place = new Map(cards.map((card, index) => [card.key, index]));
  if (sorted.by === "suit") {
    // Those without a suit of their own, and wild cards, stay in front.
    const group = (card) => card.card >= 44 && card.card < 52 ? -1 : card.card % 4;
    return cards.sort((a, b) => group(a) - group(b) || place.get(a.key) - place.get(b.key));
  }
  if (sorted.by === "own") {
    const own = new Map(sorted.order.map((key, index) => [key, index]));
    return cards.sort((a, b) => (own.get(a.key) ?? 1000) - (own.get(b.key) ?? 1000) || place.get(a.key) - place.get(b.key));
  }
  return cards;
}

function hand() {
  const cards = inOrder();
  $("mine").hidden = !scene.hand && !scene.actions.length;
  $("tools").hidden = $("hand").hidden = !scene.hand;
  $("by-rank").setAttribute("aria-pressed", String(sorted.by === "rank"));
  $("by-suit").setAttribute("aria-pressed", String(sorted.by === "suit"));
  const roving = $("hand").querySelector('[tabindex="0"]');
  const first = roving && cards.some((card) => card.key === roving.dataset.key) ? roving.dataset.key : cards[0]?.key;
  each($("hand"), cards, (card) => card.key, card, (one, value) => {
    face(one.firstElementChild, value.card);
    one.classList.toggle("fresh", value.fresh);
    one.setAttribute("aria-pressed", String(lifted.has(value.key)));
    one.setAttribute("aria-label", value.fresh ? `${value.name}, ${scene.words.new}` : value.name);
    one.tabIndex = value.key === first ? 0 : -1;
  });
}

function card() {
  const one = make("button", "card");
  one.append(make("span", "face"));
  one.addEventListener("click", () => { if (!one.dataset.dragged) toggle(one.dataset.key); delete one.dataset.dragged; });
  one.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // From the first: a fast mouse leaves the card before it has moved there.
    one.setPointerCapture(event.pointerId);
    drag = { one, x: event.clientX, y: event.clientY, id: event.pointerId, moving: false, over: null };
  });
  one.addEventListener("pointermove", dragged);
  one.addEventListener("pointerup", dropped);
  one.addEventListener("pointercancel", dropped);
  return one;
}

function toggle(key) {
  if (!lifted.delete(key)) lifted.add(key);
  note("");
  ask();
  draw();
}

$("hand").addEventListener("keydown", (event) => {
  const cards = [...$("hand").children], place = cards.indexOf(document.activeElement);
  const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: cards.length - 1 }[event.key];
  if (place < 0 || to === undefined) return;
  event.preventDefault();
  const next = cards[(to + cards.length) % cards.length];
  cards[place].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && scene && lifted.size) putBack(); });

function putBack() {
  lifted.clear();
  note("");
  ask();
  draw();
}
$("put-back").addEventListener("click", putBack);
for (const by of ["rank", "suit"]) $(`by-${by}`).addEventListener("click", () => { sorted = { by, order: [] }; keep(); hand(); });

function keep() {
  try { localStorage.setItem("sorted", JSON.stringify(sorted)); } catch { /* a browser may allow no storage */ }
}
try { sorted = { ...sorted, ...JSON.parse(localStorage.getItem("sorted") || "{}") }; } catch { /* the same */ }

// -- dragging

function dragged(event) {
  if (!drag || drag.id !== event.pointerId) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(x, y) < FAR) return;
    drag.moving = true;
    drag.one.classList.add("dragged");
  }
  drag.one.style.transform = `translate(${x}px, ${y}px)`;
  const below = document.elementFromPoint(event.clientX, event.clientY);
  const over = below && below.closest("[data-drop], #hand .card");
  if (over !== drag.over) {
    if (drag.over) drag.over.classList.remove("dropped");
    if (over) over.classList.add("dropped");
    drag.over = over;
  }
}

function dropped(event) {
  if (!drag || drag.id !== event.pointerId) return;
  const { one, moving, over } = drag;
  drag = null;
  one.classList.remove("dragged");
  one.style.transform = "";
  if (over) over.classList.remove("dropped");
  if (held) { const next = held; held = null; show(next); }
  if (!moving) return;
  // The click that follows a drag is none.
  one.dataset.dragged = "yes";
  setTimeout(() => delete one.dataset.dragged, 0);
  if (event.type === "pointercancel" || !over || !document.contains(one)) return;
  const key = one.dataset.key;
  if (over.classList.contains("card")) { move(key, over.dataset.key); return; }
  if (!lifted.has(key)) { lifted = new Set([...lifted].length > 0 && over.dataset.drop !== "pile" ? [...lifted, key] : [key]); }
  ask();
  draw();
  if (over.dataset.drop === "pile") onPile(over); else onMeld(over.dataset.key, over);
}

function move(key, to) {
  const order = inOrder().map((card) => card.key).filter((other) => other !== key);
  order.splice(order.indexOf(to), 0, key);
  sorted = { by: "own", order };
  keep();
  hand();
}

// -- what a press does

function chosen() {
  return inOrder().filter((card) => lifted.has(card.key));
}

// Ask what could be done with the lifted cards. Only the answer to the last question counts.
function ask() {
  const mine = ++asked, cards = chosen().map((card) => card.card);
  offered = { options: [], refused: {} };
  asking = cards.length ? call(at("/ways"), { cards }).then((answer) => {
    if (mine !== asked) return;
    if (answer.ok) offered = answer.values;
    else if (answer.values.refused) offered = { options: [], refused: { meld: answer.values.refused } };
    draw();
  }).catch(() => { if (mine === asked) again(); }) : Promise.resolve();
}

async function onMeld(name, place) {
  if (busy) return;
  if (!lifted.size) { refuse(scene.my_turn ? scene.words.lift : scene.now[0], place); return; }
  await asking;
  const fits = offered.options.filter((option) => option.verb !== "discard" && (name ? option.to.includes(name) : !option.to.length));
  if (fits.length === 1) play(fits[0].move, place);
  else if (fits.length > 1) refuse(scene.words.which_way, place);
  else if (offered.options.some((option) => option.verb !== "discard")) refuse(scene.words.which_way, place);
  else refuse(offered.refused.meld || offered.refused.take || scene.now[0], place);
}

async function onPile(place) {
  if (busy) return;
  if (scene.phase === "draw") {
    const plain = scene.actions.find((action) => action.verb === "take");
    if (!lifted.size && plain) { play(plain.move, place); return; }
    if (!lifted.size) { refuse(!scene.my_turn ? scene.now[0] : scene.why.join(" ") || scene.words.lift_for_pile, place); return; }
    await asking;
    const fits = offered.options.filter((option) => option.verb === "take");
    if (fits.length === 1) play(fits[0].move, place);
    else if (fits.length) refuse(scene.words.which_way, place);
    else refuse(offered.refused.take || offered.refused.meld || scene.words.lift_for_pile, place);
    return;
  }
  const cards = chosen();
  if (!cards.length) refuse(scene.my_turn ? scene.words.lift : scene.now[0], place);
  else if (cards.length > 1) refuse(scene.words.too_many, place);
  else play(`${scene.seat} discard ${cards[0].text}`, place);
}

$("pile").addEventListener("click", () => { if (scene.hand) onPile($("pile")); });
$("stock").addEventListener("click", () => { if (scene.hand) play(`${scene.seat} draw`, $("stock")); });
$("leave").addEventListener("click", async () => {
  const answer = await call("/api/leave", {}).catch(() => null);
  if (!answer) { again(); return; }
  if (news) news.close();
  news = null;
  if (answer.ok) location.replace("/");
});

function refuse(sentence, place) {
  note(sentence);
  if (!place) return;
  place.classList.remove("refused");
  void place.offsetWidth;
  place.classList.add("refused");
}

function note(sentence, of = "") {
  text($("note"), sentence || "");
  $("note").dataset.of = of;
}

// -- what is said aloud: what is new, in order, once

function tell(before) {
  if (!before || before.table !== scene.table) return;
  const old = new Set(before.feed);
  const lines = scene.feed.filter((line) => !old.has(line));
  if (scene.now.join() !== before.now.join()) lines.push(...scene.now);
  for (const line of lines) $("aloud").append(make("p", "", line));
  while ($("aloud").children.length > 12) $("aloud").firstElementChild.remove();
}

// -- the beginning

function instead(sentence, tables = []) {
  if (news) news.close();
  news = null;
  scene = null;
  $("page").hidden = true;
  $("instead").hidden = false;
  text($("instead-title"), sentence);
  each($("instead-list"), tables, (number) => number, () => { const one = make("li"); one.append(make("a")); return one; }, (one, number) => {
    one.firstElementChild.href = `/table/${number}`;
    text(one.firstElementChild, `#${number}`);
  });
}

async function open() {
  try {
    const table = tableInPath();
    const answer = await call(table === null ? "/api/tables" : at());
    if (passing(answer)) { lost(true, answer.values.refused); setTimeout(open, 3000); return; }
    lost(false);
    if (!answer.ok) { instead(answer.values.refused || `${answer.status}`); return; }
    if (table !== null) { show(answer.values); follow(); return; }
    const { tables, words } = answer.values;
    instead(tables.length ? words.title : words.none, tables);
  } catch {
    lost(true);
    setTimeout(open, 3000);
  }
}

async function enter() {
  const secret = location.hash.slice(1);
  const answer = await call("/api/enter", { secret }).catch(() => null);
  // The link stays in the address until it is used up.
  if (!answer || passing(answer)) { lost(true, answer ? answer.values.refused : ""); setTimeout(enter, 3000); return; }
  lost(false);
  history.replaceState(null, "", "/");
  if (!answer.ok) { instead(answer.values.refused || `${answer.status}`); return; }
  history.replaceState(null, "", `/table/${answer.values.table}`);
  await open();
}

if (location.pathname === "/enter") enter(); else open();
