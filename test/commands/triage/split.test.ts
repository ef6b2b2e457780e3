import { expect, test } from 'vitest';
import { openQueue, owner } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

test('where list and detail meet, and that the detail is hidden, is kept for the next triage', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const edge = async (keys: string): Promise<number> => {
    const { shots } = await playTriage(machine, [
      { shows: opened, type: keys, name: 'before' },
      { shows: opened, type: 'q', name: 'after' },
    ]);
    return shots.get('before')?.[2]?.indexOf('│') ?? -1;
  };
  const usual = await edge('<<');
  expect(await edge('>')).toBe(usual - 8);
  expect(await edge('')).toBe(usual - 4);
  // A triage that was open meanwhile and has not moved it leaves it.
  const inside = { before: async () => void (await edge('>')), shows: opened, type: 'q' };
  await playTriage(machine, [inside]);
  expect(await edge('<')).toBe(usual);
  await playTriage(machine, [
    { shows: opened, type: '\\' },
    { shows: /^(?![\s\S]*newest first)[\s\S]*CASA-9 /, type: 'q' },
  ]);
  await playTriage(machine, [
    { shows: /● live[\s\S]*CASA-9 /, type: '\r', name: 'hidden' },
    { shows: /newest first/, type: 'q\\' },
    { shows: opened, type: 'q' },
  ]).then(({ shot }) => expect(shot('hidden')).not.toContain('newest first'));
});

test('the last words of the customer are on the screen while a reply is written, also where it is small', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  for (const text of ['First', 'Second', 'Third'])
    await world.run(['note', 'CASA-8', '-b', `${text} note, which has several lines.\n\nMore.\n\nAnd more.`], {
      as: 'sean@lantern.example',
    });
  const { shot } = await playTriage(
    machine,
    [
      { shows: /● live[\s\S]*Third note/, type: 'r', name: 'list' },
      { shows: /José Ángel Muñoz · customer[\s\S]*Thank you\.[\s\S]*REPLY/, type: '\u001b', name: 'reply' },
      { shows: /Enter zoom/, type: 'q' },
    ],
    { size: { columns: 60, rows: 20 } },
  );
  expect(shot('list')).not.toContain('Thank you.');
  expect(shot('reply')).toMatch(/\d+ more ↑ ─ newest first/);
});
