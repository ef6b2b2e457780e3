import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { answerTriage, opened, playTriage, send } from '../../support/triage.js';

const repliesTo = async (world: Awaited<ReturnType<typeof openQueueAtHome>>['world'], ref: string) => {
  const { messages } = (await world.json(`tickets view ${ref}`)) as { messages: { body: string }[] };
  return messages.map(({ body }) => body).filter((body) => body.startsWith('We are on'));
};

test('u within the delay goes on with a reply, which is sent once, as it is then', async () => {
  const { world, machine } = await openQueueAtHome();
  await playTriage(
    machine,
    [
      { shows: opened, type: `rWe are on it${send}` },
      { shows: /~ +\S+ \S CASA-8[\s\S]*CASA-8: the reply will be sent in 2 s; press u to take it back/, type: 'u' },
      { shows: /REPLY · PUBLIC to CASA-8[\s\S]*read by[\s\S]*> We are on it/, type: `, Zoë.${send}` },
      { shows: /✓ CASA-8: reply sent/, type: 'q' },
    ],
    { replyDelay: 2 },
  );
  expect(await repliesTo(world, 'CASA-8')).toEqual(['We are on it, Zoë.']);
  expect((await machine.run('drafts list --json')).stdout.trim()).toBe('[]');
});

test('u takes back a reply after what it could not undo, not what came before the reply', async () => {
  const { world, machine } = await openQueueAtHome();
  await playTriage(
    machine,
    [
      { shows: opened, type: 'ph' },
      { shows: /✓ CASA-8: low → high/, type: `krWe are on it${send}` },
      { shows: /~ +\S+ \S CASA-8/, type: 'ph' },
      {
        shows: /✓ CASA-9: \w+ → high/,
        before: async () => await world.run('tickets edit CASA-9 -p urgent', { as: 'sean@lantern.example' }),
        type: 'u',
      },
      { shows: /! not undone: /, type: 'u' },
      { shows: /REPLY · PUBLIC to CASA-8[\s\S]*> We are on it/, type: '\u001b' },
      { shows: /saved as a draft/, type: 'q' },
    ],
    { replyDelay: 30 },
  );
  expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { priority: 'high' } });
});

test('the same in lines', async () => {
  const { world, machine } = await openQueueAtHome();
  const keys = ['r\n', 'We are on it.\n.\n', '1\n', 'u\n', 'More.\n.\n', '1\n', 'q\n'];
  const { code, stdout } = await answerTriage(machine, keys, { replyDelay: 30 });
  expect(code).toBe(0);
  const words = stdout.replace(/\s+/g, ' ');
  expect(words).toMatch(/CASA-8: the reply will be sent in 30 s; press u to take it back[\s\S]*the reply was not sent/);
  expect(await repliesTo(world, 'CASA-8')).toEqual(['We are on it.\nMore.']);
});

test.each([
  ['0', 'Set reply-delay to 0.'],
  ['30', 'Set reply-delay to 30.'],
  ['31', 'reply-delay takes a number of seconds from 0 to 30, not "31"'],
])('config set reply-delay %s', async (value, says) => {
  const { machine } = await openQueueAtHome();
  const { stdout, stderr } = await machine.run(`config set reply-delay ${value}`);
  expect(`${stdout}${stderr}`).toContain(says);
});
