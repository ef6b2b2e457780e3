import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { playTriage } from '../../support/triage.js';

const size = { columns: 120, rows: 44 };

test('what is like a ticket among what was read here stands under its subject, and H goes there', async () => {
  const { world, machine } = await openQueueAtHome();
  const create = async (subject: string, body: string): Promise<string> =>
    (
      await world.run(['tickets', 'create', '--org', 'scandia-maritime', '--subject', subject, '-b', body, '-q'])
    ).stdout.trim();
  const earlier = await create('The turnstile at the quay rejects badges', 'Turnstile and badges, again and again.');
  const asked = await create('Badges: turnstile says no', 'The turnstile does not take our badges.');
  await machine.run('sync --tickets all');
  world.takeRequests();
  const { shot } = await playTriage(
    machine,
    [
      { shows: /live/, type: `:${asked}\r` },
      { shows: new RegExp(`≈ ${earlier} .*turnstile`), type: 'H', name: 'row' },
      { shows: new RegExp(`similar[\\s\\S]*${earlier}`), type: '\u001b', name: 'list' },
      { shows: /\? more/, type: 'q' },
    ],
    { size },
  );
  expect(shot('row')).toMatch(new RegExp(`≈ ${earlier} open .*\\((?:badges|turnstile), (?:badges|turnstile)\\)`));
  expect(shot('list')).toMatch(/compared with \d+ texts that were read here; to read more: tracker sync --tickets all/);
  expect(world.takeRequests().filter((line) => line.includes(earlier))).toEqual([]);
});

test('a notification about neither a ticket nor a task is like nothing, and the inbox stays open', async () => {
  const { machine } = await openQueueAtHome();
  await machine.run('sync --tickets all');
  expect((await machine.run('inbox list --limit 1 --fields entityType')).stdout).toBe('thread\n');
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*newest first/, type: 'j', before: async () => await pause(500) },
      { shows: /2\/\d+ /, type: 'q' },
    ],
    { size, line: 'triage --inbox' },
  );
});
