import { expect, test } from 'vitest';
import { openJournal } from '../../../src/client/state/journal.js';
import { makeFolder } from '../../support/computer/folder.js';

test('a program that does what several commands do begins an entry for each', () => {
  const folder = makeFolder();
  const journal = openJournal({
    stateFolder: () => folder,
    instanceUrl: 'https://tracker.example.com',
    userId: 'me',
    command: 'triage',
    now: () => new Date('2026-11-20T16:40:00Z'),
    warn: () => undefined,
  });
  const write = (ref: string) =>
    ({ kind: 'ticket', uuid: ref, ref, from: { status: 'open' }, to: { status: 'closed' } }) as const;
  journal.begin('tickets edit');
  journal.note(write('A-1'));
  journal.note(write('A-2'));
  journal.begin('undo');
  journal.undoing(1);
  journal.note(write('A-1'));
  journal.begin('tickets reply');
  journal.noteFinal('a reply to A-3');
  const entries = journal
    .entries()
    .map(({ command, undoes, writes, final }) => [command, undoes, writes.map(({ ref }) => ref), final]);
  expect(entries).toEqual([
    ['tickets reply', undefined, [], ['a reply to A-3']],
    ['undo', 1, ['A-1'], []],
    ['tickets edit', undefined, ['A-1', 'A-2'], []],
  ]);
});
