import { spawnSync } from 'node:child_process';
import { programCommand } from './program-file.js';

/** The id of the user `nobody`. */
export const nobody = 65_534;

/** Whether programs can be run as that user, which requires root and `setpriv`. */
export const canBeNobody: boolean = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;

/** The command that runs `tracker` with these words as `nobody`. */
export function asNobody(words: string): readonly string[] {
  const who = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  return ['setpriv', ...who, ...programCommand, ...words.split(' ')];
}
