import { usageError } from '../../errors.js';

/** A name without a dot, such as `tracker`, is rarely longer (characters). */
const longestShortName = 24;

/**
 * `--token SECRET` would take the secret for an address and ask the name server for it. What can hardly be an address is
 * refused before anything is sent, and never repeated (docs/requirements.md, R12).
 */
export function refuseTokenAsUrl(text: string, isTokenMode: boolean): void {
  // A name and password are refused as what they are.
  const address = text.replace(/^[^/?#]*@/, '');
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? '';
  const isAddress =
    /^https?:\/\//i.test(text) ||
    /^(localhost|\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) ||
    (/^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40})*\.[a-z][a-z0-9-]{1,20}$/.test(host) && host.length <= 100);
  if (isAddress) return;
  // Without --token, the short name of a nearby host is believed, and so is one in capitals.
  if (!isTokenMode && (/[.:/]/.test(text) || text.length <= longestShortName)) return;
  throw usageError(
    isTokenMode ? '--token takes no value, and what follows is no address' : 'that is no server address',
    'pipe the token in: tracker login URL --token < FILE',
  );
}
