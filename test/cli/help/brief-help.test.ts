import { expect, test } from 'vitest';
import { nouns } from '../../../src/commands/nouns.js';
import { openWorld, refused } from '../../support/run.js';

const tokens = (text: string): number => Buffer.byteLength(text) / 4;

test('help --brief has a line for each noun, and 25 summaries, in 1,000 tokens', async () => {
  const { run } = await openWorld();
  const { code, stdout } = await run('help --brief');
  expect(code).toBe(0);
  expect(tokens(stdout)).toBeLessThanOrEqual(1000);
  const lines = stdout.trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.split(/[ :;]/)[0])).toEqual(nouns.map(({ name }) => name));
  expect(lines).toContain('reply REF [TEXT] (Answer a ticket, in public)');
  expect(lines).toContain('projects: list, view REF, activity REF, comment REF');
  const summaries = [
    ...nouns.map((each) => each.summary),
    ...nouns.flatMap(({ verbs }) => verbs.map((each) => each.summary)),
  ];
  expect(new Set(summaries.filter((summary) => stdout.includes(`(${summary})`))).size).toBe(25);
});

test('the help of every verb fits in 400 tokens, half of them in 200, and has all its flags', async () => {
  const { run } = await openWorld();
  const sizes: number[] = [];
  for (const { name, verbs, command } of nouns)
    for (const entry of [...verbs, ...(command ? [command] : [])]) {
      const words = entry === command ? name : `${name} ${entry.name}`;
      // A noun that is a command and has verbs prints a line for each.
      const { stdout } = await run(`help ${words} --brief`);
      expect(stdout).toContain(`${words}`);
      sizes.push(tokens(stdout));
      if (entry === command && verbs.length > 0) continue;
      const { verb } = await entry.load();
      for (const { flags, isHidden } of Object.values(verb.flags))
        if (!isHidden) expect(stdout).toContain(flags.replace(',', ''));
    }
  sizes.sort((a, b) => a - b);
  expect(sizes.at(-1)).toBeLessThanOrEqual(400);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(200);
});

test('a noun prints its verbs; what does not fit is refused', async () => {
  const { run } = await openWorld();
  expect((await run('help wiki --brief')).stdout).toBe(
    'wiki list (List the wiki pages as a tree)\nwiki view REF (View a wiki page)\n',
  );
  expect((await run('help orgs list --brief')).stdout).toMatch(
    /^tracker orgs list: List your organisations\n--sort A,-B… /,
  );
  expect(await run('help tasks --brief --json')).toMatchObject({ code: 2 });
  expect(await run('help formatting --brief')).toEqual(
    refused(2, 'help prints a topic as text: --brief does not apply', 'leave out --brief'),
  );
});
