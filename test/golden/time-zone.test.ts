import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, openWorld, owner, usualNow } from '../support/run.js';
import { allTests } from '../support/set-up.js';
import { screen } from './screen.js';

/** Half past midnight in Berlin, where it is Saturday, while it is still Friday in UTC. */
const night = new Date('2026-11-20T23:30:00Z');

const commands = [
  ['tasks-list', 'tasks list --scope all -L 6'],
  ['tasks-view', 'tasks view SCM-12'],
  ['tickets-view', 'tickets view CASA-16'],
  ['inbox-list', 'inbox list -L 6'],
  ['status', 'status'],
] as const;

describe.each([
  ['day', 'UTC', usualNow],
  ['night', 'UTC', night],
  ['night', 'Europe/Berlin', night],
] as const)('by %s, in %s', (when, timeZone, now) => {
  const world = allTests(() => openWorld({ now }));
  beforeAll(() => {
    process.env.TZ = timeZone;
  });

  test.each(commands)('%s', async (name, line) => {
    const shown = screen(line, await (await world.machine(owner)).run(line, narrow));
    const place = timeZone.replace(/.*\//, '').toLowerCase();
    await expect(shown).toMatchFileSnapshot(`expected/${name}.${when}-${place}.txt`);
  });

  test('a pipe gets instants, wherever it is', async () => {
    const lines = (await world.run('inbox list -L 6')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line.split('\t')[2]).toMatch(/^2026-11-20T\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
