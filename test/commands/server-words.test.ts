import { beforeAll, describe, expect, it, test } from 'vitest';
import { tagKey, wordKey } from '../../src/contract/server-word.js';
import { openWorld } from '../support/run.js';
import { recordWrites } from '../support/sandbox/recorded-writes.js';
import { changingJson } from '../support/servers/meddling.js';
import { allTests } from '../support/set-up.js';

const wide = { terminal: { columns: 160 } };
const world = allTests(openWorld);

beforeAll(async () => {
  await world.run('tickets --segment all --state all -q');
  await world.run('tasks --scope all --state all -q');
});

const refs = async (line: string): Promise<string> => {
  const { stdout, stderr, code } = await world.run(`${line} -q`);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trim().replaceAll('\n', ' ');
};

/** The statuses of a server that spells them in its own way. */
const ownSpelling: Readonly<Record<string, string>> = { in_progress: 'In Progress', todo: 'To-Do', done: 'DONE' };

const toOwn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toOwn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'status' && typeof item === 'string' ? (ownSpelling[item] ?? item) : toOwn(item),
    ]),
  );
};

describe('filters', () => {
  const spellings = [
    'waiting_on_customer',
    'waiting-on-customer',
    'Waiting On Customer',
    'on customer',
    'on_customer',
    'ON-CUSTOMER',
  ];

  it.each(spellings)('tickets list -s "%s" finds what waits for the customer', async (status) => {
    const expected = await refs('tickets --segment all -s waiting_on_customer');
    expect(expected).not.toBe('');
    expect(await refs(`tickets --segment all -s "${status}"`)).toBe(expected);
    const others = await refs('tickets --segment all --state all -s "!waiting_on_customer"');
    expect(await refs(`tickets --segment all --state all -s "!${status}"`)).toBe(others);
  });

  it.each([
    ['tasks --scope all', '-s', 'in_progress', ['in progress', 'In-Progress', '  in  progress ']],
    ['tickets --segment all', '--category', 'technical_issue', ['technical issue', 'TECHNICAL-ISSUE']],
    [
      'tickets --segment all --state all',
      '--tag',
      '"night of the museums"',
      ['night-of-the-museums', 'night_of_the museums'],
    ],
  ])('%s %s %s, however it is written', async (line, flag, word, others) => {
    const expected = await refs(`${line} ${flag} ${word}`);
    expect(expected).not.toBe('');
    for (const other of others) expect(await refs(`${line} ${flag} "${other}"`)).toBe(expected);
  });

  it('asks the server for the status in the spelling that was seen', async () => {
    world.takeRequests();
    await refs('tickets -s "on customer"');
    expect(world.takeRequests()).toEqual(['GET /api/v1/tickets?segment=mine&status=waiting_on_customer']);
  });

  it('--until knows the short form', async () => {
    const ref = (await refs('tickets --segment all -s "on customer" -L 1')).trim();
    expect(await world.run(`watch ${ref} --until "status=on customer" --wait 1`)).toMatchObject({ code: 0 });
  });
});

describe('writes', () => {
  it.each([
    ['tickets edit BERG-9 -s "on customer"', { status: 'waiting_on_customer' }],
    [
      'tickets edit BERG-9 -s "Waiting On-Agent" --category "technical issue"',
      { status: 'waiting_on_agent', category: 'technical_issue' },
    ],
    ['close BERG-9 -s "On Customer"', { status: 'waiting_on_customer' }],
    ['tasks edit SCM-12 -s "IN REVIEW"', { status: 'in_review' }],
    ['tasks done SCM-14 -s "in review"', { status: 'in_review' }],
    ['tickets edit BERG-9 --set-tag "Night-Of The_Museums"', { tags: ['night of the museums'] }],
  ])('%s sends the spelling of the server', async (line, body) => {
    const writes = recordWrites(world.send);
    const ran = await world.run(line, { send: writes.send });
    expect(ran).toMatchObject({ code: 0 });
    expect(writes.take().map((sent) => sent.body)).toEqual([body]);
  });

  it.each([
    ['tickets reply BERG-9 -b Hello. -y -s "on agent"', 'waiting_on_agent'],
    ['tickets note BERG-9 -b Hello. -s on-customer', 'waiting_on_customer'],
    ['tasks comment SCM-12 -b Hello. -s "In Progress"', 'in_progress'],
  ])('%s sets it', async (line, status) => {
    const writes = recordWrites(world.send);
    expect(await world.run(line, { send: writes.send })).toMatchObject({ code: 0 });
    expect(writes.take().at(-1)?.body).toEqual({ status });
  });

  it('a new task gets the words and tags of the server', async () => {
    const writes = recordWrites(world.send);
    const line = 'tasks create -t Words --project SCM -b x -s "In Progress" --type BUG -p " High"';
    expect(await world.run(line, { send: writes.send })).toMatchObject({ code: 0 });
    expect(writes.take()[0]?.body).toMatchObject({ status: 'in_progress', type: 'bug', priority: 'high' });
  });

  it('a tag is added once, however it is written', async () => {
    await world.run('tickets edit BERG-10 --set-tag "late fee"');
    expect(await world.run('tickets edit BERG-10 --add-tag Late-Fee', wide)).toMatchObject({
      stderr: 'BERG-10 is already up to date.\n',
    });
    expect(await world.run('tickets edit BERG-10 --remove-tag late_fee --json')).toMatchObject({ code: 0 });
    expect(await world.json('tickets view BERG-10')).toMatchObject({ ticket: { tags: [] } });
  });

  it('sends the own words of a server, not those of docs/api.md', async () => {
    const own = await openWorld();
    const writes = recordWrites(own.send);
    const send = changingJson(writes.send, toOwn);
    await own.run('tasks --scope all --state all -q', { send });
    expect((await own.run('tasks list --scope all -s in_progress -q', { send })).stdout).not.toBe('');
    await own.run('tasks edit SCM-12 -s todo', { send });
    expect(writes.take()[0]?.body).toEqual({ status: 'To-Do' });
    await own.run('tasks done SCM-13', { send });
    expect(writes.take()[0]?.body).toEqual({ status: 'DONE' });
  });

  it('the usual words are known before any was seen, and any other is sent as it is', async () => {
    const fresh = await openWorld();
    const writes = recordWrites(fresh.send);
    await fresh.run('tickets edit BERG-9 -s "on customer"', { send: writes.send });
    await fresh.run('tickets edit BERG-9 -s "On Hold"', { send: writes.send });
    expect(writes.take().map(({ body }) => body)).toEqual([{ status: 'waiting_on_customer' }, { status: 'On Hold' }]);
  });
});

describe('screens', () => {
  it('table, detail, timeline and sentence spell a status alike', async () => {
    const changed = await world.run('tickets edit BERG-16 -s waiting_on_customer', wide);
    expect(changed.stderr).toBe('BERG-16: status open → waiting on customer\n');
    const again = await world.run('tickets reply BERG-16 -b Hello. -y -s waiting_on_agent', wide);
    expect(again.stderr).toContain('status waiting on customer → waiting on agent');
    const shown = await world.run('tickets view BERG-16 --pretty');
    expect(shown.stdout).toContain('waiting on agent');
    expect(shown.stdout).not.toMatch(/waiting_on|in_progress|technical_issue/);
    expect((await world.run('tickets --segment all --pretty')).stdout).not.toMatch(/waiting_on|in_progress/);
    expect((await world.run('tickets --segment all --waiting --pretty')).stdout).toMatch(
      /^CASA-10 .* waiting on customer /m,
    );
    expect((await world.run('status --pretty --since 1d')).stdout).not.toMatch(/waiting_on|in_progress/);
    expect((await world.run('tickets view BERG-16')).stdout).toContain('status\twaiting_on_agent\n');
  });

  it('every status that a list shows finds its rows', async () => {
    const rows = (await world.json('tickets --segment all --state all')) as readonly { status: string; ref: string }[];
    const table = (await world.run('tickets --segment all --state all --fields ref,status --pretty')).stdout;
    for (const status of new Set(rows.map((row) => row.status))) {
      const first = rows.find((row) => row.status === status)?.ref ?? '';
      const shown = new RegExp(`^${first} +(\\S.*?) *$`, 'm').exec(table)?.[1] ?? '';
      const found = await refs(`tickets --segment all -s "${shown}"`);
      expect(found.split(' ')).toEqual(rows.filter((row) => row.status === status).map(({ ref }) => ref));
    }
  });
});

test('words differ by their letters', () => {
  expect(tagKey('re-open')).not.toBe(tagKey('reopen'));
  expect(wordKey('To-Do')).toBe(wordKey('todo'));
  expect([wordKey('-'), tagKey('--')]).toEqual(['_', '_']);
  expect(wordKey('Ru\u0308ckfrage')).toBe(wordKey('rückfrage'));
  expect(wordKey('waiting')).toBe('waiting');
});
