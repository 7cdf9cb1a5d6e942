// A game that is over, move by move.

import { refuse } from "./acts.js";
import { $, each, make, text } from "./elements.js";
import { open } from "./page.js";
import { closeSheet } from "./round.js";
import { again, at, call } from "./server.js";
import { state } from "./state.js";
import { show } from "./table.js";

let wanted = 0;

// Show the game at one of its stops, counted from 0.
export async function replay(stop) {
  const mine = ++wanted;
  if (state.news) state.news.close();
  state.news = null;
  const answer = await call(at(`/replay/${stop}`)).catch(() => null);
  if (mine !== wanted || !state.scene) return;
  if (!answer) { again(); return; }
  if (!answer.ok) { refuse(answer.values.refused, null); return; }
  closeSheet();
  state.lifted.clear();
  show(answer.values);
}

// Bring the buttons up to date that lead to other moves.
export function replaying() {
  const { replay: place, words } = state.scene;
  $("replay").hidden = !place;
  if (!place) return;
  $("mine").hidden = false;
  $("tools").hidden = true;
  const steps = [["first", 0], ["turn_before", place.turn_before], ["before", place.stop - 1], ["after", place.stop + 1],
    ["turn_after", place.turn_after], ["last", place.last]];
  each($("replay"), [...steps, ["close", null]], ([name]) => name, ([name]) => {
    const one = make("button");
    one.addEventListener("click", () => {
      if (name === "close") { wanted++; state.scene = null; open(); return; }
      if (!one.ariaDisabled || one.ariaDisabled === "false") replay(Number(one.dataset.to));
    });
    return one;
  }, (one, [name, to]) => {
    text(one, words[name]);
    one.className = name === "after" ? "go" : "";
    one.dataset.to = to ?? "";
    // A button with the focus keeps it at the end of the game.
    one.ariaDisabled = String(to !== null && (to < 0 || to > place.last || to === place.stop));
  });
}
