import { isToken } from '../../http/session.js';
import { isSameState } from '../login/url.js';

/** The result of reading a callback's query: a token, or why there is none. */
export type CallbackResult = { readonly token: string } | { readonly problem: CallbackProblem };

/** `state`: the callback belongs to another login. `token`: it belongs to this one, but has no valid token. */
export type CallbackProblem = 'state' | 'token';

/**
 * Reads the query of a callback (the text after `?`). State and token must each occur exactly once; the state is checked
 * first (docs/requirements.md, R2 and R3).
 */
export function readCallbackQuery(query: string, state: string): CallbackResult {
  const pairs = query.split('&').map(splitPair);
  const [given, secondState] = valuesOf(pairs, 'state');
  if (given === undefined || secondState !== undefined || !isSameState(given, state)) return { problem: 'state' };
  const [token, secondToken] = valuesOf(pairs, 'token');
  if (token === undefined || secondToken !== undefined || !isToken(token)) return { problem: 'token' };
  return { token };
}

type Pair = readonly [name: string, value: string];

function splitPair(text: string): Pair {
  const end = text.indexOf('=');
  return end < 0 ? [decodeBytes(text), ''] : [decodeBytes(text.slice(0, end)), decodeBytes(text.slice(end + 1))];
}

function valuesOf(pairs: readonly Pair[], name: string): readonly string[] {
  return pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
}

/** Percent-decodes byte by byte. URLSearchParams would turn a `+` in a token into a space (docs/requirements.md, R13). */
function decodeBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
