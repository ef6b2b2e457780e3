import { usageError } from '../../errors.js';
import { isSshSession } from '../tokens/session-kind.js';

/** How to get a token: from standard input, from a browser on this machine, or from a browser anywhere. */
export type LoginMode = 'token' | 'browser' | 'no-browser';

/** The flags of `tracker login` that decide the mode. */
export interface LoginFlags {
  readonly token?: boolean | undefined;
  readonly web?: boolean | undefined;
  readonly browser?: boolean | undefined;
  readonly port?: number | undefined;
  readonly wait?: number | undefined;
}

/**
 * Chooses the mode of a login: no browser in SSH sessions unless asked for (docs/api.md, Authentication 6). `browser` is
 * false for `--no-browser`. Throws a usage error for flags that cannot be combined.
 */
export function chooseLoginMode(flags: LoginFlags, env: Readonly<Record<string, string | undefined>>): LoginMode {
  const noBrowser = flags.browser === false;
  if (flags.web && noBrowser)
    throw usageError('--web and --no-browser cannot be used together', 'tracker login --help');
  if (!flags.token) return noBrowser || (isSshSession(env) && !flags.web) ? 'no-browser' : 'browser';
  const needless = Object.entries({
    '--web': flags.web,
    '--no-browser': noBrowser,
    '--port': flags.port !== undefined,
    '--wait': flags.wait !== undefined,
  }).find(([, isGiven]) => isGiven);
  if (needless) throw usageError(`${needless[0]} cannot be used with --token`, 'tracker login --help');
  return 'token';
}
