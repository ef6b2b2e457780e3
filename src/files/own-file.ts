import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Context } from '../args/context.js';
import { attempt, usageError } from '../contract/errors.js';

/**
 * Throws a usage error for a file of the program's own, under whatever name: tokens, settings, the ledger and what is remembered are
 * never a text, an attachment or an input (docs/requirements.md, R98). Templates, and files that belong to a draft, are the user's.
 */
export function requireForeign({ settings }: Pick<Context, 'settings'>, given: string): void {
  const found = attempt(() => ({ path: realpathSync(given), stats: statSync(given) }));
  if (!found) return;
  if (/^\/proc\/.*\/environ$/.test(found.path))
    throw usageError(`${given} is the environment of a program, which is never sent`);
  const { config, state, cache } = settings.folders;
  const isIn = (folder: string | undefined): boolean =>
    folder !== undefined && found.path.startsWith(`${folder}${sep}`);
  const real = (find: () => string): string | undefined => attempt(() => realpathSync(find()));
  const own = [real(config), real(state), real(cache)];
  const isUsers = isIn(own[0] && join(own[0], 'templates')) || /\bledger[\\/]\d+\.files[\\/]/.test(found.path);
  const isSame = (name: string): boolean => {
    const stats = attempt(() => statSync(join(config(), name)));
    return stats !== undefined && stats.ino === found.stats.ino && stats.dev === found.stats.dev;
  };
  if ((own.some(isIn) && !isUsers) || isSame('credentials.json') || isSame('config.json'))
    throw usageError(`${given} is one of tracker's own files, which are never sent`);
}

/** Throws a usage error for a place among the program's own files: what a server sends never takes the place of one. */
export function requireOutside({ settings }: Pick<Context, 'settings'>, given: string): void {
  const folder = attempt(() => realpathSync(dirname(given)));
  if (folder === undefined) return;
  const { config, state, cache } = settings.folders;
  const path = attempt(() => realpathSync(given)) ?? join(folder, basename(given));
  const isIn = (find: () => string): boolean => {
    const own = attempt(() => realpathSync(find()));
    return own !== undefined && path.startsWith(`${own}${sep}`);
  };
  if ([config, state, cache].some(isIn)) throw usageError(`${given} is among tracker's own files`);
}
