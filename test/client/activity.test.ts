import { afterEach, expect, test } from 'vitest';
import { activityPages } from '../../src/client/paging.js';
import { type Answer, json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { startPlay } from './signed-client.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

const uuid = '00000000-0000-4000-8000-000000000001';
const path = `GET /api/v1/projects/${uuid}/activity`;
const page = (...ids: readonly string[]): Answer => json({ items: ids.map((id) => ({ id })) });
const read = async (count?: number, offset = 0) => {
  const ids: unknown[] = [];
  let next: number | undefined;
  for await (const page of activityPages(play.client, { uuid, offset, count })) {
    ids.push(...page.entries.map(({ id }) => id));
    next = page.next;
  }
  return { ids, next };
};
const all = Number.POSITIVE_INFINITY;

test('one page, whatever its length, unless more is asked for', async () => {
  play.server.on(path, page('a', 'b', 'c'));
  expect(await read()).toEqual({ ids: ['a', 'b', 'c'], next: 3 });
  expect(play.asked()).toEqual([path]);
});

test('pages follow each other by what they brought, until nothing comes', async () => {
  play.server.on(path, page('a', 'b', 'c'), page('d'), page('e', 'f'), page());
  expect(await read(all)).toEqual({ ids: ['a', 'b', 'c', 'd', 'e', 'f'], next: undefined });
  expect(play.asked()).toEqual([path, `${path}?offset=3`, `${path}?offset=4`, `${path}?offset=6`]);
});

test('a count ends within a page, and the next read starts right after it', async () => {
  play.server.on(path, page('a', 'b', 'c'), page('d', 'e', 'f'));
  expect(await read(4, 10)).toEqual({ ids: ['a', 'b', 'c', 'd'], next: 14 });
  expect(play.asked()).toEqual([`${path}?offset=10`, `${path}?offset=13`]);
});

test('a server that ignores the offset gets two requests', async () => {
  play.server.on(path, page('a', 'b'));
  expect(await read(all)).toEqual({ ids: ['a', 'b'], next: undefined });
  expect(play.asked()).toHaveLength(2);
});

test('a history that grows while it is read gives every entry once', async () => {
  play.server.on(path, page('c', 'b'), page('b', 'a'), page());
  expect(await read(all)).toEqual({ ids: ['c', 'b', 'a'], next: undefined });
});

test('entries without ids are distinguished by their content', async () => {
  play.server.on(path, json({ items: [{ text: 'x' }, { text: 'y' }, { text: 'x' }] }), json({ items: [] }));
  expect(await read(all)).toEqual({ ids: [undefined, undefined], next: undefined });
});
