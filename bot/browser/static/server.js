// The server: what the page asks it, the changes that it wants, and news.

import { ask, note, refuse } from "./acts.js";
import { newsFrom } from "./activity.js";
import { ahead, taken } from "./ahead.js";
import { $ } from "./elements.js";
import { instead, open, visit } from "./page.js";
import { meanwhile } from "./replay.js";
import { state } from "./state.js";
import { show } from "./table.js";

export async function call(path, body) {
  const request = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Canasta": "page" },
    body: JSON.stringify(body),
  };
  const asked = window.early && window.early.path === path && window.early.answer;
  window.early = null;
  const answer = await asked || await fetch(path, request);
  const values = await answer.json().catch(() => ({}));
  // Whoever stands before the bot says so without a word of ours while it starts again.
  if (answer.status >= 500 && !values.refused) throw new Error(`${answer.status}`);
  return { status: answer.status, ok: answer.ok, values };
}

export const at = (what = "") => `/api/table/${state.scene ? state.scene.table : tableInPath()}${what}`;

export function tableInPath() {
  const found = /^\/table\/(\d+)$/.exec(location.pathname);
  return found ? Number(found[1]) : null;
}

export async function change(path, body, place) {
  if (state.busy) return;
  state.busy = true;
  note("");
  try {
    for (let tried = 0; ; tried++) {
      let answer;
      try {
        answer = await call(path, body);
      } catch (error) {
        // The same key again: a move that arrived is not played twice.
        if (tried === 3) { taken(); again(); return; }
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tried));
        continue;
      }
      if (answer.status === 401) { instead(answer.values.refused); return; }
      if (answer.values.refused) refuse(answer.values.refused, place);
      else if (!answer.values.hint) state.lifted.clear();
      state.busy = false;
      if (answer.values.scene) show(answer.values.scene);
      else taken();
      if (answer.values.table !== undefined) visit(answer.values.table);
      return answer.ok ? answer.values : null;
    }
  } finally {
    state.busy = false;
  }
}

// Play a move. It is shown at once if there is a `guess` of how the table looks then (see ahead.js).
export function play(move, place, guess) {
  if (state.busy) return;
  const version = state.scene.version;
  if (guess) ahead(guess);
  return change(at("/play"), { move, version, key: crypto.randomUUID() }, place);
}

// -- news

export function follow() {
  if (state.news) state.news.close();
  const source = state.news = newsFrom(at("/news"));
  source.onmessage = (event) => {
    const back = !$("lost").hidden;
    lost(false);
    const next = JSON.parse(event.data);
    if (state.scene && state.scene.replay) { meanwhile(next); return; }
    show(next);
    if (back) ask();
  };
  source.onerror = async () => {
    if (state.news !== source) return;
    lost(true);
    if (source.readyState !== EventSource.CLOSED) return;
    // An answer other than news ends it for good, as a proxy gives one while the bot starts again.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (state.news === source) open();
  };
}

document.addEventListener("visibilitychange", () => {
  // A hidden page reads nothing: browsers allow few such connections.
  if (!state.scene) return;
  if (document.hidden) { if (state.news) state.news.close(); state.news = null; } else follow();
});

export function lost(is, why = "") {
  $("lost").hidden = !is;
  if (is) $("lost").textContent = why || (state.scene ? state.scene.words.lost : "…");
}

// Say that the server is away until news come again.
export function again() {
  lost(true);
  if (state.scene) follow();
}

// Whether the server may answer otherwise in a moment: its store is away, or this person asked too often.
export function passing(answer) {
  return answer.status >= 500 || answer.status === 429;
}
