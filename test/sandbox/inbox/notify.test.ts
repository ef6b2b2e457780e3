import { describe, expect, it } from 'vitest';
import { commit, excerptOf } from '../../../src/sandbox/inbox/notify.js';
import { ticketHandlers } from '../../../src/sandbox/tickets/tickets.js';
import { processorTime } from '../../support/computer/processor-time.js';
import { openSmallWorld } from '../support/world.js';

describe('hints', () => {
  it('go out only when what they announce is committed', async () => {
    const small = await openSmallWorld();
    commit(small.call('client', { body: { orgId: 'casa', subject: 'x' } }), (call) => {
      const answer = ticketHandlers['POST /tickets'](call);
      expect(small.announced).toEqual([]);
      return answer;
    });
    expect(small.announced.length).toBeGreaterThan(0);
  });

  it('are never sent for what was rolled back', async () => {
    const small = await openSmallWorld();
    const fail = () =>
      commit(small.call('client', { body: { orgId: 'casa', subject: 'x' } }), (call) => {
        ticketHandlers['POST /tickets'](call);
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(small.announced).toEqual([]);
    expect(small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'x' }).body.displayId).toBe('CAS-1');
  });

  it('go to each person once per entity, however many notices there are', async () => {
    const small = await openSmallWorld();
    const id = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'x' }).body.id;
    small.announced.length = 0;
    small.ask('agent', `PATCH /tickets/${id}`, { status: 'closed', assigneeIds: ['staff'] });
    expect(small.announced).toEqual([
      {
        userIds: ['admin', 'client', 'staff', 'superadmin'],
        hint: { type: 'entity', entityType: 'ticket', entityId: id },
      },
      { userIds: ['admin', 'client', 'staff', 'superadmin'], hint: { type: 'inbox' } },
    ]);
  });
});

describe('excerpts', () => {
  it('flatten mentions and references, and never cut a character in two', () => {
    expect(excerptOf('hi @[Ann B](u1), see ~[SCM-1](task:t1) and [this](http://x)')).toBe(
      'hi @Ann B, see SCM-1 and [this](http://x)',
    );
    expect(excerptOf(`${'x'.repeat(279)}\u{1f600}`)).toBe('x'.repeat(279));
    expect(excerptOf(null)).toBeNull();
  });

  it('stay quick for texts full of openings', () => {
    const start = processorTime();
    excerptOf('@['.repeat(300_000));
    expect(processorTime() - start).toBeLessThan(2000);
  });
});
