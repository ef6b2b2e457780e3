import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { donePage, doneStyle } from './done-page.js';

/**
 * Ends a request with a status and one sentence of plain text. Responses never repeat anything from the request, and no
 * other origin can read them (docs/requirements.md, R5 and R6).
 */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (status === 405) response.setHeader('allow', 'GET');
  send(response, status, 'text/plain', `${sentence}\n`);
}

/** Redirects the browser, so that the URL with the token does not stay in the address bar. */
export function redirectToDone(response: ServerResponse): void {
  response.writeHead(303, { ...responseHeaders(), location: '/done' });
  response.end();
}

export function showDonePage(response: ServerResponse): void {
  send(response, 200, 'text/html', donePage);
}

/** The length lets the browser tell a complete page from one whose connection was closed early. */
function send(response: ServerResponse, status: number, type: string, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    ...responseHeaders(),
    'content-type': `${type}; charset=utf-8`,
    'content-length': length,
  });
  response.end(body);
}

/** The response to input that is not HTTP, as text for a raw socket. */
export function malformedResponse(): string {
  const lines = Object.entries({ ...responseHeaders(), 'content-length': '0' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
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
