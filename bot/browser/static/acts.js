// What a press does: the buttons, the pile, the melds, and why something can't be done.

import { $, each, make, text } from "./elements.js";
import { chosen } from "./hand.js";
import { again, at, call, change, play } from "./server.js";
import { state } from "./state.js";
import { draw } from "./table.js";

export function actions() {
  each($("actions"), state.scene.actions, (action) => action.move || action.do, () => {
    const one = make("button");
    one.addEventListener("click", () => {
      const action = state.scene.actions.find((other) => (other.move || other.do) === one.dataset.key);
      if (!action) return;
      if (action.do) change(at(`/${action.do}`), {}, one); else play(action.move, one);
    });
    return one;
  }, (one, action) => { one.className = action.go ? "go" : ""; text(one, action.label); });
  const chosen = state.lifted.size > 0;
  const shown = chosen ? state.offered.options : state.scene.suggested;
  const all = shown.map((option) => ({ ...option, suggested: !chosen }));
  const list = !chosen && all.length ? [{ head: state.scene.words.could }, ...all] : all;
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
  const why = chosen && !state.offered.options.length ? state.offered.refused.meld || state.offered.refused.take || state.offered.refused.discard || "" : "";
  if (why || $("note").dataset.of === "cards") note(why, "cards");
  $("put-back").hidden = !chosen;
  $("by-rank").hidden = $("by-suit").hidden = chosen;
}

// Ask what could be done with the lifted cards. Only the answer to the last question counts.
export function ask() {
  const mine = ++state.asked, cards = chosen().map((card) => card.card);
  state.offered = { options: [], refused: {} };
  state.asking = cards.length ? call(at("/ways"), { cards }).then((answer) => {
    if (mine !== state.asked) return;
    if (answer.ok) state.offered = answer.values;
    else if (answer.values.refused) state.offered = { options: [], refused: { meld: answer.values.refused } };
    draw();
  }).catch(() => { if (mine === state.asked) again(); }) : Promise.resolve();
}

export async function onMeld(name, place) {
  if (state.busy) return;
  if (!state.lifted.size) { refuse(state.scene.my_turn ? state.scene.words.lift : state.scene.now[0], place); return; }
  await state.asking;
  const fits = state.offered.options.filter((option) => option.verb !== "discard" && (name ? option.to.includes(name) : !option.to.length));
  if (fits.length === 1) play(fits[0].move, place);
  else if (fits.length > 1) refuse(state.scene.words.which_way, place);
  else if (state.offered.options.some((option) => option.verb !== "discard")) refuse(state.scene.words.which_way, place);
  else refuse(state.offered.refused.meld || state.offered.refused.take || state.scene.now[0], place);
}

export async function onPile(place) {
  if (state.busy) return;
  if (state.scene.phase === "draw") {
    const plain = state.scene.actions.find((action) => action.verb === "take");
    if (!state.lifted.size && plain) { play(plain.move, place); return; }
    if (!state.lifted.size) { refuse(!state.scene.my_turn ? state.scene.now[0] : state.scene.why.join(" ") || state.scene.words.lift_for_pile, place); return; }
    await state.asking;
    const fits = state.offered.options.filter((option) => option.verb === "take");
    if (fits.length === 1) play(fits[0].move, place);
    else if (fits.length) refuse(state.scene.words.which_way, place);
    else refuse(state.offered.refused.take || state.offered.refused.meld || state.scene.words.lift_for_pile, place);
    return;
  }
  const cards = chosen();
  if (!cards.length) refuse(state.scene.my_turn ? state.scene.words.lift : state.scene.now[0], place);
  else if (cards.length > 1) refuse(state.scene.words.too_many, place);
  else play(`${state.scene.seat} discard ${cards[0].text}`, place);
}

$("pile").addEventListener("click", () => { if (state.scene.hand) onPile($("pile")); });
$("stock").addEventListener("click", () => { if (state.scene.hand) play(`${state.scene.seat} draw`, $("stock")); });

export function refuse(sentence, place) {
  note(sentence);
  if (!place) return;
  place.classList.remove("refused");
  void place.offsetWidth;
  place.classList.add("refused");
}

export function note(sentence, of = "") {
  text($("note"), sentence || "");
  $("note").dataset.of = of;
}
