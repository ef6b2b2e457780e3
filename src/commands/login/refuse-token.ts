import { usageError } from '../../contract/errors.js';

/** A name without a dot, such as `tracker`, is rarely longer (characters). */
const longestShortName = 24;

/**
 * With `--token SECRET`, the secret would be taken for an address and sent to the name server. What can hardly be an address
 * is refused before anything is sent, and never printed (docs/requirements.md, R12).
 */
export function refuseTokenAsUrl(text: string, isTokenMode: boolean): void {
  // A name and password are refused later, with an error of their own.
  const address = text.replace(/^[^/?#]*@/, '');
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? '';
  const isAddress =
    /^https?:\/\//i.test(text) ||
    /^(localhost|\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) ||
    (/^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40})*\.[a-z][a-z0-9-]{1,20}$/.test(host) && host.length <= 100);
  if (isAddress) return;
  // Without --token, it may be the short name of a nearby host, or a name in capitals.
  if (!isTokenMode && (/[.:/]/.test(text) || text.length <= longestShortName)) return;
  throw usageError(
    isTokenMode ? '--token takes no value, and what follows it is not an address' : 'that is not a server address',
    'pipe the token in: tracker login URL --token < FILE',
  );
}
