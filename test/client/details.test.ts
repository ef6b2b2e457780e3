import { afterEach, describe, expect, test } from 'vitest';
import { readDetails } from '../../src/client/details.js';
import { TrackerError } from '../../src/contract/errors.js';
import type { Row } from '../../src/contract/row.js';
import { failureOf } from '../http/asking.js';
import { json, text } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { startPlay } from './signed-client.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

const rows = Array.from({ length: 20 }, (_, at): Row => ({ uuid: `u${at}` }));

const answerWith = (statusOf: (uuid: string) => number): void => {
  for (const row of rows) {
    const uuid = String(row.uuid);
    play.server.on(`GET /api/v1/tickets/${uuid}`, json({ ticket: { uuid } }, statusOf(uuid)));
  }
};

describe('details of rows', () => {
  test('are all read, the first ones first', async () => {
    answerWith(() => 200);
    const taken: unknown[] = [];
    const unread = await readDetails(play.client, { kind: 'ticket', rows, take: (row) => void taken.push(row.uuid) });
    expect([unread, taken.length]).toEqual([[], 20]);
    const asked = rows.map(({ uuid }) => `GET /api/v1/tickets/${uuid}`);
    expect(play.asked().toSorted()).toEqual(asked.toSorted());
    // Eight are under way at a time.
    expect(asked.slice(0, 8)).toContain(play.asked()[0]);
  });

  test('are read up to the most, and only where they matter', async () => {
    answerWith(() => 200);
    const isNeeded = ({ uuid }: Row): boolean => uuid !== 'u0';
    const unread = await readDetails(play.client, { kind: 'ticket', rows, take: () => undefined, isNeeded, most: 10 });
    expect(unread).toEqual(rows.slice(11));
    expect(play.asked()).toHaveLength(10);
  });

  test('that are not shown are left out', async () => {
    answerWith((uuid) => (uuid === 'u3' ? 404 : uuid === 'u4' ? 403 : 200));
    const unread = await readDetails(play.client, { kind: 'ticket', rows, take: () => undefined });
    expect(new Set(unread)).toEqual(new Set(rows.slice(3, 5)));
  });

  test('of which one is unreadable are read all the same, and an error if all are', async () => {
    answerWith(() => 200);
    play.server.on('GET /api/v1/tickets/u3', text('<html>'));
    const unread = await readDetails(play.client, { kind: 'ticket', rows, take: () => undefined });
    expect(unread).toEqual([rows[3]]);
    const broken = readDetails(play.client, { kind: 'ticket', rows: rows.slice(3, 4), take: () => undefined });
    expect((await failureOf(broken)).message).toMatch(/JSON/);
  });

  test('are no longer read after another error', async () => {
    answerWith((uuid) => (uuid === 'u0' ? 400 : 200));
    const failure = await failureOf(readDetails(play.client, { kind: 'ticket', rows, take: () => undefined }));
    expect(failure.kind).toBe('invalid');
    expect(play.asked().length).toBeLessThan(20);
  });
});

const at = '2026-11-20T16:40:00.123Z';

describe('a remembered detail', () => {
  test.each<[string, Row, Row, { readonly isStale?: true }, boolean]>([
    ['that agrees with its row is taken', { lastMessageAt: at, status: 'open' }, { status: 'open' }, {}, true],
    ['of a row that has never had a message', { lastMessageAt: null, messageCount: 0 }, {}, {}, true],
    ['of a row that may have had one', { lastMessageAt: null }, {}, {}, false],
    ['with another time is read again', { lastMessageAt: at }, { lastMessageAt: null }, {}, false],
    ['with another value', { lastMessageAt: at, status: 'open' }, { status: 'closed' }, {}, false],
    ['with another list', { lastMessageAt: at, tags: ['a'] }, { tags: ['a', 'b'] }, {}, false],
    ['that is stale', { lastMessageAt: at }, {}, { isStale: true }, false],
    ['of a row that only has a day', { lastMessageAt: '2026-11-20' }, {}, {}, false],
    ['of a row that only has a second', { lastMessageAt: '2026-11-20T16:40:00Z' }, {}, {}, false],
    ['of a row that only has a second, with zeros', { lastMessageAt: '2026-11-20T16:40:00.000Z' }, {}, {}, false],
    ['of a row without a time', { status: 'open' }, { status: 'open' }, {}, false],
  ])('%s', async (_what, row, more, { isStale = false }, isTaken) => {
    const kept = { reply: { ticket: { ...row, ...more } }, at: new Date(), isStale };
    const call = async () => ({ ticket: {} });
    const client = { ...play.client, recall: async () => kept, call } as unknown as typeof play.client;
    const taken: unknown[] = [];
    await readDetails(client, {
      ...{ kind: 'ticket', rows: [{ uuid: 'u', ...row }], tells: 'lastMessageAt' },
      take: (_row, _detail, isRemembered) => void taken.push(isRemembered),
    });
    expect(taken).toEqual([isTaken]);
  });

  test('keeps one that cannot be read from failing all', async () => {
    const row = { uuid: 'u', lastMessageAt: at };
    const recall = async (_route: string, { id }: { id: string }) =>
      id === 'u' ? { reply: { ticket: row }, at: new Date() } : undefined;
    const call = async () => {
      throw new TrackerError('failed', 'broken');
    };
    const client = { ...play.client, recall, call } as unknown as typeof play.client;
    const wanted = { kind: 'ticket', tells: 'lastMessageAt', take: () => undefined } as const;
    const other = { uuid: 'u2', lastMessageAt: at };
    expect(await readDetails(client, { ...wanted, rows: [row, other] })).toEqual([other]);
    expect((await failureOf(readDetails(client, { ...wanted, rows: [other] }))).message).toBe('broken');
  });
});
