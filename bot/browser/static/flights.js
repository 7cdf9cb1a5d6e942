// Moves as one sees them: cards that go from a place to another. Whoever wants less motion sees none.

import { $, face, make } from "./elements.js";
import { heaps } from "./table.js";

const LONG = 340, STEP = 170, MOST = 1000; // milliseconds of a flight, between two moves, and until the last one begins
const CARDS = 7; // the most cards that are shown to go at once
const still = matchMedia("(prefers-reduced-motion: reduce)");

const box = (element) => element ? element.getBoundingClientRect() : null;
const seatOf = (seat) => document.querySelector(`#sides [data-seat="${seat}"]`);

// Return where everything lies now, as that of a table which is drawn anew is gone then; null where nothing is to move.
export function measure() {
  if (still.matches || document.hidden || $("page").hidden || $("stock").hidden) return null;
  const hand = new Map([...$("hand").children].map((card) => [card.dataset.key, box(card)]));
  return { stock: box($("stock").firstElementChild), pile: box($("pile").firstElementChild), hand };
}

// Show the moves that were made between two scenes; `shown` is the verb of an own one that was shown already.
export function fly(before, next, at, shown) {
  if (next.finished !== before.finished || next.replay) return;
  const made = next.moves.filter((move) => move.version > before.version);
  const events = made.flatMap((move) => move.events).filter((event) => event.seat !== null);
  const step = Math.min(STEP, MOST / Math.max(1, events.length));
  events.forEach((event, place) => {
    const own = event.seat === next.seat && next.hand, wait = place * step;
    if (own && shown && event.kind === shown && event.kind !== "draw") return;
    const player = box(own ? $("hand") : seatOf(event.seat));
    if (!player) return;
    if (event.kind === "draw") {
      const fresh = own ? [...$("hand").querySelectorAll(".fresh")] : [];
      if (fresh.length) for (const card of fresh) flight(null, at.stock, box(card), wait);
      else flight(null, at.stock, player, wait);
    } else if (event.kind === "take") flight(before.pile.top, at.pile, player, wait);
    else if (event.kind === "discard") {
      const card = event.cards.length ? event.cards[0] : null, pile = $("pile").firstElementChild;
      // Until it is there, the card before it lies on top.
      if (place === events.length - 1 && before.pile && before.pile.count) face(pile, before.pile.top);
      flight(card, own ? handOf(at, card) || player : player, box(pile), wait, heaps);
    } else if (event.kind === "meld") lay(event.cards, own ? event.cards.map((card) => handOf(at, card) || player) : [player], meldOf(next, event), wait);
  });
}

// Show an own move with these cards at once.
export function flyOwn(verb, cards, to, at) {
  const from = cards.map((card) => at.hand.get(card.key));
  if (verb === "discard") flight(cards[0].card, from[0], box($("pile").firstElementChild), 0);
  else if (verb === "take") flight(null, at.pile, box($("hand")), 0);
  else if (verb === "meld" && to.length < 2)
    lay(cards.map((card) => card.card), from, document.querySelector(`#own .meld[data-key="${to[0] || "…"}"]`), 0);
}

function lay(cards, from, meld, wait) {
  const there = box(meld && meld.firstElementChild.lastElementChild || meld);
  if (there) cards.slice(0, CARDS).forEach((card, place) => flight(card, from[place] || from[0], there, wait + place * 30));
}

function handOf(at, card) {
  return at.hand.get(`${card}.1`);
}

// Return the meld on the table in which the cards of an event lie.
function meldOf(scene, event) {
  const section = seatOf(event.seat)?.closest(".side"), melds = section?.querySelectorAll(".melds:not(.threes) > .meld") || [];
  const side = scene.sides.find((one) => one.players.some((player) => player.seat === event.seat));
  const place = side ? side.melds.findIndex((meld) => event.to ? meld.name === event.to : event.cards.every((card) => meld.cards.includes(card))) : -1;
  return melds[place] || section;
}

function flight(card, from, to, wait, then) {
  if (!from || !to || !from.width || !to.width) { if (then) then(); return; }
  const one = make("span"), width = Math.min(from.width, 76), end = Math.min(to.width, 76);
  face(one, card);
  one.classList.add("flight");
  one.setAttribute("aria-hidden", "true");
  one.style.width = `${width}px`;
  document.body.append(one);
  const at = (place, size) => `translate(${place.left + (place.width - width) / 2}px, ${place.top + (place.height - width * 1.4) / 2}px) scale(${size / width})`;
  const way = one.animate(
    [{ transform: at(from, width), opacity: 1 }, { transform: at(to, end), opacity: 1 }],
    { duration: LONG, delay: wait, easing: "ease-in-out", fill: "both" },
  );
  way.onfinish = way.oncancel = () => { one.remove(); if (then) then(); };
}
