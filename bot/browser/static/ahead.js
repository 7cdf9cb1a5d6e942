// An own move as it will look, shown before the server has confirmed it; if it is refused, everything is as it was.

import { flyOwn, measure } from "./flights.js";
import { keyed } from "./hand.js";
import { state } from "./state.js";
import { draw } from "./table.js";

// Show a move of a `verb` with the cards of these keys; `to` are the melds to which it adds some.
export function ahead({ verb, keys = [], to = [] }) {
  const old = state.scene, gone = new Set(keys), all = keyed(), cards = all.filter((card) => gone.has(card.key)), at = measure();
  const next = { ...old, ahead: verb, actions: [], suggested: [], hand: all.filter((card) => !gone.has(card.key)) };
  if (verb === "draw") next.stock = Math.max(0, old.stock - 1);
  else if (verb === "discard") next.pile = { ...old.pile, count: old.pile.count + 1, top: cards[0].card, name: cards[0].name };
  else if (verb === "take") next.pile = { ...old.pile, count: 0, top: null, name: "", states: [] };
  else if (verb === "meld" && to.length < 2)
    next.sides = old.sides.map((side) => side.mine ? { ...side, melds: laid(side.melds, cards, to[0]) } : side);
  state.truth = old;
  state.scene = next;
  draw();
  if (at) flyOwn(verb, cards, to, at);
}

function laid(melds, cards, name) {
  const codes = cards.map((card) => card.card);
  if (name === undefined) return [...melds, { name: "…", label: "", cards: codes, canasta: "" }];
  return melds.map((meld) => meld.name === name ? { ...meld, cards: [...meld.cards, ...codes] } : meld);
}

// Take a move back that wasn't confirmed.
export function taken() {
  if (!state.truth) return;
  state.scene = state.truth;
  state.truth = null;
  draw();
}
