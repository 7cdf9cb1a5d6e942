// What one can begin from the list of one's tables: lessons, and the deals of days.

import { $, each, make, text } from "./elements.js";
import { instead, leave, visit } from "./page.js";
import { call, lost, passing } from "./server.js";
import { state } from "./state.js";

// Fill the list of what can be begun.
export function offers(list, title, out) {
  text($("instead-note"), "");
  text($("instead-more"), title);
  $("instead-more").hidden = !title;
  $("leave").hidden = !out;
  text($("leave"), out);
  each($("instead-offers"), list, (offer) => [offer.do, offer.last, ...Object.values(offer.with || {})].join(" "), () => {
    const one = make("li"), press = make("button");
    press.append(make("b"), make("span"));
    one.append(press);
    return one;
  }, (one, offer) => {
    const [label, about] = one.firstElementChild.children;
    text(label, offer.label);
    text(about, offer.about);
    one.firstElementChild.onclick = () => accept(offer);
  });
}

// Do what an offer says: begin a table, or show another list.
export async function accept(offer) {
  if (state.busy) return;
  state.busy = true;
  const path = { begin: "/api/begin", past: `/api/past${offer.last === undefined ? "" : `?last=${offer.last}`}`, list: "/api/tables" }[offer.do];
  const answer = await call(path, offer.do === "begin" ? offer.with : undefined).catch(() => null);
  state.busy = false;
  lost(!answer || passing(answer), answer ? answer.values.refused : "");
  if (!answer) { setTimeout(() => lost(false), 3000); return; }
  if (answer.status === 401) { instead(answer.values.refused); return; }
  if (answer.values.refused) { text($("instead-note"), answer.values.refused); return; }
  if (offer.do === "begin") { visit(answer.values.table); return; }
  history.pushState(null, "", `/${location.search}`);
  tables(answer.values);
  $("instead-title").focus();
}

// Show a list of tables, and of what can be begun.
export function tables({ tables: rows, words, offers: list }) {
  instead(rows.length ? words.title : words.none, rows, list, words.more, words.leave);
}

// Show the list of one's tables.
export function home() {
  history.pushState(null, "", `/${location.search}`);
  return leave();
}
