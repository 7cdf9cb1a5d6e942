// The table: what the server says of it, in the elements of the page and aloud.

import { actions, ask, onMeld } from "./acts.js";
import { $, each, face, make, moment, text } from "./elements.js";
import { fly, measure } from "./flights.js";
import { hand, keyed, sort } from "./hand.js";
import { replaying } from "./replay.js";
import { ended, opens, remarked, remarks } from "./round.js";
import { state } from "./state.js";

export function show(next) {
  const before = state.truth || state.scene, same = before && before.table === next.table && !before.replay === !next.replay;
  // Another lesson may have a lower version. Of any other table that is old news which was overtaken.
  const anew = same && before.course !== next.course;
  if (same && !anew && !next.replay && next.version < before.version) return;
  if (state.drag && state.drag.moving) { state.held = next; return; }
  // The answer to an own move comes: until then it is shown as if it were played.
  if (state.truth && state.busy && next.version === state.truth.version) { state.truth = next; return; }
  const shown = state.scene && state.scene.ahead, at = same ? measure() : null;
  if (!same || before.version !== next.version) state.hint = "";
  state.truth = null;
  state.scene = next;
  sort(before);
  document.documentElement.lang = state.scene.language;
  document.documentElement.dataset.theme = state.scene.theme;
  document.documentElement.toggleAttribute("data-large", state.scene.large);
  if (!before || before.cards !== state.scene.cards) sheet(`/cards/${state.scene.cards}.png`);
  const held_ = new Set(keyed().map((card) => card.key));
  for (const key of state.lifted) if (!held_.has(key)) state.lifted.delete(key);
  tell(before);
  draw();
  if (at) fly(before, next, at, shown);
  ended();
  remarked();
  if (!before || before.version !== state.scene.version) ask();
}

// Have the faces be those of a picture as soon as it is here.
function sheet(url) {
  const picture = new Image();
  picture.onload = () => {
    document.documentElement.style.setProperty("--sheet", `url("${url}")`);
    document.documentElement.dataset.drawn = "";
  };
  picture.src = url;
}

export function draw() {
  if (!state.scene) return;
  const had = document.activeElement, inside = had && had.closest("#mine");
  const words = state.scene.words;
  $("page").hidden = false;
  $("page").inert = !$("sheet").hidden;
  $("instead").hidden = true;
  text($("title"), state.scene.title);
  text($("scores"), state.scene.scores || "");
  document.body.dataset.version = state.scene.version;
  document.body.dataset.phase = state.scene.my_turn ? state.scene.phase : "";
  document.title = state.scene.my_turn ? `▸ ${words.your_turn}: ${state.scene.title}` : state.scene.title;
  for (const [id, word] of [["table-name", "table"], ["feed-name", "feed"], ["by-rank", "by_rank"],
    ["by-suit", "by_suit"], ["put-back", "put_back"]]) text($(id), words[word]);
  // Where nothing in it can be pressed, the keyboard still scrolls the table.
  if (state.scene.hand) $("main").removeAttribute("tabindex"); else $("main").tabIndex = 0;
  text($("hand-name"), state.scene.hand ? `${words.hand} (${state.scene.hand.length})` : words.could);
  $("hand").setAttribute("aria-label", words.hand);
  $("home").setAttribute("aria-label", words.tables);
  $("told").hidden = !state.scene.feed.length;
  each($("feed"), [...state.scene.feed].reverse(), (_line, index) => index, () => make("li"), text);
  lesson();
  heaps();
  each($("others"), state.scene.sides.filter((side) => !side.mine), (_side, index) => index, side, fillSide);
  each($("own"), state.scene.sides.filter((side) => side.mine), (_side, index) => index, side, fillSide);
  now();
  actions();
  hand();
  replaying();
  if (inside && !document.contains(had) || inside && had.hidden) {
    const first = $("hand").querySelector('[tabindex="0"]') || $("actions").querySelector("button");
    if (first) first.focus({ preventScroll: true });
  }
}

// The words of a lesson, right above the hand: what a step explains, and what is to be pressed.
function lesson() {
  const lines = state.scene.lesson || [];
  $("lesson").hidden = !lines.length;
  each($("lesson"), lines, (_line, index) => index, () => make("p"), text);
}

export function heaps() {
  if (!state.scene) return;
  const { pile, words } = state.scene, playing = Boolean(pile);
  $("stock").hidden = $("pile").hidden = !playing;
  if (!playing) return;
  $("stock").disabled = $("pile").disabled = !state.scene.hand;
  text($("stock").querySelector(".count"), `${words.stock}: ${state.scene.stock}`);
  face($("pile").querySelector(".face"), pile.count ? pile.top : undefined);
  text($("pile").querySelector(".count"), [`${words.pile}: ${pile.count}`, ...pile.states].join(", "));
  $("pile").setAttribute("aria-label", [`${words.pile}: ${pile.count}`, pile.name, ...pile.states].filter(Boolean).join(", "));
}

export function now() {
  const lines = [...[...state.scene.now, ...remarks()].map((line) => ["", line]), ...state.scene.why.map((line) => ["why", line])];
  if (state.scene.until) lines.push(["why", state.scene.words.time_left.replace("{moment}",
    moment(state.scene.until))]);
  each($("now"), lines, (_line, index) => index, () => make("p"), (element, [kind, line]) => { element.className = kind; text(element, line); });
}

export function side() {
  const element = make("section", "side");
  element.append(make("div", "who"), make("p", "state"), make("div", "melds threes"), make("div", "melds"));
  return element;
}

export function fillSide(element, value) {
  const [who, about, threes, melds] = element.children;
  element.classList.toggle("mine", value.mine);
  each(who, value.players, (_player, index) => index, () => make("span"), (one, player) => {
    one.className = player.turn ? "turn" : "";
    one.dataset.seat = player.seat;
    text(one, `${player.name} (${player.about})`);
  });
  text(about, [value.score, value.worth, value.needs].filter(Boolean).join(" · "));
  about.hidden = !about.textContent;
  threes.hidden = !value.threes.length;
  each(threes, value.threes, (_card, index) => index, () => make("span"), (one, card) => {
    face(one, card.card);
    one.setAttribute("role", "img");
    one.setAttribute("aria-label", card.name);
  });
  const mine = value.mine && state.scene.hand && !state.scene.replay;
  const shown = mine ? [...value.melds, { name: "", label: state.scene.words.lay, cards: [], canasta: "" }] : value.melds;
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

// -- what is said aloud: what is new, in order, once

export function tell(before) {
  if (!before || before.table !== state.scene.table) return;
  const old = new Set(before.feed);
  const lines = state.scene.feed.filter((line) => !old.has(line));
  // What the sheet of a round says is heard when that opens.
  if (!opens() && state.scene.now.join() !== before.now.join()) lines.push(...state.scene.now);
  const step = state.scene.lesson || [];
  if (step.join() !== (before.lesson || []).join()) lines.push(...step);
  for (const line of lines) {
    const said = make("p");
    text(said, line);
    $("aloud").append(said);
  }
  while ($("aloud").children.length > 12) $("aloud").firstElementChild.remove();
}
