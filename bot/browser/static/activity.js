// The page in Discord's own window (an Activity): Discord says who somebody is, and its frame may never be loaded anew.

import { $, make } from "./elements.js";
import { instead, open } from "./page.js";
import { call, passing } from "./server.js";

const SECONDS = 1000;
const ANSWER = 15 * SECONDS; // for Discord's client to answer: its library has no limit of its own
const CONSENT = 120 * SECONDS; // for a person to read what they are asked
const SILENT = 6 * SECONDS; // after these, whoever stands between holds news back
const AGAIN = 2 * SECONDS;

const meta = document.querySelector('meta[name="activity"]');
const about = meta && JSON.parse(meta.content);
const query = new URLSearchParams(location.search), channel = query.get("channel_id"), instance = query.get("instance_id");
let sdk = null;

export const framed = Boolean(meta);
document.documentElement.toggleAttribute("data-framed", framed);

function within(time, promise) {
  return Promise.race([promise, new Promise((_done, fail) => setTimeout(() => fail(new Error("no answer")), time))]);
}

// Ask Discord who looks at this, and open the table that they want.
export async function arrive() {
  instead(about.words.wait);
  let code;
  try {
    if (!sdk) {
      const library = await within(ANSWER, import(about.sdk));
      // A second one would hear each message twice.
      sdk = new library.DiscordSDK(about.client, { disableConsoleLogOverride: true });
    }
    await within(ANSWER, sdk.ready());
  } catch {
    stop(about.words.failed);
    return;
  }
  try {
    const asked = { client_id: about.client, response_type: "code", scope: ["identify"], prompt: "none" };
    ({ code } = await within(CONSENT, sdk.commands.authorize(asked)));
  } catch {
    stop(about.words.refused);
    return;
  }
  const answer = await call("/api/activity", { code, channel, instance }).catch(() => null);
  if (!answer || !answer.ok) {
    // A code can be used once.
    stop(answer && answer.values.refused || about.words.failed);
    return;
  }
  go(answer.values.table === null ? "/" : `/table/${answer.values.table}`);
}

function go(path) {
  // Discord's library reads the rest of the address at its beginning only, but it stays for whoever looks for it.
  history.replaceState(null, "", path + location.search);
  return open();
}

function stop(sentence) {
  instead(sentence);
  const button = make("button", "go", about.words.again), line = make("li");
  button.addEventListener("click", arrive);
  line.append(button);
  $("instead-list").replaceChildren(line);
  button.focus();
}

if (framed) document.addEventListener("click", (event) => {
  const link = event.target.closest("#instead-list a");
  if (!link) return;
  event.preventDefault();
  go(link.pathname);
});

// News of a table, as an EventSource: where a proxy lets none through, they are asked for.
export function newsFrom(address) {
  const source = new EventSource(address);
  if (!framed) return source;
  const news = { onmessage: null, onerror: null, readyState: EventSource.CONNECTING, close };
  let ended = false, heard = false, last = "", asking = 0;
  const silent = setTimeout(() => { source.close(); poll(); }, SILENT);
  source.onmessage = (event) => { heard = true; clearTimeout(silent); tell(event.data); };
  source.onerror = () => {
    if (!heard && source.readyState === EventSource.CLOSED) { clearTimeout(silent); poll(); return; }
    news.readyState = source.readyState;
    news.onerror();
  };

  function tell(data) {
    news.readyState = EventSource.OPEN;
    if (data !== last || !$("lost").hidden) news.onmessage({ data });
    last = data;
  }

  async function poll() {
    const answer = await call(address.replace(/\/news$/, "")).catch(() => null);
    if (ended) return;
    if (answer && answer.ok) tell(JSON.stringify(answer.values));
    else if (answer && !passing(answer)) { news.readyState = EventSource.CLOSED; news.onerror(); return; }
    else { news.readyState = EventSource.CONNECTING; news.onerror(); }
    asking = setTimeout(poll, AGAIN);
  }

  function close() {
    ended = true;
    clearTimeout(silent);
    clearTimeout(asking);
    source.close();
  }
  return news;
}
