import { TrackerError } from '../../contract/errors.js';
import type { HttpReply, HttpRequest } from '../../http/message.js';

/**
 * The error for a response with a success status that cannot be read; `why` says what is wrong with it. `failed` for a GET,
 * otherwise `unknown_outcome`, since the write was applied (docs/requirements.md, R44).
 */
export function unreadable({ method, url }: HttpRequest, reply: HttpReply, why: string): TrackerError {
  const type =
    typeof reply.headers['content-type'] === 'string' ? ` (${reply.headers['content-type'].slice(0, 60)})` : '';
  const what = `the response from ${url.host} to ${method} ${url.pathname} ${why}: status ${reply.status}${type}`;
  if (method === 'GET') return new TrackerError('failed', what, { status: reply.status });
  return new TrackerError('unknown_outcome', `the server accepted the request, but ${what}`, {
    status: reply.status,
    hint: 'it has been applied; check before you run it again',
  });
}
