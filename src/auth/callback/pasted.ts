import { TrackerError } from '../../errors.js';
import { isToken } from '../../http/session.js';
import { readCallbackQuery } from './query.js';

const callbackHosts: readonly string[] = ['127.0.0.1', 'localhost'];

/** A token, and whether it belongs to the session that this very login has opened. */
export interface Received {
  readonly token: string;
  /** False for a token that was made elsewhere and may be in use there. */
  readonly isNew: boolean;
}

/**
 * Reads what was pasted at the prompt of a login without a browser: the address the browser ended at, or a bare token, with
 * or without quotes around it. An address is checked like a callback that arrives by itself, and what looks like one is
 * never taken for a token. Throws TrackerError `invalid` saying what is wrong with it; the text itself is not repeated.
 */
export function readPasted(text: string, state: string): Received {
  const pasted = text.replace(/^[\s'"`<\u2018-\u201f\u00ab]+|[\s'"`>\u2018-\u201f\u00bb]+$/g, '');
  if (pasted === '') throw invalid('nothing was pasted');
  if (looksLikeAddress(pasted)) return { token: readAddress(withScheme(pasted), state), isNew: true };
  if (isToken(pasted)) return { token: pasted, isNew: false };
  if (/^[\x21-\x2b\x2d-\x7e]+$/.test(pasted)) throw invalid('that is too long for a token; copy the token alone');
  throw invalid('that is neither an address nor a token; a token has no blanks and only plain characters');
}

function looksLikeAddress(pasted: string): boolean {
  return (
    /:\/\/|^https?:|^\W*(127\.0\.0\.1|localhost)\b|^www\./i.test(pasted) ||
    /\/(callback|login)\b|(^|[?&])(token|state|client|port)=/.test(pasted)
  );
}

function withScheme(pasted: string): string {
  return /^(127\.0\.0\.1|localhost)[:/]/i.test(pasted) ? `http://${pasted}` : pasted;
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
