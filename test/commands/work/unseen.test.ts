import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import type { Machine } from '../../support/computer/machine.js';
import { openAtHome, type TestWorld } from '../../support/run.js';

/** Dr. Bergmann, a customer. */
const customer = 'h.bergmann@bergmann-ortho.example';

const terminal = { columns: 80 };

describe('nothing is sent over what its author has not seen', () => {
  let world: TestWorld;
  let machine: Machine;
  let count = 0;
  beforeEach(async () => {
    ({ world, machine } = await openAtHome());
    count = 0;
  });

  const writesOn = async (ref: string, text: string): Promise<void> => {
    const { code, stderr } = await world.run(['reply', ref, '-b', text], { as: customer });
    expect(code, stderr).toBe(0);
  };
  const textsOf = async (ref: string): Promise<readonly string[]> => {
    const detail = (await world.json(`view ${ref}`)) as { messages: readonly { body: string }[] };
    return detail.messages.map(({ body }) => body);
  };

  test('a terminal shows what somebody else wrote, and asks', async () => {
    await machine.run('view BERG-9');
    await writesOn('BERG-9', 'It broke again.');
    const no = await machine.run('reply BERG-9 -b "Is it fine now?"', { terminal, keys: ['n\r'] });
    expect(no).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/, just now:\n +It broke again\.\n[\s\S]*Not sent; kept/),
    });
    expect((await machine.run('drafts list')).stdout).toContain('Is it fine now?');
    const yes = await machine.run('note BERG-9 -b "Looking."', { terminal, keys: ['y\r'] });
    expect(yes).toMatchObject({ code: 0, stderr: expect.stringContaining('Send this note anyway?') });
    // What was shown has been seen.
    expect(await machine.run('reply BERG-9 -b "And now?"', { terminal })).toMatchObject({ code: 0 });
    expect((await textsOf('BERG-9')).slice(-3)).toEqual(['It broke again.', 'Looking.', 'And now?']);
  });

  test('--if-unchanged asks at a terminal too, and with -y refuses', async () => {
    await machine.run('view BERG-9');
    await writesOn('BERG-9', 'It broke again.');
    const line = 'note BERG-9 -b "Looking." --if-unchanged';
    expect(await machine.run(`${line} -y`, { terminal })).toMatchObject({ code: 6 });
    const asked = await machine.run(line, { terminal, keys: ['y\r'] });
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining('Send this note anyway?') });
  });

  test('-y sends, and says so', async () => {
    await machine.run('view BERG-9');
    await writesOn('BERG-9', 'It broke again.');
    const sent = await machine.run('reply BERG-9 -b "Thanks." -y', { terminal });
    expect(sent).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('since you last saw it; sent anyway.'),
    });
  });

  test.each([
    ['reply BERG-9 -b "Is it fine now?" --if-unchanged', true],
    ['note BERG-9 -b "Is it fine now?" --if-unchanged', true],
    ['close BERG-9 --if-unchanged', false],
    ['edit BERG-9 -p low --if-unchanged', false],
    ['tickets delete BERG-9 -y --if-unchanged', false],
  ])('%s is exit 6 without a terminal, and the text is kept', async (line, hasText) => {
    await machine.run('view BERG-9 --json');
    await writesOn('BERG-9', 'It broke again.');
    const refused = await machine.run(line);
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('wrote on BERG-9 since you last saw it'),
    });
    expect((await machine.run('drafts list')).stdout.includes('Is it fine now?')).toBe(hasText);
    expect(await machine.run(`${line} -n`)).toMatchObject({ code: 6, stdout: '' });
    if (line.includes('delete')) return;
    expect(await machine.run(line.replace(' --if-unchanged', ''))).toMatchObject({ code: 0 });
    await machine.run('view BERG-9 --json');
    expect(await machine.run(line)).toMatchObject({ code: 0 });
  });

  test('what was never seen is exit 6 with the flag, one\u2019s own messages are not, a colleague\u2019s note is, and close asks', async () => {
    expect(await machine.run('reply BERG-9 -b "Hello" --if-unchanged')).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(
        /wrote on BERG-9, and you have not read it; nothing was sent\nhint: tracker tickets view BERG-9\n/,
      ),
    });
    await machine.run('view BERG-9');
    await machine.run('reply BERG-9 -b "Mine"');
    expect(await machine.run('reply BERG-9 -b "Mine too" --if-unchanged')).toMatchObject({ code: 0 });
    await world.run('note BERG-9 -b "Do not answer"', { as: 'sean@lantern.example' });
    expect(await machine.run('reply BERG-9 -b "Mine again" --if-unchanged')).toMatchObject({ code: 6 });
    const asked = await machine.run('reply BERG-9 -b "Mine again"', { terminal, keys: ['n\r'] });
    expect(asked.stderr).toContain('(internal note), just now:\n  Do not answer\n');
    await writesOn('BERG-9', 'It broke again.');
    const closed = await machine.run('close BERG-9 BERG-10', { terminal, keys: ['n\r'] });
    expect(closed.code).toBe(8);
    expect(closed.stderr).toContain('This is new since you last saw BERG-9. Change it anyway?');
    expect(closed.stderr).toContain('error: 1 of 2 failed: BERG-9');
  });

  const away: Send = async () => {
    throw new TrackerError('network', 'the server cannot be reached');
  };

  test('what was written to something unseen, and waited, does not say that it was seen', async () => {
    await machine.run('tickets list');
    await machine.run('reply BERG-9 -b "Is it fine now?" --queue', { send: away });
    await writesOn('BERG-9', 'It broke again.');
    const { code, stderr } = await machine.run('drafts send --waiting');
    expect([code, stderr]).toEqual([
      6,
      expect.stringMatching(/wrote on BERG-9, and you have not read it; nothing was sent\n/),
    ]);
    const [draft] = draftsOf(machine);
    const asked = await machine.run(`drafts send ${draft?.id}`, { terminal, keys: ['y\r', 'n\r'] });
    expect(asked.stderr).toContain('You have not seen BERG-9. Send this reply anyway?');
  });

  test('a comment on a task', async () => {
    await machine.run('view SCM-12');
    await world.run('comment SCM-12 -b "Wait for me."', { as: 'sean@lantern.example' });
    for (const line of ['comment SCM-12 -b "Done."', 'done SCM-12'])
      for (const dry of ['', ' -n'])
        expect(await machine.run(`${line} --if-unchanged${dry}`)).toMatchObject({ code: 6 });
    const asked = await machine.run('comment SCM-12 -b "Done."', { terminal, keys: ['y\r'] });
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining('Wait for me.') });
  });

  test.each(['drafts send --waiting', 'status', 'view BERG-9'])(
    'what waits is not sent over what came after it was written, and a person decides: %s',
    async (line) => {
      await machine.run('view BERG-9');
      await machine.run('reply BERG-9 -b "Is it fine now?" --queue', { terminal, send: away });
      await writesOn('BERG-9', 'It broke again.');
      const ran = await machine.run(line, line.startsWith('drafts') ? {} : { terminal });
      expect(ran.stderr.replace(/\s+/g, ' ')).toMatch(
        /draft \d+, which was waiting, was not sent: .* wrote on BERG-9 since you last saw it/,
      );
      expect(ran.code).toBe(line.startsWith('drafts') ? 6 : 0);
      const [draft] = draftsOf(machine);
      expect(draft).toMatchObject({ state: 'unsent', flags: { body: 'Is it fine now?' } });
      expect(await textsOf('BERG-9')).not.toContain('Is it fine now?');
      await machine.run(`drafts send ${draft?.id}`, { terminal, keys: ['y\r', 'y\r'] });
      expect(await textsOf('BERG-9')).toContain('Is it fine now?');
    },
  );

  test.each([
    ['edit BERG-9 -p low --if-unchanged', 'tickets edit BERG-9 -s closed'],
    ['tickets delete BERG-9 -y --if-unchanged', 'tickets edit BERG-9 -s closed'],
    ['close BERG-9 --if-unchanged', 'note BERG-9 -b "Not yet"'],
    ['done SCM-12 --if-unchanged', 'tasks edit SCM-12 -s paused'],
    ['tasks edit SCM-12 -p low --if-unchanged', 'comment SCM-12 -b "Not yet"'],
    ['tasks delete SCM-12 -y --if-unchanged', 'comment SCM-12 -b "Not yet"'],
  ])('a note, a comment and a new status count: %s after %s', async (line, other) => {
    const ref = /BERG-9|SCM-12/.exec(line)?.[0];
    await machine.run(`view ${ref} --json`);
    await world.run(other, { as: 'sean@lantern.example' });
    expect(await machine.run(line)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('since you last saw it'),
    });
    await machine.run(`view ${ref} --json`);
    expect(await machine.run(line)).toMatchObject({ code: 0 });
  });

  test('what a command of one\u2019s own has set is no news, and what is dated earlier is if it was not there', async () => {
    await machine.run('view SCM-12 --json');
    await machine.run('edit SCM-12 -s paused');
    expect(await machine.run('comment SCM-12 -b Mine --if-unchanged')).toMatchObject({ code: 0 });
    await machine.run('view BERG-9 --json');
    await writesOn('BERG-9', 'Imported mail.');
    world.sandbox.world.db.run(
      'UPDATE ticket_messages SET created_at = ? WHERE body = ?',
      '2026-01-01T00:00:00.000Z',
      'Imported mail.',
    );
    expect(await machine.run('reply BERG-9 -b Hello --if-unchanged')).toMatchObject({ code: 6 });
  });

  test.each(['reply BERG-9 -b Queued --queue', 'reply BERG-9 -b Queued --queue -y', 'close BERG-9 --queue'])(
    'what waited is never sent over a message without a word: %s',
    async (line) => {
      for (const [before, how] of [
        ['view BERG-9 --json', {}],
        ['status', { terminal }],
      ] as const) {
        await machine.run(before);
        await machine.run(line, { ...how, send: away });
        await writesOn('BERG-9', 'It broke again.');
        expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 6 });
        const number = draftsOf(machine)[0]?.id;
        expect([
          (await machine.run(`drafts send ${number}`)).code,
          (await machine.run(`drafts send ${number} -y`)).code,
        ]).toEqual([6, 0]);
      }
    },
  );

  test('a message that arrives at any moment before the reading that precedes the sending is not sent over', async () => {
    await machine.run('view BERG-9');
    for (let at = 0; at < 6; at += 1) {
      let requests = 0;
      const text = `Race ${at}`;
      let hasWritten = false;
      const racing: Send = async (request) => {
        if (requests++ === at && request.method === 'GET') {
          hasWritten = true;
          await writesOn('BERG-9', `Between ${at}`);
        }
        return await world.send(request);
      };
      const ran = await machine.run(['reply', 'BERG-9', '-b', text], { terminal, send: racing, keys: ['n\r', 'n\r'] });
      const texts = await textsOf('BERG-9');
      if (hasWritten) expect(texts).not.toContain(text);
      else expect(ran.code).toBe(0);
      count += Number(hasWritten);
      await machine.run('view BERG-9');
    }
    expect(count).toBeGreaterThan(1);
  });
});
