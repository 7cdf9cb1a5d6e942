// A game that is over, move by move.

import { refuse } from "./acts.js";
import { $, each, make, text } from "./elements.js";
import { leave } from "./page.js";
import { closeSheet } from "./round.js";
import { again, at, call } from "./server.js";
import { state } from "./state.js";
import { show } from "./table.js";

let stopsAsked = 0, seatShown; // the seat whose hand is shown: undefined for one's own, "none" for nobody's
let mineMeanwhile = false; // whether it has become one's turn meanwhile, at a table that goes on

// Show the game at one of its stops, counted from 0 or from the beginning of a round.
export async function replay(stop, round) {
  const mine = ++stopsAsked;
  if (!state.scene.replay) { seatShown = undefined; mineMeanwhile = false; }
  if (state.scene.over && state.news) { state.news.close(); state.news = null; }
  const asked = new URLSearchParams({ ...round && { round }, ...seatShown !== undefined && { seat: seatShown } });
  const answer = await call(at(`/replay/${stop}?${asked}`)).catch(() => null);
  if (mine !== stopsAsked || !state.scene) return;
  if (!answer) { again(); return; }
  if (!answer.ok) { refuse(answer.values.refused, null); return; }
  closeSheet();
  state.lifted.clear();
  show(answer.values);
}

// News of a table that goes on while a round of it is replayed: it may have become one's turn.
export function meanwhile(next) {
  mineMeanwhile = next.my_turn;
  replaying();
}

// Bring the choice of the hand up to date that is shown.
function hands(place) {
  const list = place.hands.length ? [["none", place.hide], ...place.hands.map((name, seat) => [String(seat), name])] : [];
  each($("replay-hands"), list, ([seat]) => seat, ([seat]) => { const one = make("option"); one.value = seat; return one; }, (one, [, name]) => text(one, name));
  $("replay-hands").hidden = !list.length;
  $("replay-hands").setAttribute("aria-label", place.show);
  $("replay-hands").value = String(place.seat ?? "none");
}
$("replay-hands").addEventListener("change", () => { seatShown = $("replay-hands").value; replay(state.scene.replay.stop); });

// Bring the buttons up to date that lead to other moves.
export function replaying() {
  const { replay: place, words } = state.scene;
  $("replay").hidden = !place;
  if (!place) { $("replay-hands").hidden = true; return; }
  hands(place);
  $("mine").hidden = false;
  $("tools").hidden = true;
  const steps = [["first", 0], ["turn_before", place.turn_before], ["before", place.stop - 1], ["after", place.stop + 1],
    ["turn_after", place.turn_after], ["last", place.last]];
  each($("replay"), [...steps, ["close", null]], ([name]) => name, ([name]) => {
    const one = make("button");
    one.addEventListener("click", () => {
      if (name === "close") { stopsAsked++; leave(); return; }
      if (!one.ariaDisabled || one.ariaDisabled === "false") replay(Number(one.dataset.to));
    });
    return one;
  }, (one, [name, to]) => {
    const called = name === "close" && mineMeanwhile;
    text(one, called ? `▸ ${words.your_turn}: ${words[name]}` : words[name]);
    one.className = called || name === "after" && !mineMeanwhile ? "go" : "";
    one.dataset.to = to ?? "";
    // A button with the focus keeps it at the end of the game.
    one.ariaDisabled = String(to !== null && (to < 0 || to > place.last || to === place.stop));
  });
}
