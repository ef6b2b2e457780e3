import { beforeAll, describe, expect, test } from 'vitest';
import { printed } from '../../src/args/prints.js';
import { nouns } from '../../src/commands/nouns.js';
import { askedFormats, formats } from '../../src/output/formats.js';
import type { Shape } from '../../src/sandbox/world.js';
import { lists, views } from '../golden/commands.js';
import { openComputer } from '../golden/computer.js';
import type { Machine, RunOptions } from '../support/computer/machine.js';
import { commandsIn } from '../support/example-lines.js';
import { openWorld, shapes, type TestWorld } from '../support/run.js';

/** What asks something else each time, brings files, or is about the server, or the program itself. */
const others = /^(?:search|find|attachments download|doctor|instances probe|sandbox|help)\b/;

/** Every way of asking for an output. */
const asked: readonly string[] = [
  '',
  ...askedFormats.map((name) => formats[name].flags.split(', ').at(-1) ?? ''),
  '--fields ref',
  '--jq .',
];

/** The verbs that read, by their words. */
async function readingVerbs(): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = nouns.flatMap(({ name, command, verbs }) => [
    ...(command ? [{ words: name, entry: command }] : []),
    ...verbs.map((entry) => ({ words: `${name} ${entry.name}`, entry })),
  ]);
  const found = entries.map(async ({ words, entry }) => {
    const { verb } = await entry.load();
    const reads = !verb.writes && !verb.follows && ['list', 'detail', 'object'].includes(printed(verb.prints).as);
    const lines = verb.examples.flatMap(({ line }) => commandsIn(line));
    const isOwn = (typed: string): boolean =>
      typed === words.replace(/ list$/, '') || `${typed} `.startsWith(`${words} `);
    const own = lines.filter((line) => isOwn(line.join(' '))).map((line) => shellWords(line));
    return reads && !others.test(words) ? [[words, own] as const] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

const shellWords = (line: readonly string[]): string => line.map((word) => `'${word}'`).join(' ');

const verbs = await readingVerbs();
const golden = [...lists, ...views].map(({ line }) => line).filter((line) => !others.test(line));
const lines = [...new Set([...[...verbs.values()].flat(), ...golden])].filter(
  (line) => !/--web|--watch|'-'|-o\b|--messages|--jq|--json|--csv|--tsv|--yaml|-q\b|--fields/.test(line),
);

const isOf = (words: string, line: string): boolean =>
  [words, words.replace(/ list$/, '')].some((each) => `${line.replaceAll("'", '')} `.startsWith(`${each} `));
const lineOf = (words: string): string | undefined => lines.find((line) => isOf(words, line));

const firstOfVerb = [...new Set([...verbs.keys()].map(lineOf))];

/**
 * How a line is tried: as JSON, at a terminal, and in other formats. What prints an answer does not know which line it is for, so
 * that each format is tried with an eighth of the verbs; the other two shapes have JSON and a terminal by turns.
 */
const waysOf = (line: string, shape: Shape): readonly (readonly [flags: string, how: RunOptions])[] => {
  const at = firstOfVerb.indexOf(line);
  const formats = asked.filter((_, index) => shape === 'usual' && at >= 0 && index % 8 === at % 8);
  const ways = [
    ['--json', {}],
    ['', { terminal: { columns: 100 } }],
    ...formats.map((flags) => [flags, {}] as const),
  ] as const;
  return ways.filter((_, way) => shape === 'usual' || at < 0 || (at + shapes.indexOf(shape)) % 2 === way);
};

/** How answers are kept does not depend on the shape: of the lines that are not the first of a verb, each is tried in one. */
const linesIn = (shape: Shape): readonly string[] =>
  lines.filter((line, at) => firstOfVerb.includes(line) || shapes[at % shapes.length] === shape);

test('every verb that reads has a line here', () => {
  expect([...verbs.keys()].filter((words) => lineOf(words) === undefined)).toEqual([]);
});

describe.each(shapes)('shape %s: with --offline', (shape) => {
  let world: TestWorld;
  let machine: Machine;
  beforeAll(async () => {
    world = await openWorld({ shape });
    machine = await openComputer(world);
  });

  test.each(linesIn(shape))('tracker %s prints the same bytes, and asks nobody (R88)', async (line) => {
    for (const [flags, how] of waysOf(line, shape)) {
      const words = `${line} ${flags}`.trim();
      const online = await machine.run(words, how);
      world.takeRequests();
      const offline = await machine.run(`${words} --offline`, how);
      expect(world.takeRequests(), words).toEqual([]);
      // The command that goes on is as offline as this one.
      const stdout = offline.stdout.replace(/^(missing: .*) --offline/m, '$1');
      expect({ words, code: offline.code, stdout }).toEqual({ words, code: online.code, stdout: online.stdout });
    }
  });
});
