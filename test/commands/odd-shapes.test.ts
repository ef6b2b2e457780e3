import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { changingJson, readingOnce } from '../support/servers/meddling.js';
import { expectSense, oddShapes } from '../support/servers/odd-shapes.js';
import { allTests } from '../support/set-up.js';
import { lists, views } from '../trust/read-commands.js';

const world = allTests(openWorld);

describe.each(oddShapes)('%s', (_what, meddle) => {
  const send = readingOnce(changingJson((request) => world.send(request), meddle));

  test.each([...lists, ...views])('no crash, and nothing that nobody wrote (%s)', async (words) => {
    const piped = await world.run(words, { send });
    expectSense(words, piped);
    const shown = await world.run(words, { send, terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
    expectSense(words, shown);
    expect(shown.code).toBe(piped.code);
    if (words === 'status --short') return;
    const json = await world.run(`${words} --json`, { send });
    expect(json.code).toBe(piped.code);
    if (json.stdout !== '') JSON.parse(json.stdout);
    for (const line of json.stderr.split('\n').filter(Boolean)) JSON.parse(line);
  });
});
