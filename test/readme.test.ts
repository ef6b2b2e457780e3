import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { narrow, openWorld, type TestWorld } from './support/run.js';
import { splitWords } from './support/words.js';

/** A line of the tour and what it prints. */
interface Shown {
  readonly line: string;
  readonly output: string;
}

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const tour: readonly Shown[] = [...page.matchAll(/^```console\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((text) => ({ line: text.slice(0, text.indexOf('\n')), output: text.slice(text.indexOf('\n') + 1).trimEnd() }))
  .filter(({ output }) => output !== '');

/** Progress, which is only drawn on a busy machine, and is gone at the end. */
const erased = /[^\n]*\r\u001b\[2K/g;

/** What a person sees who types this line: the first command of a pipeline feeds the second. */
async function seen(world: TestWorld, line: string): Promise<readonly string[]> {
  const [first = '', second] = line.split(' | ').map((command) => command.replace(/^tracker /, ''));
  const piped = second === undefined ? undefined : (await world.run(splitWords(first))).stdout;
  const { stdout, stderr } = await world.run(splitWords(second ?? first), {
    ...narrow,
    terminal: { ...narrow.terminal, isFed: piped !== undefined },
    stdin: piped,
  });
  const left = stderr.replace(erased, '');
  return [`${stdout}${left}`.trimEnd(), `${left}${stdout}`.trimEnd()];
}

describe('the tour of the README shows what a terminal of 80 columns does', () => {
  let world: TestWorld | undefined;
  test.each(tour)('$line', async ({ line, output }) => {
    world ??= await openWorld();
    expect(await seen(world, line)).toContain(output);
  });
});
