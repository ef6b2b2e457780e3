import { TrackerError } from '../../contract/errors.js';
import { isToken } from '../../http/session.js';
import { readCallbackQuery } from './request.js';

/** A token, and whether its session was opened by this login. */
export interface ReceivedToken {
  readonly token: string;
  /** False for a token that was created elsewhere and may be in use there. */
  readonly isNew: boolean;
}

/**
 * Reads the text pasted at the prompt of a login without a browser: the address the browser ended at, or a token, possibly
 * in quotes. An address is checked like a real callback, and anything that looks like an address is never taken for a
 * token. Throws TrackerError `invalid` with the reason; the text itself is not repeated.
 */
export function readPasted(text: string, state: string): ReceivedToken {
  const pasted = text.replace(/^[\s'"`<\u2018-\u201f\u00ab]+|[\s'"`>\u2018-\u201f\u00bb]+$/g, '');
  if (pasted === '') throw invalid('nothing was pasted');
  if (looksLikeAddress(pasted)) return { token: readAddress(pasted, state), isNew: true };
  if (isToken(pasted)) return { token: pasted, isNew: false };
  if (/^[\x21-\x2b\x2d-\x7e]+$/.test(pasted)) throw invalid('that is too long for a token; copy the token alone');
  throw invalid('that is neither an address nor a token; a token has no spaces or special characters');
}

function looksLikeAddress(pasted: string): boolean {
  return (
    /:\/\/|^https?:|^\W*(127\.0\.0\.1|localhost)\b|^www\./i.test(pasted) ||
    /\/(callback|login)\b|(^|[?&])(token|state|client|port)=/.test(pasted)
  );
}

function readAddress(pasted: string, state: string): string {
  const address = pasted.replace(/^(?=(?:127\.0\.0\.1|localhost)[:/])/i, 'http://');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url?.protocol === 'http:' && /^(?:127\.0\.0\.1|localhost)$/.test(url.hostname);
  if (!isHere || url.pathname !== '/callback') {
    throw invalid(
      'that is not the address a sign-in ends at; sign in first, then copy the http://127.0.0.1:PORT/callback address',
    );
  }
  const result = readCallbackQuery(url.search.slice(1), state);
  if ('token' in result) return result.token;
  if (result.problem === 'token') throw invalid('that address contains no valid token; copy all of it');
  throw invalid('that address belongs to another sign-in; open the address above and paste the one it leads to');
}

const invalid = (message: string): TrackerError => new TrackerError('invalid', message);
