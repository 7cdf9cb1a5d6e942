// The end of a round and of a game: a sheet that stays until it is put away, while the table goes on beneath it.

import { all, buttons } from "./acts.js";
import { $, each, make, text } from "./elements.js";
import { again, at, call } from "./server.js";
import { state } from "./state.js";
import { now } from "./table.js";

const KEPT = 20; // tables of which it is remembered how many of their sheets were seen
let retold = []; // the way to go through the round again, where the table goes on
let shown = null; // the sheet that is shown, as `table round`

function seen() {
  try { return JSON.parse(localStorage.getItem("seen") || "[]"); } catch { return []; }
}

function see(table, number) {
  const others = seen().filter(([other]) => other !== table);
  try { localStorage.setItem("seen", JSON.stringify([[table, number], ...others].slice(0, KEPT))); } catch { /* no storage */ }
}

// Whether there is a sheet to show that wasn't put away. Of a table that was never seen, the sheets before are old.
export function opens() {
  const { table, finished, over, replay } = state.scene;
  if (replay) return false;
  let known = seen().find(([other]) => other === table)?.[1];
  // It begins anew.
  if (known > finished) see(table, known = finished);
  if (known === undefined) see(table, known = over ? Math.max(0, finished - 1) : finished);
  return finished > known;
}

// Show the sheet of the last round if there is a new one, or what has changed below it.
export async function ended() {
  if (!opens()) { if (shown) closeSheet(); return; }
  const { table, finished } = state.scene, name = `${table} ${finished}`;
  if (shown === name) { below(); return; }
  shown = name;
  const answer = await call(at(`/round/${finished}`)).catch(() => null);
  if (shown !== name || !state.scene) return;
  if (!answer || !answer.ok) { shown = null; if (!answer) again(); return; }
  fill(answer.values);
}

function fill(sheet) {
  const { over, now: result, won } = state.scene, glad = over ? won : sheet.won;
  text($("sheet-title"), over ? result[0] : sheet.title);
  const said = [...(over ? result.slice(1) : []), ...sheet.said];
  each($("sheet-said"), said, (_line, index) => index, () => make("p"), text);
  text($("sheet-ending"), over ? `${sheet.title}: ${sheet.ending}` : sheet.ending);
  const head = ["", ...sheet.names], score = sheet.score ? [sheet.score] : [];
  row($("sheet-names"), "th", head, sheet.own);
  each($("sheet-rows"), sheet.rows, (_line, index) => index, () => make("tr"), (one, line) => row(one, "td", [line.label, ...line.points], sheet.own));
  each($("sheet-totals"), [sheet.total, ...score], (_line, index) => index, () => make("tr"), (one, line) => row(one, "td", [line.label, ...line.points], sheet.own));
  each($("sheet-story"), [...sheet.scores, ...sheet.story], (_line, index) => index, () => make("p"), text);
  text($("sheet-close"), over ? state.scene.words.close : sheet.next);
  $("joy").hidden = !glad;
  retold = sheet.replay ? [{ do: "replay", round: sheet.number, label: sheet.replay, go: false }] : [];
  below();
  $("sheet").hidden = false;
  $("page").inert = true;
  $("sheet-title").focus();
}

function row(parent, tag, cells, own) {
  each(parent, cells, (_cell, index) => index, (cell) => make(cell === "" ? "td" : cell === cells[0] ? "th" : tag), (one, cell, index) => {
    one.className = index && index - 1 === own ? "own" : "";
    if (one.tagName === "TH") one.scope = index ? "col" : "row";
    text(one, cell);
  });
}

// Ask once what a game that is over did to ratings and records, and say it beneath the result.
export async function remarked() {
  const { over, table, replay } = state.scene;
  if (!over || replay || state.ending.table === table) return;
  state.ending = { table, lines: [] };
  const answer = await call(at("/ending")).catch(() => null);
  if (!answer || !answer.ok) { state.ending = {}; return; }
  state.ending.lines = answer.values.lines;
  if (!state.scene || state.scene.table !== table || !state.scene.over) return;
  now();
  below();
}

export function remarks() {
  const { over, table, replay } = state.scene;
  return over && !replay && state.ending.table === table ? state.ending.lines : [];
}

// Say what happens at the table meanwhile, or how it can go on.
function below() {
  const { over, now: said, why } = state.scene;
  each($("sheet-now"), over ? [...remarks(), ...why] : said.slice(0, 1), (_line, index) => index, () => make("p"), text);
  buttons($("sheet-acts"), over ? all() : retold);
  $("sheet-close").className = over ? "" : "go";
}

// Put the sheet away; it was seen if somebody does so.
export function closeSheet() {
  shown = null;
  if ($("sheet").hidden) return;
  $("sheet").hidden = true;
  $("page").inert = false;
}

function putAway() {
  if ($("sheet").hidden) return;
  see(state.scene.table, state.scene.finished);
  closeSheet();
  const first = $("hand").querySelector('[tabindex="0"]') || $("actions").querySelector("button");
  if (first) first.focus({ preventScroll: true });
}

$("sheet-close").addEventListener("click", putAway);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") putAway(); });
