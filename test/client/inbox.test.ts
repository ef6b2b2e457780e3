import { afterEach, describe, expect, test } from 'vitest';
import { readInbox } from '../../src/client/inbox.js';
import { type Answer, json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { startPlay } from './signed-client.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

const page = (ids: readonly string[], nextCursor?: unknown, actors?: unknown): Answer =>
  json({ items: ids.map((id) => ({ id })), nextCursor, actors });
const read = (count: number, unread = false) => readInbox(play.client, { count, unread });
const everything = Number.POSITIVE_INFINITY;
const on = (...answers: readonly Answer[]): void => play.server.on('GET /api/v1/inbox', ...answers);

test('one page is enough where it holds enough', async () => {
  on(page(['a', 'b'], null, { u1: { name: 'Ada' } }));
  expect(await read(30)).toMatchObject({
    items: [{ id: 'a' }, { id: 'b' }],
    actors: { u1: { name: 'Ada' } },
    more: false,
  });
  expect(play.asked()).toEqual(['GET /api/v1/inbox?limit=30']);
});

test('a cursor may be a number', async () => {
  on(page(['a'], 7), page(['b'], 0), page(['c'], null));
  expect((await read(30)).items).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  expect(play.asked().slice(1)).toEqual([7, 0].map((cursor) => `GET /api/v1/inbox?limit=100&cursor=${cursor}`));
});

test('items beyond the number asked for are dropped, and reported as more', async () => {
  on(page(['a', 'b', 'c'], null));
  expect(await read(2)).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], more: true });
});

describe('reading everything ends', () => {
  test.each([
    ['at a null cursor', [page(['a'], 'c1'), page(['b'], null)]],
    ['at no cursor', [page(['a'], 'c1'), page(['b'])]],
    ['at an empty cursor', [page(['a'], 'c1'), page(['b'], '')]],
    ['at a cursor that is neither a text nor a number', [page(['a'], 'c1'), page(['b'], {})]],
    ['at a cursor that came before', [page(['a'], 'c1'), page(['b'], 'c2'), page(['b'], 'c1')]],
    ['at a page that is empty', [page(['a'], 'c1'), page(['b'], 'c2'), page([], 'c3')]],
    ['at a page that came before', [page(['a'], 'c1'), page(['b'], 'c2'), page(['a'], 'c3')]],
  ])('%s', async (_name, answers) => {
    on(...answers);
    expect(await read(everything)).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], more: false });
    expect(play.asked().length).toBe(answers.length);
  });

  test('where items have no id and the same page comes with ever new cursors', async () => {
    let count = 0;
    on((exchange) => json({ items: [{ title: 'x' }], nextCursor: `c${++count}` })(exchange));
    expect((await read(everything)).items).toEqual([{ title: 'x' }]);
    expect(count).toBe(2);
  });
});

test('an item without an id takes the place of no other', async () => {
  on(json({ items: [{ id: '1' }, { title: 'x' }, { title: 'y' }] }));
  expect((await read(30)).items).toEqual([{ id: '1' }, { title: 'x' }, { title: 'y' }]);
});

test('cursors without end that bring nothing are left at once', async () => {
  let made = 0;
  on(page(['a'], 'c'), (exchange) => page(made++ % 2 === 0 ? [] : ['a'], `c${made}`)(exchange));
  expect(await read(everything)).toMatchObject({ items: [{ id: 'a' }], more: false });
  expect(made).toBe(1);
});
