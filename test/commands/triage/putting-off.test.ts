import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

const customer = { as: 'jose@casa-azul.example' };

/** A queue, the owner's computer, and what a customer writes to CASA-8. */
const open = async () => {
  const { world, machine } = await openQueueAtHome();
  const write = (text: string) => async () => await world.run(['reply', 'CASA-8', '-b', text, '-y'], customer);
  const snoozed = async (): Promise<string> => (await machine.run('tickets list --snoozed -q')).stdout;
  return { world, machine, write, snoozed };
};

const left = (text: string): RegExp => new RegExp(`${text} [\\s\\S]*● live[\\s\\S]*newest first`);

test('what z puts off is left out and counted, also the next time, without a request, until u takes it back', async () => {
  const { world, machine, snoozed } = await open();
  let requests: readonly string[] = [];
  await playTriage(machine, [
    { shows: opened, before: () => world.takeRequests(), type: 'zt' },
    {
      shows: /✓ CASA-8: put off until Sat 21 Nov, 08:00/,
      before: () => {
        requests = world.takeRequests();
      },
      type: 'q',
      name: 'done',
    },
  ]);
  expect(requests.filter((line) => !line.startsWith('GET /api/v1/tickets/'))).toEqual([]);
  expect(await snoozed()).toBe('CASA-8\n');
  const again = await playTriage(machine, [
    { shows: left('1 put off'), type: 'u', name: 'without' },
    { shows: /✓ undone: CASA-8 [\s\S]*no longer put off/, type: 'R' },
    { shows: /triage: [^─]*left +0 done +●[\s\S]*CASA-8 /, type: 'q' },
  ]);
  expect(again.shot('without')).not.toContain('CASA-8');
  expect(await snoozed()).toBe('');
});

test('a message of the customer wakes it while triage is open, and says that it is short', async () => {
  const { machine, write, snoozed } = await open();
  const { shot } = await playTriage(machine, [
    { shows: opened, type: 'zt' },
    { shows: /CASA-8: put off until/, before: write('Thanks, it works!'), type: '' },
    { shows: /CASA-8 +short · /, type: 'q', name: 'woken' },
  ]);
  expect(shot('woken')).not.toContain('put off  ');
  expect(await snoozed()).toBe('');
});

test('and while it is not', async () => {
  const { machine, write } = await open();
  await playTriage(machine, [
    { shows: opened, type: 'zt' },
    { shows: /CASA-8: put off until/, type: 'q' },
  ]);
  await write('It has come back, and now on two more pages.')();
  await playTriage(machine, [
    { shows: /▸[^\n]*CASA-8 +woken · [\s\S]*● live|● live[\s\S]*CASA-8 +woken · /, type: '\u001b[Hzz' },
    { shows: /CASA-8: put off until Sat 21 Nov, 08:00/, type: 'q' },
  ]);
  expect((await machine.run('tickets list --snoozed -q')).stdout).toBe('CASA-8\n');
});

test('what another command puts off is marked at once', async () => {
  const { machine } = await open();
  await playTriage(machine, [
    { shows: opened, before: async () => await machine.run('snooze CASA-8 1h'), type: '\u001b[I' },
    { shows: /1 put off[\s\S]*▸z[^\n]*CASA-8/, type: 'zz' },
    { shows: /CASA-8: no longer put off/, type: 'q' },
  ]);
});

test('a typed day that is none is said, and can be corrected', async () => {
  const { machine, snoozed } = await open();
  await playTriage(machine, [
    { shows: opened, type: 'zdsoon\r' },
    { shows: /"soon" is not a time in the future/, type: '\u0015dec 3\r' },
    { shows: /CASA-8: put off until Thu 3 Dec, 08:00/, type: 'q' },
  ]);
  expect(await snoozed()).toBe('CASA-8\n');
});

test('in lines, and with --teach', async () => {
  const { machine } = await open();
  const { code, stdout } = await answerTriage(machine, ['z\n', 'tomorrow\n', 'q\n'], {
    line: 'triage --plain --teach',
  });
  expect(code).toBe(0);
  expect(stdout).toContain('CASA-8: put off until Sat 21 Nov, 08:00');
  expect(stdout).toContain('\ntracker snooze CASA-8 tomorrow\n');
});

test('what is put off has a list of its own, with the time, in which it can be woken', async () => {
  const { machine, snoozed } = await open();
  await machine.run('snooze CASA-8 tomorrow');
  const listed = await playTriage(
    machine,
    [
      { shows: /put off +1\/1[\s\S]*▸z[^\n]*CASA-8[\s\S]*newest first/, type: 'zz', name: 'listed' },
      { shows: /✓ CASA-8: no longer put off/, type: 'R' },
      { shows: /nothing is put off/, type: 'Sw' },
      { shows: /waiting on us[\s\S]*CASA-8 /, type: 'zt' },
      { shows: /✓ CASA-8: put off until Sat 21 Nov, 08:00/, type: 'Sp' },
      { shows: /put off +1\/1[\s\S]*CASA-8/, type: 'q' },
    ],
    { line: 'triage --snoozed' },
  );
  expect(listed.shot('listed')).toContain('open · put off until Sat 21 Nov, 08:00 · low');
  expect(await snoozed()).toBe('CASA-8\n');
});
