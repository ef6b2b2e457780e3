import { usageError } from '../../errors.js';
import { isSshSession } from '../tokens/session-kind.js';

/** How a token comes here: read as it is, by a browser opened on this machine, or by one opened anywhere. */
export type LoginMode = 'token' | 'browser' | 'no-browser';

/** The flags of `tracker login` that decide about the mode. */
export interface LoginFlags {
  readonly token?: boolean | undefined;
  readonly web?: boolean | undefined;
  readonly browser?: boolean | undefined;
  readonly port?: number | undefined;
  readonly wait?: number | undefined;
}

/**
 * Chooses the mode of a login: no browser in SSH sessions unless asked for (docs/api.md, Authentication 6). `browser` is
 * false for `--no-browser`. Throws a usage error for flags that contradict one another.
 */
export function chooseLoginMode(flags: LoginFlags, env: Readonly<Record<string, string | undefined>>): LoginMode {
  const noBrowser = flags.browser === false;
  if (flags.web && noBrowser) throw usageError('--web and --no-browser contradict each other', 'tracker login --help');
  if (!flags.token) return noBrowser || (isSshSession(env) && !flags.web) ? 'no-browser' : 'browser';
  const needless = Object.entries({
    '--web': flags.web,
    '--no-browser': noBrowser,
    '--port': flags.port !== undefined,
    '--wait': flags.wait !== undefined,
  }).find(([, isGiven]) => isGiven);
  if (needless) throw usageError(`${needless[0]} means nothing together with --token`, 'tracker login --help');
  return 'token';
}
