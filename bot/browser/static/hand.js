// The hand: its order, the cards that are lifted, and dragging.

import { ask, note, onMeld, onPile } from "./acts.js";
import { $, each, face, make } from "./elements.js";
import { at, call } from "./server.js";
import { state } from "./state.js";
import { draw, show } from "./table.js";

const FAR = 8; // pixels after which a press on a card is a drag

// The cards of the hand with keys: of equal cards the first, the second …
export function keyed() {
  const seen = new Map();
  return (state.scene.hand || []).map((card) => {
    const nth = (seen.get(card.card) || 0) + 1;
    seen.set(card.card, nth);
    return { ...card, key: `${card.card}.${nth}` };
  });
}

export function inOrder() {
  const cards = keyed(), place = new Map(cards.map((card, index) => [card.key, index]));
  if (state.sorted.by === "suit") {
    // Those without a suit of their own, and wild cards, stay in front.
    const group = (card) => card.card >= 44 && card.card < 52 ? -1 : card.card % 4;
    return cards.sort((a, b) => group(a) - group(b) || place.get(a.key) - place.get(b.key));
  }
  if (state.sorted.by === "own") {
    const own = new Map(state.sorted.order.map((key, index) => [key, index]));
    return cards.sort((a, b) => (own.get(a.key) ?? 1000) - (own.get(b.key) ?? 1000) || place.get(a.key) - place.get(b.key));
  }
  return cards;
}

// Return which cards of the hand are lifted: none while a move with them is under way.
export function isUp() {
  return state.scene.ahead || state.scene.replay ? () => false : (key) => state.lifted.has(key);
}

// Return the keys of cards of the hand, by their codes.
export function keysOf(codes) {
  const left = [...codes];
  return keyed().filter(({ card }) => left.includes(card) && left.splice(left.indexOf(card), 1)).map(({ key }) => key);
}

export function hand() {
  const cards = inOrder(), up = isUp();
  $("mine").hidden = !state.scene.hand && !state.scene.actions.length && !state.scene.elsewhere;
  $("tools").hidden = $("hand").hidden = !state.scene.hand;
  $("by-rank").setAttribute("aria-pressed", String(state.sorted.by === "rank"));
  $("by-suit").setAttribute("aria-pressed", String(state.sorted.by === "suit"));
  const roving = $("hand").querySelector('[tabindex="0"]');
  const first = roving && cards.some((card) => card.key === roving.dataset.key) ? roving.dataset.key : cards[0]?.key;
  each($("hand"), cards, (card) => card.key, card, (one, value) => {
    face(one.firstElementChild, value.card);
    one.classList.toggle("fresh", value.fresh);
    one.setAttribute("aria-pressed", String(up(value.key)));
    one.disabled = Boolean(state.scene.replay);
    one.setAttribute("aria-label", value.fresh ? `${value.name}, ${state.scene.words.new}` : value.name);
    one.tabIndex = value.key === first ? 0 : -1;
  });
  fit();
}

// Where the hand is too large for its place, its rows overlap; where it is too large even so, it scrolls by touch.
function fit() {
  const hand = $("hand"), places = [hand, $("mine")];
  const over = () => places.some((place) => place.scrollHeight > place.clientHeight + 1);
  for (const how of ["crowded", "scrolls"]) hand.removeAttribute(`data-${how}`);
  for (const how of ["crowded", "scrolls"]) hand.toggleAttribute(`data-${how}`, over());
  // By the keyboard too, where no card can be pressed.
  if (state.scene.replay && hand.hasAttribute("data-scrolls")) hand.tabIndex = 0; else hand.removeAttribute("tabindex");
}
addEventListener("resize", () => { if (state.scene) fit(); });

export function card() {
  const one = make("button", "card");
  one.append(make("span", "face"));
  one.addEventListener("click", () => { if (!one.dataset.dragged) toggle(one.dataset.key); delete one.dataset.dragged; });
  one.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // From the first: a fast mouse leaves the card before it has moved there.
    one.setPointerCapture(event.pointerId);
    letGo();
    state.drag = { one, x: event.clientX, y: event.clientY, id: event.pointerId, moving: false, over: null, carried: null };
  });
  return one;
}

export function toggle(key) {
  if (!state.lifted.delete(key)) state.lifted.add(key);
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
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.scene && state.lifted.size) putBack(); });

export function putBack() {
  state.lifted.clear();
  note("");
  ask();
  draw();
}
$("put-back").addEventListener("click", putBack);
for (const by of ["rank", "suit"]) $(`by-${by}`).addEventListener("click", () => { state.sorted = { by, order: [] }; keep(); hand(); });

// Keep the order on the server, for all browsers of this person. Where that fails, it lasts as long as this page.
export function keep() {
  const mine = ++keeping, { table } = state.scene;
  call(at("/order"), state.sorted).catch(() => null).then((answer) => {
    if (mine !== keeping) return;
    keeping = 0;
    if (answer && answer.ok && state.scene && state.scene.table === table) state.scene.sorted = state.sorted;
  });
}
let keeping = 0; // the last order that is being kept

// Take over the order that was told, unless another one is being kept.
export function sort(before) {
  const told = JSON.stringify(state.scene.sorted);
  if (!keeping && (!before || before.table !== state.scene.table || told !== JSON.stringify(before.sorted))) state.sorted = state.scene.sorted;
}

export function chosen() {
  return inOrder().filter((card) => state.lifted.has(card.key));
}

// -- dragging

// At the document: a card whose hand is drawn anew, or hidden, hears nothing any more.
document.addEventListener("pointermove", dragged);
document.addEventListener("pointerup", dropped);
document.addEventListener("pointercancel", dropped);

function dragged(event) {
  const { drag } = state;
  if (!drag || drag.id !== event.pointerId) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(x, y) < FAR) return;
    drag.moving = true;
    drag.carried = carry(drag.one);
    drag.one.classList.add("dragged");
  }
  drag.carried.style.transform = `translate(${x}px, ${y}px)`;
  const below = document.elementFromPoint(event.clientX, event.clientY);
  const over = below && below.closest("[data-drop], #hand .card");
  if (over !== drag.over) {
    if (drag.over) drag.over.classList.remove("dropped");
    if (over) over.classList.add("dropped");
    drag.over = over;
  }
}

// Return the card that follows the pointer: the hand scrolls, so that its own cards are cut off at its edges.
function carry(one) {
  const carried = one.firstElementChild.cloneNode(), { left, top, width } = one.getBoundingClientRect();
  carried.classList.add("carried");
  Object.assign(carried.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  carried.setAttribute("aria-hidden", "true");
  document.body.append(carried);
  return carried;
}

// End a drag without a drop, if there is one.
export function letGo() {
  const { drag } = state;
  state.drag = null;
  if (!drag) return;
  drag.one.classList.remove("dragged");
  if (drag.carried) drag.carried.remove();
  if (drag.over) drag.over.classList.remove("dropped");
  if (!drag.moving) return;
  // The click that follows a drag is none.
  drag.one.dataset.dragged = "yes";
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => setTimeout(() => delete drag.one.dataset.dragged, 0), { once: true });
}

function dropped(event) {
  if (!state.drag || state.drag.id !== event.pointerId) return;
  const { one, moving, over } = state.drag;
  letGo();
  if (state.held) { const next = state.held; state.held = null; show(next); }
  if (!moving || event.type === "pointercancel" || !over || !document.contains(one)) return;
  const key = one.dataset.key;
  if (over.classList.contains("card")) { move(key, over.dataset.key); return; }
  if (!state.lifted.has(key)) { state.lifted = new Set([...state.lifted].length > 0 && over.dataset.drop !== "pile" ? [...state.lifted, key] : [key]); }
  ask();
  draw();
  if (over.dataset.drop === "pile") onPile(over); else onMeld(over.dataset.key, over);
}

export function move(key, to) {
  const order = inOrder().map((card) => card.key).filter((other) => other !== key);
  order.splice(order.indexOf(to), 0, key);
  state.sorted = { by: "own", order };
  keep();
  hand();
}
