import { describe, expect, test } from 'vitest';
import type { FlagTable } from '../../../src/args/flag.js';
import type { Noun, VerbEntry } from '../../../src/args/verb.js';
import { globalFlags } from '../../../src/cli/command-line/global-flags.js';
import { type Invocation, mergeGlobals, readInvocation } from '../../../src/cli/command-line/invocation.js';
import { outline } from '../../../src/cli/command-line/outline.js';
import { buildProgram } from '../../../src/cli/command-line/with-commander.js';
import { nouns } from '../../../src/commands/nouns.js';
import { makeRandom } from '../../../src/sandbox/seed/random.js';

const now = new Date('2026-11-20T12:00:00Z');
const verbs = nouns.flatMap((noun): readonly (readonly [string, Noun, VerbEntry])[] => [
  ...(noun.command ? [[noun.name, noun, noun.command] as const] : []),
  ...noun.verbs.map((entry) => [`${noun.name} ${entry.name}`, noun, entry] as const),
]);

type Read = { readonly invocation: Invocation | undefined } | { readonly error: string };

/** What Commander makes of a line; undefined where it has something to say or to show. */
async function readByCommander(words: readonly string[]): Promise<Read> {
  const seen = await outline(words);
  const { noun, verb } = seen;
  const program = buildProgram(seen, now);
  try {
    await program.parseAsync([...seen.words], { from: 'user' });
    const [of = program] = program.commands;
    const used = verb?.entry === noun?.command ? of : (of.commands[0] ?? of);
    const levels = [used, used.parent, used.parent?.parent].map((each) =>
      Object.fromEntries(
        Object.keys(globalFlags)
          .filter((key) => each?.getOptionValueSource(`global ${key}`) === 'cli')
          .map((key) => [key, each?.getOptionValue(`global ${key}`)]),
      ),
    );
    const own = Object.entries(verb?.body.flags ?? {}).map(([key, { initial }]) => [key, used.opts()[key] ?? initial]);
    return {
      invocation: verb && {
        command: [...new Set([noun?.name, verb.entry.name])].join(' '),
        verb: verb.body,
        args: used.processedArgs.flat().filter((each) => each !== undefined),
        flags: Object.fromEntries(own),
        globals: mergeGlobals(levels),
      },
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'code' in error && String(error.code).startsWith('commander')
      ? { invocation: undefined }
      : { error: error.message };
  }
}

async function read(words: readonly string[]): Promise<Read> {
  try {
    return { invocation: readInvocation(await outline(words), now) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const values = ['2', 'high', 'today', 'a,b', '', '-x', 'SCM-12', '=', '1h'];
const operands = ['SCM-12', 'x', '-', '--', '-5', '--nothing', 'list', '-h', '--version'];

/** How many of each verb; more by hand: `ROUNDS=150 npx vitest run test/cli/command-line/invocation.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 50);

describe('reads each line that Commander accepts, as it does', () => {
  test.each(verbs)('%s', async (_, noun, entry) => {
    const { verb } = await entry.load();
    const random = makeRandom(entry.name);
    const spelled = (table: FlagTable): readonly string[] =>
      Object.values(table).flatMap(({ flags, value }) =>
        flags.split(', ').flatMap((name) => (value ? [name, `${name}=2`, `${name}a`] : [name, `${name}=`, `${name}y`])),
      );
    const words = [spelled(verb.flags), spelled(globalFlags), values, operands].filter(({ length }) => length > 0);
    const some = (most: number, from = words): readonly string[] =>
      Array.from({ length: random.int(most + 1) }, () => random.pick(random.pick(from)));
    let understood = 0;
    for (let count = 0; count < rounds; count += 1) {
      const isNamed = entry !== noun.command;
      const [before, between] = [some(2, [spelled(globalFlags)]), some(1, [spelled(globalFlags)])];
      const line = [...(count % 3 ? [] : before), noun.name, ...(count % 2 ? [] : between)];
      if (isNamed) line.push(random.pick([entry.name, ...entry.aliases]));
      line.push(...some(5));
      const [ours, theirs] = [await read(line), await readByCommander(line)];
      // Of `-q=`, which is no flag and so may be a value, Commander takes the -q.
      if (verb.arguments?.some(({ mayBeginWithDash }) => mayBeginWithDash) && /-\w=/.test(line.join(' '))) continue;
      // A value that is wrong may follow another mistake.
      if ('invocation' in ours && ours.invocation === undefined && 'error' in theirs) continue;
      expect(ours, line.join(' ')).toEqual(theirs);
      if (!('invocation' in ours) || ours.invocation) understood += 1;
    }
    expect(understood).toBeGreaterThan(0);
  });

  test('and leaves no example to it', async () => {
    for (const [name, , entry] of verbs) {
      const { verb } = await entry.load();
      const required = (verb.arguments ?? []).map(() => 'SCM-12');
      const { command } = readInvocation(await outline([...name.split(' '), ...required]), now) ?? {};
      expect(command).toBe(name);
    }
  });
});
