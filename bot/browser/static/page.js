// One table, as its person sees it. The server sends it whole (`scene`, see bot/browser/scene.py); what one can do comes from there
// too, so that this page knows no rules. Texts are only ever set as text. This module begins: it opens a table, or the list of them.

import { arrive, framed } from "./activity.js";
import { $, each, make, text } from "./elements.js";
import { home, offers, tables } from "./offers.js";
import { letGo } from "./hand.js";
import { again, at, call, follow, lost, passing, tableInPath } from "./server.js";
import { closeSheet } from "./round.js";
import { state } from "./state.js";
import { show } from "./table.js";

export function instead(sentence, tables = [], begun = [], more = "", out = "") {
  if (state.news) state.news.close();
  letGo();
  Object.assign(state, { news: null, scene: null, held: null });
  $("page").hidden = true;
  $("instead").hidden = false;
  closeSheet();
  text($("instead-title"), sentence);
  each($("instead-list"), tables, (row) => row.table, () => {
    const one = make("li"), link = make("a");
    link.append(make("b"), make("span"), make("span", "waits"));
    one.append(link);
    return one;
  }, (one, row) => {
    const link = one.firstElementChild, [game, names, waits] = link.children;
    link.href = `/table/${row.table}`;
    link.classList.toggle("mine", row.mine);
    text(game, row.game);
    text(names, row.names);
    text(waits, row.waits);
  });
  offers(begun, more, out);
}

// Go to another table.
export function visit(table) {
  history.pushState(null, "", `/table/${table}${location.search}`);
  return leave();
}

export function leave() {
  if (state.news) state.news.close();
  closeSheet();
  letGo();
  Object.assign(state, { news: null, scene: null, truth: null, held: null, hint: "" });
  state.lifted.clear();
  state.asked++;
  // The table before can be pressed no longer.
  $("page").inert = true;
  return open();
}
addEventListener("popstate", leave);

export async function open() {
  try {
    const table = tableInPath();
    const answer = await call(table === null ? "/api/tables" : at());
    if (passing(answer)) { lost(true, answer.values.refused); setTimeout(open, 3000); return; }
    lost(false);
    if (!answer.ok) { instead(answer.values.refused || `${answer.status}`); return; }
    if (table !== null) { show(answer.values); follow(); return; }
    tables(answer.values);
  } catch {
    lost(true);
    setTimeout(open, 3000);
  }
}

async function enter() {
  const secret = location.hash.slice(1);
  const answer = await call("/api/enter", { secret }).catch(() => null);
  // The link stays in the address until it is used up.
  if (!answer || passing(answer)) { lost(true, answer ? answer.values.refused : ""); setTimeout(enter, 3000); return; }
  lost(false);
  history.replaceState(null, "", "/");
  if (!answer.ok) { instead(answer.values.refused || `${answer.status}`); return; }
  history.replaceState(null, "", `/table/${answer.values.table}`);
  if (!answer.values.scene) { await open(); return; }
  show(answer.values.scene);
  follow();
}

if (framed) arrive(); else if (location.pathname === "/enter") enter(); else open();

$("home").addEventListener("click", home);
$("leave").addEventListener("click", async () => {
  const answer = await call("/api/leave", {}).catch(() => null);
  if (!answer) { again(); return; }
  if (state.news) state.news.close();
  state.news = null;
  if (answer.ok) location.replace("/");
});
