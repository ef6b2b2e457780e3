import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTree } from '../src/cli/command-line/command-tree.js';
import { topics } from '../src/cli/topics/index.js';
import { openWorld, wide } from './support/run.js';

/** What nobody would say. */
const odd =
  /as a whole:|different flags must all|still is as|Requires what|no readable answer|Half a character|cause no hints|may mean another|conveyed by|were not done|in the files of|\bYou may\b|Finish (?:tickets|tasks)|this server.s list has no|requests at once|By reference|all segments/;

it('help says it in plain words', async () => {
  const tree = JSON.stringify(await readTree('0'));
  expect(odd.exec(tree)?.[0]).toBeUndefined();
  for (const topic of topics) expect(odd.exec(JSON.stringify((await topic.load()).topic))?.[0]).toBeUndefined();
});

it('so do the pages, and everything that the program and the sandbox say', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const named = readdirSync(root).filter((name) => name.endsWith('.md'));
  const nested = ['docs', 'src'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const files = [...named, ...nested].filter(
    (name) => /\.(?:md|ts)$/.test(name) && !/(?:api|requirements)\.md$/.test(name),
  );
  for (const file of files) {
    const said = readFileSync(root + file, 'utf8').replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '');
    expect([file, odd.exec(said)?.[0]]).toEqual([file, undefined]);
  }
});

it('a new reference is printed once at a terminal, and on standard output in a pipe', async () => {
  const world = await openWorld();
  const line = 'tasks create "Check the lines" --project SCM';
  const seen = await world.run(`${line} -y`, wide);
  expect(`${seen.stdout}${seen.stderr}`.match(/SCM-\d+/g)).toHaveLength(1);
  const piped = await world.run(line);
  expect(piped.stdout).toMatch(/^SCM-\d+\n$/);
  expect((await world.run('tickets create Late --org casa-azul -y', wide)).stdout).toBe('');
});
