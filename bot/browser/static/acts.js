// What a press does: the buttons, the pile, the melds, and why something can't be done.

import { $, each, make, text } from "./elements.js";
import { chosen, keysOf } from "./hand.js";
import { accept } from "./offers.js";
import { visit } from "./page.js";
import { replay } from "./replay.js";
import { again, at, call, change, play } from "./server.js";
import { state } from "./state.js";
import { draw } from "./table.js";

const keyOf = (action) => [action.head || action.move || action.do, ...Object.values(action.with || {})].join(" ");

// Fill an element with buttons for what one can do.
export function buttons(parent, list) {
  each(parent, list, keyOf, (made) => {
    if (made.head) return make("p", "head");
    return make("button");
  }, (one, action) => {
    if (action.label) one.onclick = () => act(action, one);
    if (action.label) one.className = action.go ? "go" : "";
    text(one, action.label || action.head);
  });
}

// Return what one can do that needs no cards: the moves and ways onwards, the next game first.
export function all() {
  const { actions, elsewhere, words } = state.scene;
  return elsewhere ? [{ do: "next", label: words.next_game, go: true }, ...actions] : actions;
}

async function act(action, place) {
  if (action.move) { play(action.move, place, { verb: action.verb }); return; }
  if (action.do === "replay") { replay(0, action.round); return; }
  if (action.do === "begin") { await change("/api/begin", action.with, place); return; }
  if (action.do === "past") { await accept(action); return; }
  if (action.do === "next") {
    const answer = await call("/api/next").catch(() => null);
    if (!answer) again();
    else if (answer.values.table) visit(answer.values.table);
    else refuse(answer.values.refused, place);
    return;
  }
  const found = await change(at(`/${action.do}`), action.with || {}, place);
  if (!found || !found.hint || found.version !== state.scene.version) return;
  state.hint = found.hint;
  state.lifted = new Set(keysOf(found.lifts));
  ask();
  draw();
}

export function actions() {
  buttons($("actions"), all());
  const chosen = state.lifted.size > 0 && !state.scene.ahead;
  const shown = chosen ? state.offered.options : state.scene.suggested;
  // The suggestions are a line that opens.
  const folds = !chosen && shown.length > 0 && !state.scene.lesson, line = $("could");
  line.hidden = !folds;
  line.setAttribute("aria-expanded", String(state.unfolded));
  if (folds) text(line, state.unfolded ? state.scene.words.could : state.scene.words.more.replace("{move}", shown[0].label));
  const list = (folds && !state.unfolded ? [] : shown).map((option) => ({ ...option, suggested: !chosen }));
  each($("options"), list, (option) => `${option.suggested ? "s" : "o"} ${option.move}`, () => {
    const one = make("button");
    one.addEventListener("click", () => onOption(one.dataset.key, one));
    return one;
  }, (one, option) => {
    one.className = option.suggested && !state.scene.lesson ? "" : "go";
    text(one, option.label);
  });
  $("moves").hidden = !all().length && !list.length && !folds;
  text($("hint"), state.hint);
  $("hint").hidden = !state.hint;
  // Why nothing can be done with these cards: as long as no other reason stands there.
  const why = chosen && !state.offered.options.length ? state.offered.refused.meld || state.offered.refused.take || state.offered.refused.discard || "" : "";
  if (why || $("note").dataset.of === "cards") note(why, "cards");
  $("put-back").hidden = !chosen;
  $("by-rank").hidden = $("by-suit").hidden = chosen;
}

function onOption(key, place) {
  const suggested = key[0] === "s", options = suggested ? state.scene.suggested : state.offered.options;
  const option = options.find((other) => other.move === key.slice(2));
  if (option) playOption(option, place, suggested ? keysOf(option.lifts) : undefined);
}

function playOption(option, place, keys = [...state.lifted]) {
  return play(option.move, place, { verb: option.verb, keys, to: option.to });
}

$("could").addEventListener("click", () => { state.unfolded = !state.unfolded; actions(); });

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
  if (fits.length === 1) playOption(fits[0], place);
  else if (fits.length > 1) refuse(state.scene.words.which_way, place);
  else if (state.offered.options.some((option) => option.verb !== "discard")) refuse(state.scene.words.which_way, place);
  else refuse(state.offered.refused.meld || state.offered.refused.take || state.scene.now[0], place);
}

export async function onPile(place) {
  if (state.busy) return;
  if (state.scene.phase === "draw") {
    const plain = state.scene.actions.find((action) => action.verb === "take");
    if (!state.lifted.size && plain) { act(plain, place); return; }
    if (!state.lifted.size) { refuse(!state.scene.my_turn ? state.scene.now[0] : state.scene.why.join(" ") || state.scene.words.lift_for_pile, place); return; }
    await state.asking;
    const fits = state.offered.options.filter((option) => option.verb === "take");
    if (fits.length === 1) playOption(fits[0], place);
    else if (fits.length) refuse(state.scene.words.which_way, place);
    else refuse(state.offered.refused.take || state.offered.refused.meld || state.scene.words.lift_for_pile, place);
    return;
  }
  const cards = chosen();
  if (!cards.length) refuse(state.scene.my_turn ? state.scene.words.lift : state.scene.now[0], place);
  else if (cards.length > 1) refuse(state.scene.words.too_many, place);
  else play(`${state.scene.seat} discard ${cards[0].text}`, place, { verb: "discard", keys: [cards[0].key] });
}

$("pile").addEventListener("click", () => { if (state.scene.hand && !state.scene.replay) onPile($("pile")); });
$("stock").addEventListener("click", () => {
  if (!state.scene.hand || state.scene.replay) return;
  const can = state.scene.actions.some((action) => action.verb === "draw");
  play(`${state.scene.seat} draw`, $("stock"), can ? { verb: "draw" } : undefined);
});

export function refuse(sentence, place) {
  note(sentence);
  if (!place) return;
  place.classList.remove("refused");
  void place.offsetWidth;
  place.classList.add("refused");
}

export function note(sentence, of = "") {
  const open = !$("sheet").hidden;
  text($("note"), open ? "" : sentence || "");
  text($("sheet-note"), open ? sentence || "" : "");
  $("note").dataset.of = of;
}
