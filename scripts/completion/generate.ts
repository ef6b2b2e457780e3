import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, fish, posix, powershell, type Summaries, writeTables } from './tables.js';
import { readTree } from './tree.js';

/** A script: its file in completions/, the engine it is made from, and how its shell writes tables. */
interface Script {
  readonly file: string;
  readonly engine: string;
  readonly dialect: Dialect;
  readonly summaries: Summaries;
}

const scripts: readonly Script[] = [
  { file: 'tracker.bash', engine: 'engine.bash', dialect: posix, summaries: 'without' },
  { file: '_tracker', engine: 'engine.zsh', dialect: posix, summaries: 'with' },
  { file: 'tracker.fish', engine: 'engine.fish', dialect: fish, summaries: 'with' },
  { file: 'tracker.ps1', engine: 'engine.ps1', dialect: powershell, summaries: 'with' },
];

/** The line of an engine that the tables take the place of. */
const place = '# @tables@';

/** The completion scripts by file name, made of the engines in `folder` and the command tree. */
export async function generateCompletions(folder: string): Promise<ReadonlyMap<string, string>> {
  const tree = await readTree();
  return new Map(
    scripts.map(({ file, engine, dialect, summaries }) => {
      const [before, after, ...more] = readFileSync(join(folder, engine), 'utf8').split(place);
      if (before === undefined || after === undefined || more.length > 0)
        throw new Error(`${engine} has no one ${place}`);
      return [file, before + writeTables(tree, dialect, summaries) + after];
    }),
  );
}
