// Asks for what the page shows first while its modules come; `call` in server.js takes the answer.
{
  const { pathname, hash, search } = location, entering = pathname === "/enter";
  const table = /^\/table\/\d+$/.test(pathname) ? pathname : "/tables";
  const path = `/api${entering ? pathname : table}`;
  const request = entering ? {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Canasta": "page" },
    body: JSON.stringify({ secret: hash.slice(1) }),
  } : {};
  // In Discord's own window nobody is known before Discord has named them.
  // Where the page itself has asked before this came, a link would be used twice.
  if (window.early === undefined && !new URLSearchParams(search).has("frame_id")) window.early = { path, answer: fetch(path, request).catch(() => null) };
}
