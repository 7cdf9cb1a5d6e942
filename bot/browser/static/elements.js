// What this page is made of.

export const $ = (id) => document.getElementById(id);
const COLUMNS = 8, ROWS = 8; // of the picture of all cards

// Bring the elements of a list up to date: those that stay are the same elements, so that focus stays where it is.
export function each(parent, values, keyOf, make, fill) {
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

export function make(tag, kind = "", text = "") {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text) element.textContent = text;
  if (tag === "button") element.type = "button";
  return element;
}

// Times stand in texts as seconds between marks that no name has: everybody sees them in their own zone.
const TIME = /\x1f(\d+)\x1f/g;

export function text(element, value) {
  value = value.replace(TIME, (_all, seconds) => moment(Number(seconds)));
  if (element.textContent !== value) element.textContent = value;
}

export function moment(seconds) {
  return new Date(seconds * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

const RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "★", "3", "!"], SUITS = "♠♥♦♣";

export function face(element, card) {
  element.className = card === undefined ? "face none" : card === null ? "face back" : "face";
  if (card === null || card === undefined) return;
  // Until the picture of all cards is here, a face is written.
  const rank = RANKS[card >> 2], plain = card >> 2 === 12 || card >> 2 === 14;
  element.dataset.text = plain ? rank : rank + SUITS[card % 4];
  element.dataset.suit = plain ? "" : card % 4;
  element.style.setProperty("--x", `${(card % COLUMNS) / (COLUMNS - 1) * 100}%`);
  element.style.setProperty("--y", `${Math.floor(card / COLUMNS) / (ROWS - 1) * 100}%`);
}
