import { TrackerError } from '../../errors.js';
import type { HttpReply, HttpRequest } from '../../http/message.js';

/**
 * The error for an answer with the status of a success that cannot be read, `why` saying what is wrong with it: `failed`
 * for what only read, else `unknown_outcome`, since it was applied (docs/requirements.md, R44).
 */
export function unreadable({ method, url }: HttpRequest, reply: HttpReply, why: string): TrackerError {
  const type =
    typeof reply.headers['content-type'] === 'string' ? ` (${reply.headers['content-type'].slice(0, 60)})` : '';
  const what = `the answer of ${url.host} to ${method} ${url.pathname} ${why}: status ${reply.status}${type}`;
  if (method === 'GET') return new TrackerError('failed', what, { status: reply.status });
  return new TrackerError('unknown_outcome', `the server accepted the request, but ${what}`, {
    status: reply.status,
    hint: 'it has been applied; look before you run it again',
  });
}
