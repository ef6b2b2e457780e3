import { TrackerError } from '../errors.js';
import { isToken } from '../http/session.js';
import { readCallbackQuery } from './callback-query.js';

const callbackHosts: readonly string[] = ['127.0.0.1', 'localhost'];

/**
 * Reads what was pasted at the prompt of a login without a browser: the address the browser ended at, or a bare token. An
 * address is checked like a callback that arrives by itself. Throws TrackerError `invalid` saying what is wrong with it;
 * the text itself is not repeated.
 */
export function readPasted(text: string, state: string): string {
  const pasted = text.trim();
  if (pasted === '') throw invalid('nothing was pasted');
  const address = asAddress(pasted);
  if (address !== undefined) return readAddress(address, state);
  if (isToken(pasted)) return pasted;
  throw invalid('that is neither an address nor a token; a token has no blanks and only plain characters');
}

function asAddress(pasted: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(pasted)) return pasted;
  return /^(127\.0\.0\.1|localhost)[:/]/i.test(pasted) ? `http://${pasted}` : undefined;
}

function readAddress(address: string, state: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isCallback(url)) {
    throw invalid(
      'that is not where a sign-in ends; sign in first, then copy the http://127.0.0.1:PORT/callback address',
    );
  }
  const result = readCallbackQuery(url.search.slice(1), state);
  if ('token' in result) return result.token;
  if (result.problem === 'token') throw invalid('that address holds no usable token; copy all of it');
  throw invalid('that address belongs to another sign-in; open the address above and use the one it leads to');
}

function isCallback(url: URL): boolean {
  return url.protocol === 'http:' && callbackHosts.includes(url.hostname) && url.pathname === '/callback';
}

function invalid(message: string): TrackerError {
  return new TrackerError('invalid', message);
}
