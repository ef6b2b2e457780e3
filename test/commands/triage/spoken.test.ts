import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Machine, RunOptions } from '../../support/computer/machine.js';
import { openQueue, openQueueAtHome, type Ran } from '../../support/run.js';
import { slowLists } from '../../support/servers/slow-lists.js';
import { moves } from '../../support/terminal/bytes.js';
import type { Player } from '../../support/terminal/fake-streams.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

/** Lines that are entered in triage, one after another; what it says is without colour. */
const hear = async (...lines: readonly string[]): Promise<Ran> => await hearIn(await openQueue(), lines);

const hearIn = async (
  machine: Parameters<typeof answerTriage>[0],
  lines: readonly string[],
  how = {},
): Promise<Ran> => {
  const ran = await answerTriage(
    machine,
    lines.map((line) => `${line}\n`),
    how,
  );
  expect(moves(ran.stdout + ran.stderr)).toEqual([]);
  // A busy computer may be slow.
  const said = ran.stdout.replaceAll(/^(?:sending|waiting for the server)\.\.\.\n/gm, '');
  return { ...ran, stdout: stripVTControlCharacters(said), stderr: stripVTControlCharacters(ran.stderr) };
};

const first = `CASA-8 Newsletter: 412 addresses bounce
Status: open; Priority: low; Assignee: Zoë Baptiste; Waiting: 11w
José Ángel Muñoz, customer, 2026-09-01 13:18
  Thank you.
Enter: all, 2 earlier
H: 4 others from the customer
`;

test('a ticket is read out in labelled lines, and so is each change; a key is a line', async () => {
  const { code, stdout, stderr } = await hear('s', 'r', 'q');
  expect(code).toBe(0);
  expect(stdout).toBe(`waiting on us: 17 tickets; inbox 38
${first}1 of 17
status of CASA-8: o open, now; i in progress; w waiting on customer; a waiting on agent; p paused; r
resolved; c closed
CASA-8: open to resolved
CASA-9 Transcripts of the audio guide
Status: open; Priority: low; Assignee: nobody; Waiting: 11w
נועה לוי, customer, 2026-09-03 13:03
  Of course. Stops 19 and 20 attached, in three languages.
  attached: 乗組員名簿.csv
Enter: all, 2 earlier
H: 1 other from the customer
2 of 17, 16 left
`);
  expect(stderr).toBe('Key: Key: Key: ');
});

type Turn = readonly [says: RegExp, type: string, before?: () => unknown];

/** Answers what triage says, one turn after another, until it ends. */
async function converse(machine: Pick<Machine, 'run'>, turns: readonly Turn[], how: RunOptions = {}): Promise<Ran> {
  const left = [...turns];
  let said = '';
  const player: Player = (written, type) => {
    said += stripVTControlCharacters(written);
    const [says, keys = '', before] = left[0] ?? [];
    if (!says?.test(said)) return;
    left.shift();
    said = '';
    // By then, the prompt is there.
    void Promise.all([before?.(), pause(200)]).then(() => type(keys));
  };
  const terminal = { columns: 100, rows: 30 };
  const signal = AbortSignal.timeout(20_000);
  const ran = await machine.run('triage --plain', { terminal, player, signal, ...how });
  expect([left, ran.code], said).toEqual([[], 0]);
  return ran;
}

test.each([
  ['triage --plain', {}],
  ['triage --accessible', {}],
  ['triage', { ACCESSIBLE: '1' }],
  ['triage', { TERM: 'dumb' }],
])('%s %j is the same', async (line, env) => {
  const { stdout } = await hearIn(await openQueue(), ['q'], { line, env });
  expect(stdout).toBe(`waiting on us: 17 tickets; inbox 38\n${first}1 of 17\n`);
});

test('the same is said at every width', async () => {
  const keys = ['', 'q', 'H', '1', 'backspace', 'f', '', 's', 'r', 'z t', 'u', '?', 'q'];
  const said = async (columns: number): Promise<string> =>
    (await hearIn(await openQueue(), keys, { terminal: { columns, rows: 30 } })).stdout.replace(/\s+/g, ' ');
  const wide = await said(200);
  expect(wide).not.toContain('…');
  for (const columns of [40, 80]) expect(await said(columns)).toBe(wide);
});

test('Enter reads all of it, where / searches; Enter or q goes back', async () => {
  const { stdout } = await hear('', '/ look through', '^N', 'j', 'q', 'q');
  expect(stdout).toContain(`1 of 17
Status: open; Priority: low; Category: general; For: Fundación Casa Azul; Assignee: Zoë Baptiste;
Tags: newsletter; Waiting: 11w
José Ángel Muñoz, customer, 2026-09-01 13:18
  Thank you.

Zoë Baptiste, team, 2026-09-01 13:18
  Of 9,800, no. But they should go. Shall I remove them, or do you want to look through them first?

Description, 2026-08-31 15:05
  Is that a lot?
1 of 1
  Of 9,800, no. But they should go. Shall I remove them, or do you want to look through them first?
`);
});

test('what a key asks may be entered with it, by key, number, or words of a name', async () => {
  const { stdout } = await hear('a Mara', 'a', '2', 'a zzz', '', 'p', '3', 's waiting', 'agent', 'x', 'q');
  for (const said of [
    'assigned to Mara Lindqvist',
    'assigned to Łukasz Wójcik',
    'low to high',
    'open to waiting on agent',
  ])
    expect(stdout).toContain(`CASA-8: ${said}\n`);
  expect(stdout).toContain('none of these: zzz\n');
  expect(stdout).toContain('several have these words: waiting on customer; waiting on agent\n');
  expect(stdout).toContain('there is nothing left to check off\n');
});

test('a word begins after a hyphen, too', async () => {
  const { machine } = await openQueueAtHome();
  const folder = join(machine.folder, 'config', 'templates');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'thank-you.md'), '---\nkind: note\npriority: high\n---\nThank you.\n');
  const { stdout, stderr } = await hearIn(machine, ['M', 'hank', 'you', '.', 'q']);
  expect(stderr).toContain('none of these: hank\n');
  expect(stdout + stderr).not.toContain('none of these: you');
});

test('where keys choose, a letter within a word chooses nothing', async () => {
  const { stdout, stderr } = await hear('z', 'u', '', 'z', 'hour', 'q');
  expect(stderr).toContain('none of these: u\n');
  expect(stdout).toMatch(/nothing changed\n[\s\S]*CASA-8: put off until \d/);
});

test('an empty line leaves a question, and that is said, whatever would be marked on the screen', async () => {
  // On the screen, Enter would assign the first person and add the first tag.
  const questions = ['a', 's', 'p', 't', 'M', 'f', 'z', 'S', ',', ':', '/'];
  const { stdout } = await hear(...questions.flatMap((key) => [key, '']), 'a n', '', 'q');
  expect(stdout.match(/^nothing changed$/gm)).toHaveLength(questions.length + 1);
  expect(stdout.match(/^CASA-8: /gm)).toBeNull();
});

test('a person or a tag that nobody has is asked for again, and more of a name narrows the list', async () => {
  const { stdout } = await hear('a', 'n', '?', 'inês', 't new-tag', 'q');
  expect(stdout).toMatch(
    /\nassign CASA-8 to: 1 Mara Lindqvist \(me\); 2 Inês[\s\S]*; \? for 6 more\nassign CASA-8 to: 1 Nguyễn/,
  );
  expect(stdout).toContain('CASA-8: assigned to Inês Tavares\n');
  expect(stdout).toContain('CASA-8: tag new-tag added\n');
});

test('who is assigned is named before a number takes that back, also where the list was narrowed to others', async () => {
  const { stdout, stderr } = await hear('a', 'n', 'zoë', 'zoë', '1', 'q');
  expect(stdout).toContain('\nassign CASA-8 to: 1 Zoë Baptiste, unassign\n');
  expect(stderr).toContain('Zoë Baptiste is assigned already; 1 to unassign\n');
  expect(stdout).toContain('\nCASA-8: Zoë Baptiste unassigned\n');
});

test('an item of a checklist has the number that the ticket shows', async () => {
  const world = await openQueue();
  const { checklist } = (await world.json('checklist BERG-9 3')) as { checklist: readonly { text: string }[] };
  expect(checklist).toHaveLength(5);
  const { stdout, stderr } = await hearIn(world, ['/ BERG-9', 'x', '1', '5', 'q']);
  expect(stdout).toContain(`; 5 ${checklist[4]?.text}`);
  expect(stderr).toContain('none of these: 1\n');
  expect(stdout).toContain(`BERG-9: checked off ${checklist[4]?.text}`);
});

test('words find a row or an action; several are numbered, and none is looked for everywhere', async () => {
  const { stdout } = await hear(
    'saturday banner',
    'Status',
    '',
    'casa-9',
    'hebrew',
    'set the',
    '2',
    '',
    'backspace',
    'q',
  );
  for (const ref of ['CASA-17', 'CASA-9', 'CASA-11']) expect(stdout).toMatch(new RegExp(`^${ref} `, 'm'));
  expect(stdout).toContain('status of CASA-17: ');
  expect(stdout).toMatch(/\n1 s set the status\n2 p set the priority\n[\s\S]*\n\d search everywhere for "set the"\n/);
  expect(stdout).toContain('\npriority of CASA-11: ');
  const { stdout: elsewhere } = await hear('no such words at all', 'q');
  expect(elsewhere).toContain('\nnothing was found for "');
});

test('of many that have the words, the first are read out, and ? reads the rest', async () => {
  const { stdout } = await hear('the', '?', '', 'q');
  const [, , first = '', all = ''] = stdout.split(/^(?=1 \S+ )/m);
  expect(first).toMatch(/^(?:[1-5] .*\n){5}(\d+) search everywhere for "the"\n\? for \d+ more\n/);
  expect(all.match(/^\d+ /gm)?.length).toBeGreaterThan(10);
});

test('in the whole text, the keys scroll no further than its ends, and the next ticket is read as a whole', async () => {
  const { stdout, stderr } = await hear('', 'G', 'j', 'k', 'gg', 'J', '', 'R', 'q');
  expect(stdout).toMatch(
    /\n {2}Is that a lot\?\n {2}Is that a lot\?\nline (\d+) of \1\nDescription, 2026-08-31 15:05\n/,
  );
  expect(stdout).toMatch(
    /\nCASA-9 Transcripts[^\n]*\nStatus: open; Priority: low; Category: [\s\S]*\nDescription, [\s\S]*\n2 of 17\n/,
  );
  expect(stderr).not.toContain('lines');
});

test('what is no longer selected or filtered is said', async () => {
  const { stdout } = await hear('space', 'esc', '/ banner', 'esc', 'q');
  expect(stdout).toMatch(/\n2 of 17\nnothing selected\n/);
  expect(stdout).toMatch(
    /\nwaiting on us: 1 of 17 match "banner"; inbox 38\n[\s\S]*\n1 of 1\nwaiting on us: 17 tickets; inbox 38\n$/,
  );
});

test('a key that does nothing here says why, one that changes nothing where one is, and ? names all', async () => {
  const { stdout, stderr } = await hear('gg', 'l', 'l 1h', 'ctrl+l', '>', '8', 'L', '^S', '? ', 'j x', 'q');
  expect(stdout.match(/^1 of 17$/gm)).toHaveLength(2);
  expect(stderr.match(/log time: only for tasks\n/g)).toHaveLength(2);
  expect(stderr).toContain('no key L; ? lists all keys\n');
  expect(stderr).toContain('no key ^S; ? lists all keys\n');
  expect(stderr).toContain('more room for the list: only on a screen\n');
  expect(stdout).not.toContain('on a screen');
  expect(stderr).toContain('redraw the screen: only on a screen\n');
  expect(stderr).toContain('no list 8; ? lists all keys\n');
  expect(stdout).toMatch(/\nDecide\na assign a person\ns set the status\n[\s\S]*\nNot available now\n/);
  expect(stdout).toContain('\nnothing was asked, so this was ignored: x\n');
});

test('lists, tabs, order and filter are named with what they have', async () => {
  const world = await openQueue();
  await world.run(['config', 'set', 'triage-tabs', 'Overdue, -s open']);
  const read = (head: string): RegExp => new RegExp(`^${head}\\n[\\s\\S]*\\n1 of \\d+\\n$`, 'm');
  await converse(world, [
    [/\n1 of 17\n$/, ', r\r'],
    [/^waiting on us: 17 tickets, by ref; inbox 38$/m, 'S i\r'],
    [read('inbox: \\d+ notifications'), 'S t\r'],
    [read('[a-z ]*tasks: \\d+ tasks; inbox 38'), '2\r'],
    [read('open: \\d+ tickets; .*'), '/ banner\r'],
    [/^open: \d of \d+ match "banner"/m, 'esc\r'],
    [/^open: \d+ tickets/m, 'R\r'],
    [/^\d+ of \d+\n$/, 'q\r'],
  ]);
});

test('boxes of a checklist are words', async () => {
  const { stdout } = await hear('BERG-9', '', 'q', 'q');
  expect(stdout).toMatch(/1 \[done\] Understand/);
  expect(stdout).toMatch(/4 \[open\] List of the 63 invoices/);
  expect(stdout).not.toMatch(/[☑☐]/);
});

test('nothing but text goes to the terminal, so what the screen copies is printed, and that is said', async () => {
  const { stdout } = await hear('y', 'f', 'a', 'q');
  expect(stdout).toMatch(
    /\n1 of 17\nprinted, not copied: CASA-8\nfollow in CASA-8\na copy Zoë Baptiste\nb copy José Ángel Muñoz\nprinted, not copied: Zoë Baptiste\n/,
  );
});

test('what an agent proposes is read out, with the keys that decide on it', async () => {
  const { machine } = await openQueueAtHome();
  const env = { TRACKER_ACCESS: 'propose' };
  const body = 'It **is** done:\n\n- `one`\n- [two](https://two.example/)';
  await machine.run(['tickets', 'reply', 'CASA-8', '--body', body], { env });
  const { stdout } = await hearIn(machine, ['', 'q', 'X', 'too short', 'q']);
  const said = `agent, proposed reply, just now
  It is done:

  - one
  - two (https://two.example/)
`;
  expect(stdout).toContain(`Waiting: 11w\n${said}\nJosé Ángel`);
  // Once more with all of it.
  expect(stdout.split(said)).toHaveLength(3);
  expect(stdout).toContain('\n1 of 17; Y send proposal, e edit it, X reject it\n');
  expect(stdout).toContain('rejected');
});

test.each([
  'Yes. <!-- For Bergmann: 4,200 euros --> Bye.',
  'Yes. ![a picture](https://two.example/4,200-euros) Bye.',
  'Yes.\n\n[note]: https://two.example "4,200 euros"\n\nBye.',
  'Yes.\n\n```4,200 euros\nBye.\n```',
])('a proposal is read out as it was written where formatting would hide some of it: %j', async (body) => {
  const { machine } = await openQueueAtHome();
  await machine.run(['tickets', 'reply', 'CASA-8', '--body', body], { env: { TRACKER_ACCESS: 'propose' } });
  const { stdout } = await hearIn(machine, ['q']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`some of it would not be seen ${body.replace(/\s+/g, ' ')} José Ángel`);
});

test('what is proposed meanwhile can be sent at once, and all of it taken back until it goes', async () => {
  const { machine } = await openQueueAtHome();
  const env = { TRACKER_ACCESS: 'propose' };
  const propose = async (): Promise<void> => {
    await machine.run(['tickets', 'reply', 'CASA-8', '--body', 'It is done.'], { env });
    await machine.run(['close', 'CASA-8'], { env });
  };
  const steps: readonly Turn[] = [
    [/\n1 of 17\n$/, '', propose],
    [/\nY send proposal, X reject it\n$/, 'Y\r'],
    [/the proposal will be sent in 30 s[\s\S]*\n2 of 17, 16 left\n$/, 'u\r'],
    [/nothing of the proposal was sent[\s\S]*\n1 of 17; Y send proposal, X reject it\n$/, 'q\r'],
  ];
  await machine.run('config set reply-delay 30');
  await converse(machine, steps);
});

test('keys go on while a list takes long: Esc keeps the one that is shown, and what comes is read out', async () => {
  const machine = await openQueue();
  const { send, close, open } = slowLists(machine);
  const reading = /^reading my tickets\.\.\.; Esc keeps this list\n$/;
  await converse(
    machine,
    [
      [/\n1 of 17\n$/, 'S m\r', close],
      [reading, 'esc\r'],
      [/^1 of 17\n$/, 'S m\r'],
      [reading, '\u001b\r'],
      [/^1 of 17\n$/, 'S m\r'],
      [reading, 'j\r'],
      [/^CASA-9 [\s\S]*\n2 of 17\n$/, 'S t\r'],
      [/^my tasks: [\s\S]*\n1 of \d+\n$/, 'S m\r'],
      [reading, '', open],
      [/^\nmy tickets: [\s\S]*\n1 of \d+\n$/, 'q\r'],
    ],
    { send },
  );
});

test('a comment on a task is called so, and what is undone is said in words', async () => {
  const { stderr } = await converse(await openQueue(), [
    [/\n1 of 17\n$/, 'z h\r'],
    [/ of 17, 16 left\n$/, 'u\r'],
    [/^undone: CASA-8: no longer put off\n[\s\S]*\n1 of 17\n$/, 'S t\r'],
    [/^my tasks: [\s\S]*\n1 of \d+\n$/, 'r\r'],
    [/^Comment(?:, read by|\n)/, 'Hello.\r.\r'],
    [/^Send it\?/m, '2\r'],
    [/saved as a draft/, 'q\r'],
  ]);
  expect(stderr).toContain('Comment:\n');
});

test('rows may be selected and reloaded', async () => {
  const { stdout } = await hear('space', 'space', 'p', 'h', 'R', 'q');
  expect(stdout).toMatch(
    /\n1 selected: CASA-8\n[\s\S]*\n2 selected: CASA-8 and CASA-9\n[\s\S]*\n2 tickets: priority high\n/,
  );
});

describe('a text', () => {
  test('may have several lines, and those that were entered are a draft', async () => {
    const world = await openQueue();
    // At a terminal that gives whole lines, Ctrl-C is a signal.
    const interrupted = { signal: AbortSignal.timeout(3_000) };
    expect((await answerTriage(world, ['r\n', 'One\nTwo\nThr'], interrupted)).code).toBe(130);
    const sent = await answerTriage(world, ['r\n', 'Three\n\n1\n.\nFour\n.\n', 'maybe\n', '1\n', 'q\n']);
    expect(sent.stdout).toMatch(/\nOne\nTwo\n/);
    expect(sent.stderr).toMatch(/a number from 1 to \d/);
    expect(await world.json('tickets view CASA-8')).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ body: 'One\nTwo\nThree\n\n1\n.\nFour' })]),
    });
  });

  test('names who reads it and how it ends, once', async () => {
    const { stdout } = await hear('r', 'Hello.\n.', '', '.', '?', '2', 'n', '.', 'q');
    expect(stdout.replace(/\s+/g, ' ').match(/To end the text, enter a line with only a dot\./g)).toHaveLength(1);
    expect(stdout).toMatch(
      /\nPublic reply, read by José Ángel Muñoz \(the customer\) and everyone at Fundación Casa Azul who can\nsee the ticket\n/,
    );
    expect(stdout).toContain('Send it? 1 yes; 2 keep as draft; 3 yes, then waiting on customer; ? more\n');
    expect(stdout).toContain('\nnot sent; go on with the text\n');
    expect(stdout).toMatch(/\n1 yes\n2 keep as draft\n3 yes, then waiting on customer\n4 yes, then resolved\n/);
    expect(stdout).toContain('CASA-8: saved as a draft; press r to continue\n');
    expect(stdout).toContain('\nInternal note');
  });

  test('is sent, previewed and left by the keys of the screen, each on a line', async () => {
    const { stdout } = await hear('n Call *them* back.', '^P', '^s', 'q');
    expect(stdout).toMatch(/\nCall them back\.\n/);
    expect(stdout).toContain('CASA-8: note added\n');
  });

  test('is completed once it has been entered: what can only mean one is said, and the rest is asked', async () => {
    const world = await openQueue();
    const text = 'To zoe@example.com, #1 and @nobody: (@zoe), @n\n#BERG-1, #banner and #banner.\n^P';
    const { stdout, stderr } = await hearIn(world, ['n', text, '9', '', 'storm', '.', '1', 'q']);
    expect(stdout).toContain(`will look.
@zoe: Zoë Baptiste
@n: Nguyễn Thị Hương
#BERG-1: BERG-1 Access for two new colleagues
#banner (Enter leaves it): 1 CASA-17 ¡Urgente! Banner for Saturday: garden closed because of the
storm
#banner stays as it is
#banner: CASA-17 ¡Urgente! Banner for Saturday: garden closed because of the storm
To zoe@example.com, #1 and @nobody: (@Zoë Baptiste), @Nguyễn Thị Hương
BERG-1, #banner and CASA-17.
Send it? 1 yes; 2 keep as draft`);
    expect(stderr).toContain('Number: none of these: 9\n');
    const { messages } = (await world.json('tickets view CASA-8')) as { messages: readonly { body: string }[] };
    expect(messages.at(-1)?.body.replaceAll(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'ID')).toBe(
      'To zoe@example.com, #1 and @nobody: (@[Zoë Baptiste](ID)), @[Nguyễn Thị Hương](ID)\n~[BERG-1](ticket:ID), #banner and ~[CASA-17](ticket:ID).',
    );
  });

  test('that was not entered is not kept, and that is said', async () => {
    const stopping = new AbortController();
    const { code, stderr } = await answerTriage(await openQueue(), ['r\n', 'Half a sentence'], {
      signal: stopping.signal,
      // A line that is not entered is not shown to the program, so that nothing says when it has been typed.
      player: (written) => written.includes('To end the text') && setTimeout(() => stopping.abort(), 200),
    });
    expect(code).toBe(130);
    expect(stderr).toContain('a line is kept only once you press Enter; this one was lost');
  });
});

test.each([
  ['1', 'open', 'reply sent'],
  ['3', 'waiting_on_customer', 'reply sent, now waiting on customer'],
  ['resolved', 'resolved', 'reply sent, now resolved'],
])('a text is sent with the status that answer %s names', async (answer, status, said) => {
  const world = await openQueue();
  const { stdout } = await hearIn(world, ['r Hello.', '.', answer, 'q']);
  expect(stdout).toContain(`CASA-8: ${said}\n`);
  expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { status } });
});

test('a draft with a status keeps it, unless another is chosen', async () => {
  const { world, machine } = await openQueueAtHome();
  await playTriage(machine, [
    { shows: opened, type: 'rHello\t' },
    { shows: /\[waiting on customer\]/, type: '\u001b' },
    { shows: /saved as a draft/, type: 'q' },
  ]);
  const { stdout } = await hearIn(machine, ['r', '.', '3', 'q']);
  expect(stdout).toContain(
    'Send it? 1 yes, then waiting on customer; 2 keep as draft; 3 yes, but keep the status; ? more\n',
  );
  expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { status: 'open' } });
});

test('a terminal that a killed program has left is put right, unless nothing may be sent to it', async () => {
  const world = await openQueue();
  expect((await answerTriage(world, ['q\n'], { line: 'triage --plain', env: { TERM: 'xterm' } })).stdout).not.toContain(
    '\u001b[?',
  );
});

test('an internal note is marked with words, not with a sign', async () => {
  const world = await openQueue();
  await world.run(['tickets', 'note', 'CASA-8', '-b', 'Between us']);
  const { stdout } = await hearIn(world, [': CASA-8', 'q']);
  expect(stdout).toMatch(/Mara Lindqvist, internal note, [^\n]*\n {2}Between us/);
  expect(stdout).not.toContain('│');
});
