// One table, as its person sees it. The server sends it whole (`scene`, see bot/browser/scene.py); what one can do comes from there
// too, so that this page knows no rules. Texts are only ever set as text. This module begins: it opens a table, or the list of them.

import { arrive, framed } from "./activity.js";
import { $, each, make, text } from "./elements.js";
import { again, at, call, follow, lost, passing, tableInPath } from "./server.js";
import { state } from "./state.js";
import { show } from "./table.js";

export function instead(sentence, tables = []) {
  if (state.news) state.news.close();
  state.news = null;
  state.scene = null;
  $("page").hidden = true;
  $("instead").hidden = false;
  text($("instead-title"), sentence);
  each($("instead-list"), tables, (number) => number, () => { const one = make("li"); one.append(make("a")); return one; }, (one, number) => {
    one.firstElementChild.href = `/table/${number}`;
    text(one.firstElementChild, `#${number}`);
  });
}

export async function open() {
  try {
    const table = tableInPath();
    const answer = await call(table === null ? "/api/tables" : at());
    if (passing(answer)) { lost(true, answer.values.refused); setTimeout(open, 3000); return; }
    lost(false);
    if (!answer.ok) { instead(answer.values.refused || `${answer.status}`); return; }
    if (table !== null) { show(answer.values); follow(); return; }
    const { tables, words } = answer.values;
    instead(tables.length ? words.title : words.none, tables);
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
  await open();
}

if (framed) arrive(); else if (location.pathname === "/enter") enter(); else open();

$("leave").addEventListener("click", async () => {
  const answer = await call("/api/leave", {}).catch(() => null);
  if (!answer) { again(); return; }
  if (state.news) state.news.close();
  state.news = null;
  if (answer.ok) location.replace("/");
});
