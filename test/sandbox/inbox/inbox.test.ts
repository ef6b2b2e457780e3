import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type SmallWorld } from '../support/world.js';

let small: SmallWorld;
beforeEach(async () => {
  small = await openSmallWorld();
});

/** Gives staff `count` notifications, all in the same millisecond. */
function fillInbox(count: number): void {
  for (let index = 0; index < count; index++) {
    small.ask('viewer', 'POST /projects/scm/activity', { body: `@[S](staff) ${index}` });
  }
}

const page = (query = '') => small.ask('staff', `GET /inbox${query}`).body;

describe('the inbox', () => {
  it('is paged by cursor and loses no row of the same millisecond', () => {
    fillInbox(25);
    const bodies: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { items, nextCursor } = page(`?limit=10${cursor && `&cursor=${cursor}`}`);
      bodies.push(...items.map((item: { body: string }) => item.body));
      cursor = nextCursor;
    }
    expect(bodies).toEqual(Array.from({ length: 25 }, (_, index) => `@S ${24 - index}`));
  });

  it('keeps any whole limit within bounds, and refuses a fraction', () => {
    fillInbox(105);
    const sizes = [
      '',
      '?limit=x',
      '?limit=',
      '?limit=0',
      '?limit=-1',
      '?limit=101',
      '?limit=1e9',
      '?limit=Infinity',
    ].map((query) => page(query).items.length);
    expect(sizes).toEqual([30, 30, 30, 1, 1, 100, 100, 100]);
    for (const limit of ['2.9', '0.5', '1e-3']) {
      expect(small.ask('staff', `GET /inbox?limit=${limit}`).status, limit).toBe(400);
    }
  });

  it('ignores a cursor that is not a time, and filters other than unread', () => {
    fillInbox(2);
    for (const query of ['?cursor=x', '?cursor=', "?cursor=' OR 1=1--", '?filter=read']) {
      expect(page(query).items, query).toHaveLength(2);
    }
    expect(page('?cursor=2020-01-01').items).toEqual([]);
  });
});

describe('marking read', () => {
  it('takes all, one, or an entity, and hints at oneself each time', () => {
    const id = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'x' }).body.id;
    fillInbox(2);
    small.announced.length = 0;
    const read = (body: Readonly<Record<string, unknown>>) => small.ask('staff', 'POST /inbox/read', body);
    const unread = () => small.ask('staff', 'GET /inbox/badge').body.unread;
    expect(read({ entityType: 'ticket', entityId: id })).toEqual({ status: 200, body: { ok: true } });
    expect(unread()).toBe(2);
    expect(read({ id: 'nobody knows' }).status).toBe(200);
    expect(unread()).toBe(2);
    expect(read({ all: true, id: 'x' }).status).toBe(200);
    expect(unread()).toBe(0);
    expect(small.announced).toEqual(Array(3).fill({ userIds: ['staff'], hint: { type: 'inbox' } }));
  });

  it('never touches other people’s items', () => {
    fillInbox(1);
    small.ask('admin', 'POST /inbox/read', { id: page().items[0].id });
    small.ask('admin', 'POST /inbox/read', { all: true });
    expect(small.ask('staff', 'GET /inbox/badge').body.unread).toBe(1);
  });

  it.each([
    {},
    { all: 'true' },
    { all: false },
    { id: 5 },
    { id: '' },
    { entityType: 'project', entityId: 'scm' },
    { entityType: 'task' },
    { entityType: 'task', entityId: 5 },
  ])('refuses %j with 400', (body) => {
    expect(small.ask('staff', 'POST /inbox/read', body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
  });

  it('says so as `error` in the wire shape', async () => {
    small = await openSmallWorld('wire');
    const { status, body } = small.ask('staff', 'POST /inbox/read', {});
    expect([status, Object.keys(body)]).toEqual([400, ['error']]);
  });
});
