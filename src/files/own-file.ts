import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Context } from '../args/context.js';
import { attempt, usageError } from '../contract/errors.js';

/**
 * Throws a usage error for a file of the program's own, under whatever name: tokens, settings, the ledger and what is remembered are
 * never a text, an attachment or an input (docs/requirements.md, R98). Templates, and files that belong to a draft, are the user's.
 */
export function requireForeign({ settings }: Pick<Context, 'settings'>, given: string): void {
  const found = attempt(() => ({ path: realpathSync(given), stats: statSync(given) }));
  if (!found) return;
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
