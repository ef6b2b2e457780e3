import { expect, test } from 'vitest';
import { sendInTurn } from '../../../src/commands/triage/decisions/sending.js';
import type { SessionParts } from '../../../src/commands/triage/shared.js';
import { TrackerError } from '../../../src/contract/errors.js';
import { oneAfterAnother } from '../../../src/contract/in-turn.js';
import type { Event } from '../../../src/triage/model/update.js';
import { Session, stateWith, ticket } from '../../triage/state.js';

const unreached = new TrackerError('network', 'no server');
const inItsPlace = new TrackerError('failed', 'a page for people', { reason: 'not_service' });

/** Sends all that has been asked for, to a server that is never reached. */
async function sendAll(session: Session, error = unreached): Promise<readonly string[]> {
  const answers: string[] = [];
  const tell = (event: Event): void => {
    if (event.is === 'sent' || event.is === 'held') answers.push(`${event.decision.what} ${event.is}`);
    session.tell(event);
  };
  const shared = {
    ...{ inTurn: oneAfterAnother(), state: () => session.state, ending: { isOver: () => false } },
    kept: { numberOf: () => undefined },
    dispatch: tell,
    context: {
      client: async () => {
        throw error;
      },
    },
  } as unknown as SessionParts;
  const turns = session.take('send').map(async ({ decision }) => await sendInTurn(shared, decision));
  await Promise.all(turns);
  return answers;
}

test.each([
  ['is never reached', unreached],
  ['has something else in its place', inItsPlace],
])(
  'a decision about a row does not overtake one that is held while it waits for its turn, where a server %s',
  async (_what, error) => {
    const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('srkph');
    expect(await sendAll(session, error)).toEqual(['status held']);
    expect(session.state.pending.map(({ what, isHeld }) => [what, isHeld])).toEqual([
      ['status', true],
      ['priority', true],
    ]);
  },
);

test('nor does it if all are released before its turn', async () => {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('srkph');
  const [first, second] = session.state.pending;
  if (!first || !second) throw new Error('two were expected');
  // The first has been held and released, and the turn of the second comes from before that.
  session.take('send');
  session.effects.push({ do: 'send', decision: second });
  expect(await sendAll(session)).toEqual([]);
  session.tell({ is: 'held', decision: first, why: 'no server' }, { is: 'retry' });
  expect(session.effects.flatMap((each) => (each.do === 'send' ? [each.decision.what] : []))).toEqual([
    ...['status', 'priority'],
  ]);
});
