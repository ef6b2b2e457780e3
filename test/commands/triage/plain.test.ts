import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { openQueue, openQueueAtHome, type Ran } from '../../support/run.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

const plain = async (...keys: readonly string[]): Promise<Ran> => await answerTriage(await openQueue(), keys);

const uncoloured = async (...keys: readonly string[]): Promise<Ran> => {
  const ran = await plain(...keys);
  return { ...ran, stdout: stripVTControlCharacters(ran.stdout), stderr: stripVTControlCharacters(ran.stderr) };
};

test('a wrong number in a picker is asked for again', async () => {
  const { code, stdout, stderr } = await plain('s\n', '77\n6\n', 'q\n');
  expect(code).toBe(0);
  expect(stderr).toContain('a number from 1 to 7');
  expect(stdout).toContain('CASA-8: open → resolved');
});

test('a number or a name that nobody has is asked for again, where names may be typed', async () => {
  const { stdout, stderr } = await plain('a\n', '777\n\u0015nobody like that\n\u0015Mara\n', 'q\n');
  expect(stdout).toContain('CASA-8: assigned to Mara Lindqvist');
  expect(stderr).toMatch(/a number from 1 to \d+, or a part of the name/);
  const tags = await plain('t\n', '777\n\u00151\n', 'q\n');
  expect(tags.stderr).toMatch(/a number from 1 to \d+, or a part of the name/);
});

test('an item of a checklist has the number that the ticket shows', async () => {
  const world = await openQueue();
  const { checklist } = (await world.json('checklist BERG-9 3')) as { checklist: readonly { text: string }[] };
  expect(checklist).toHaveLength(5);
  const keys = ['/\n', 'BERG-9\n', 'x\n', '1\n\u00155\n', 'q\n'];
  const { stdout, stderr } = await answerTriage(world, keys);
  expect(stdout).toContain(`5 ${checklist[4]?.text}`);
  expect(stderr).toContain('one of the numbers 4, 5');
  expect(stdout).toContain(`BERG-9: checked off ${checklist[4]?.text}`);
});

test('words of a subject go there, words of an action do it, and what may be done is listed once', async () => {
  const keys = ['saturday banner\n', 'Status\n', '\n', 'BERG-9\n', '?\n', 'q\n'];
  const { stdout } = await uncoloured(...keys);
  expect(stdout.match(/^CASA-17 /gm)).toHaveLength(1);
  expect(stdout.match(/^BERG-9 /gm)).toHaveLength(1);
  expect(stdout).toMatch(/^1 open\b[\s\S]*^\d resolved/m);
  // At the start, and where it was asked for.
  expect(stdout.match(/1 reply, 2 note/g)).toHaveLength(2);
});

test('words of several rows or of none are asked for again', async () => {
  const { stderr, stdout } = await uncoloured('portal\n', 'the\n\u0015no such words\n\u0015q\n');
  expect(stdout).toMatch(/^BERG-10 Portal/m);
  expect(stderr).toMatch(/several rows have these words: CASA-/);
  expect(stderr).toMatch(/a number from 1 to \d+, the name of an action, or words of a row/);
});

test('words of a name choose it where nothing is searched for, too, if they are those of one', async () => {
  const { stderr, stdout } = await uncoloured('BERG-9\n', 'status\n', 'waiting\n\u0015customer\n', 'q\n');
  expect(stderr).toMatch(/a number from 1 to \d+, or a part of the name/);
  expect(stdout).toMatch(/BERG-9: in progress → waiting on customer/);
});

test('boxes of a checklist are words', async () => {
  const { stdout } = await uncoloured('BERG-9\n', 'q\n');
  expect(stdout).toMatch(/1 \[done\] Understand/);
  expect(stdout).toMatch(/4 \[open\] List of the 63 invoices/);
  expect(stdout).not.toMatch(/[☑☐]/);
});

test('a terminal that a killed program has left is put right', async () => {
  const world = await openQueue();
  const { stdout } = await answerTriage(world, ['q\n'], { env: { TERM: 'xterm' } });
  for (const mode of ['1000l', '1006l', '1004l', '2004l', '7h', '25h', '1047l'])
    expect(stdout).toContain(`\u001b[?${mode}`);
  expect((await answerTriage(world, ['q\n'], { env: { TERM: 'dumb' } })).stdout).not.toContain('\u001b');
  const accessible = { TERM: 'xterm', ACCESSIBLE: '1', NO_COLOR: '1' };
  expect((await answerTriage(world, ['q\n'], { env: accessible })).stdout).not.toContain('\u001b[?');
});

test('rows may be selected, filtered and reloaded', async () => {
  const keys = ['space\n', 'space\n', 'p\n', '3\n', '/\n', 'banner\n', 's\n', '6\n', 'R\n', '/\n', '\n', 'q\n'];
  const { code, stdout } = await plain(...keys);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /\n1 selected: CASA-8\n[\s\S]*\sclear\sthe\sselection\sand\sthe\sfilter[\s\S]*\n2 selected: CASA-8 and CASA-9\n[\s\S]*\n2 tickets: priority/,
  );
  expect(stdout).toMatch(/CASA-17: [\w ]+ → resolved/);
  expect(stdout).toMatch(
    /\n1 of 17 match "banner"\n[\s\S]*→ resolved[\s\S]*\n\d of 1\d match "banner"\n[\s\S]*\n1\d tickets\n/,
  );
});

test('a message may have several lines, and those that were entered are a draft', async () => {
  const world = await openQueue();
  // At a terminal that gives whole lines, Ctrl-C is a signal.
  const interrupted = { signal: AbortSignal.timeout(3_000) };
  expect((await answerTriage(world, ['r\n', 'One\nTwo\nThr'], interrupted)).code).toBe(130);
  const sent = await answerTriage(world, ['r\n', 'Three\n\n1\n.\nFour\n.\n', 'maybe\n\u00151\n', 'q\n']);
  expect(sent.stderr).toMatch(/a number from 1 to \d/);
  expect(await world.json('tickets view CASA-8')).toMatchObject({
    messages: expect.arrayContaining([expect.objectContaining({ body: 'One\nTwo\nThree\n\n1\n.\nFour' })]),
  });
});

test('a line that was not entered is not kept, and that is said', async () => {
  const { code, stderr } = await plain('r\n', 'Half a sentence\u0003');
  expect(code).toBe(130);
  expect(stderr).toContain('a line is kept only once you press Enter; this one was lost');
});

test('an internal note is marked with words, not with a sign', async () => {
  const world = await openQueue();
  await world.run(['tickets', 'note', 'CASA-8', '-b', 'Between us']);
  const { stdout } = await answerTriage(world, ['f\n', 'CASA-8\n', 'q\n'], { env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/Mara Lindqvist, internal note, [^\n]*\n {2}Between us/);
  expect(stdout).not.toContain('│');
});

test.each([
  ['1', 'open', 'reply sent'],
  ['3', 'waiting_on_customer', 'reply sent, now waiting on customer'],
  ['4', 'resolved', 'reply sent, now resolved'],
])('a draft with a status is sent with the one that answer %s names', async (number, status, said) => {
  const { world, machine } = await openQueueAtHome();
  await playTriage(machine, [
    { shows: opened, type: 'rHello\t' },
    { shows: /\[waiting on customer\]/, type: '\u001b' },
    { shows: /saved as a draft/, type: 'q' },
  ]);
  const keys = ['r\n', '.\n', `${number}\n`, 'q\n'];
  const { stdout } = await answerTriage(machine, keys);
  expect(stdout).toContain(
    'Send it? 1 yes, and leave the status as it is, 2 keep as a draft, 3 send, then waiting on customer',
  );
  expect(stdout).toContain(`CASA-8: ${said}\n`);
  expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { status } });
});
