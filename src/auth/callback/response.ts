import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/**
 * Ends a request with a status and one sentence of plain text. Responses never repeat anything from the request, and no
 * other origin can read them (docs/requirements.md, R5 and R6).
 */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (status === 405) response.setHeader('allow', 'GET');
  send(response, status, 'text/plain', `${sentence}\n`);
}

/** Redirects the browser, to the login page, or so that the URL with the token does not stay in the address bar. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...responseHeaders(), location }).end();
}

export function showDonePage(response: ServerResponse): void {
  send(response, 200, 'text/html', donePage);
}

/** The length lets the browser tell a complete page from one whose connection was closed early. */
function send(response: ServerResponse, status: number, type: string, body: string): void {
  const about = { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...responseHeaders(), ...about }).end(body);
}

/** The response to input that is not HTTP, as text for a raw socket. */
export function malformedResponse(): string {
  const headers = Object.entries({ ...responseHeaders(), 'content-length': '0' });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function responseHeaders(): Readonly<Record<string, string>> {
  const styleHash = createHash('sha256').update(doneStyle).digest('base64');
  return {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
}

/**
 * The last page of a browser login. It contains no secret: a redirect removed the token from the address. Text has a
 * contrast of at least 7:1 in light and dark mode.
 */
const doneStyle = `
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #1b1f24; --quiet: #48505a; --line: #d9dde3; --good: #0f6b3a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #111418; --card: #1a1f25; --ink: #eef1f4; --quiet: #b4bdc8; --line: #2d343d; --good: #6fdc9c; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 2.5rem 2rem; text-align: center; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 32px rgb(0 0 0 / .08); }
svg { width: 3.5rem; height: 3.5rem; fill: none; stroke: var(--good); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
h1 { margin: 1rem 0 .5rem; font-size: 1.375rem; line-height: 1.3; font-weight: 650; }
p { margin: 0; color: var(--quiet); text-wrap: balance; }
`;

/** The page at `/done`: HTML without scripts or external resources (docs/requirements.md, R6). */
const donePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sign-in received</title>
<style>${doneStyle}</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="21"/><path d="M15 24.5l6.5 6.5L33.5 18"/></svg>
<h1>Sign-in received</h1>
<p>You can close this page and return to the terminal.</p>
</main>
</body>
</html>
`;
