import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { mountSmallDisk } from '../../support/computer/small-disk.js';
import { openQueueAtHome } from '../../support/run.js';
import { hanging } from '../../support/servers/hanging.js';
import { droppingWrites, refusingWrites } from '../../support/servers/meddling.js';
import { answerTriage, opened, playTriage, send } from '../../support/triage.js';

/** A state folder in which nothing of triage can be kept, as on a full disk. */
async function machineWithFullDisk() {
  const { world, machine } = await openQueueAtHome();
  mkdirSync(join(machine.folder, 'state'), { recursive: true });
  writeFileSync(join(machine.folder, 'state', 'ledger'), '');
  return { world, machine };
}

test('where nothing can be kept on disk, it is said, and decisions and texts are sent all the same', async () => {
  const { world, machine } = await machineWithFullDisk();
  const { stderr, shot } = await playTriage(
    machine,
    [
      { shows: opened, type: 's' },
      { shows: /r resolved/, type: 'r' },
      { shows: /✓ CASA-8: open → resolved/, type: 'r' },
      { shows: /PUBLIC to CASA-9/, type: 'We are on it' },
      {
        shows: /! could not save a draft of your reply: E\w+; it is kept only until you quit/,
        ...{ type: '.', name: 'warned' },
      },
      { shows: /We are on it\./, type: send },
      { shows: /✓ CASA-9: reply sent/, type: 'nNot yet' },
      { shows: /! could not save a draft of your note: E\w+; it is kept only until you quit/, type: '\u001b' },
      { shows: /! CASA-\d+: your note is kept only until you quit/, type: 'n' },
      { shows: /> Not yet/, type: '\u001b' },
      { shows: /! CASA-\d+: your note is kept only until you quit/, type: 'q' },
    ],
    { code: 1 },
  );
  expect(stderr).toMatch(
    /could be neither sent nor kept on disk \(\w+\)[\s\S]*tracker tickets note CASA-\d+ --body 'Not yet'\n$/,
  );
  expect(shot('warned')).not.toMatch(/warning|\^\[/);
  const { messages } = (await world.json('tickets view CASA-9')) as { messages: { body: string }[] };
  expect(messages.filter(({ body }) => body === 'We are on it.')).toHaveLength(1);
});

test('what cannot be undone says so once, and undo is not offered', async () => {
  const { machine } = await machineWithFullDisk();
  const reason = 'cannot be undone, because the state folder cannot be written to';
  const { words } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*CASA-8 [\s\S]*newest first[\s\S]*u undo/, type: 'sr' },
      { shows: /✓ CASA-8[\s\S]*it\s+cannot\s+be\s+undone/, type: 'ph', name: 'first' },
      { shows: /✓ CASA-9/, type: 'u', name: 'second' },
      { shows: /! your last change cannot/, type: 'q', name: 'undo' },
    ],
    // There is room for all keys.
    { size: { columns: 200, rows: 30 } },
  );
  expect(words('first')).toContain(`✓ CASA-8: open → resolved; it ${reason}`);
  expect(words('second')).not.toContain('cannot be undone');
  expect(`${words('first')}${words('second')}`).not.toContain('u undo');
  expect(words('undo')).toContain(`! your last change ${reason}`);
});

test('all the same with --plain', async () => {
  const { world, machine } = await machineWithFullDisk();
  const keys = ['s\n', 'r\n', 'u\n', 'r\n', 'We are on it.\n.\n', '1\n', 'q\n'];
  const { code, stdout, stderr } = await answerTriage(machine, keys);
  expect(code).toBe(0);
  expect(stdout).toMatch(/CASA-8: open to resolved[\s\S]*CASA-9: reply sent/);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /your last change cannot be undone, because the state folder cannot be written to/,
  );
  expect(stripVTControlCharacters(stderr).match(/warning: what is changed now cannot be undone later/g)).toHaveLength(
    1,
  );
  expect(await world.json('tickets view CASA-9')).toMatchObject({
    messages: expect.arrayContaining([expect.objectContaining({ body: 'We are on it.' })]),
  });
});

test('what may have arrived stands apart from what was not sent, and all is said once', async () => {
  const { world, machine } = await machineWithFullDisk();
  const hung = hanging(world.send);
  const ended = await playTriage(
    machine,
    [
      { shows: opened, type: `nOne${send}` },
      { shows: /~ +\S+ \S CASA-8/, type: `jnTwo${send}` },
      { shows: /~ +\S+ \S CASA-9/, type: 'j  nThree' },
      { shows: /NOTE · INTERNAL to 2 tickets[\s\S]*Three/, type: '\u001b' },
      { shows: /: your note is kept only until you quit/, before: async () => await hung.hangs, type: 'q' },
      { shows: /2 not sent yet[\s\S]*k quit and print the commands that send it/, type: 'k' },
    ],
    { line: 'triage -I work --teach', send: hung.send, code: 1 },
  );
  expect(ended.stdout).not.toContain('tracker ');
  const lines = stripVTControlCharacters(ended.stderr).split('\n');
  expect(lines.slice(-8)).toEqual([
    'warning: CASA-8: the note may have arrived; check before you do it again',
    expect.stringMatching(
      /^warning: what may have arrived could not be kept on disk \(\w+\); only if it has not, run:$/,
    ),
    'tracker -I work tickets note CASA-8 --body One',
    expect.stringMatching(/^warning: 3 could be neither sent nor kept on disk \(\w+\); to send, run:$/),
    'tracker -I work tickets note CASA-9 --body Two',
    expect.stringMatching(/^tracker -I work tickets note \S+ --body Three$/),
    expect.stringMatching(/^tracker -I work tickets note \S+ --body Three$/),
    '',
  ]);
});

test.each([
  ['a decision', 'sr', /✓ CASA-8: open → resolved/],
  ['a note', `nOne${send}`, /✓ CASA-8: note added/],
])(
  '%s that waits and cannot be marked as being sent waits until it can be, and is sent once',
  async (_what, keys, done) => {
    const { world, machine } = await openQueueAtHome();
    let isAway = true;
    let writes = 0;
    const connect: Send = async (request) => {
      if (request.method === 'GET') return await world.send(request);
      if (isAway) throw new NetworkFailure('connection refused', true);
      writes++;
      return await world.send(request);
    };
    const ledger = join(machine.folder, 'state', 'ledger');
    const steps = [
      { shows: opened, type: keys },
      {
        shows: /will be sent when the server is back/,
        before: () => {
          const [{ id } = { id: '' }] = draftsIn(join(machine.folder, 'state'));
          mkdirSync(join(ledger, `${id}.jsonl.new`));
          isAway = false;
        },
        type: 'R',
      },
      {
        shows: /! [^!]*cannot\s+write[\s\S]*will\s+be\s+sent\s+when\s+that\s+works\s+again/,
        before: () => {
          expect(writes).toBe(0);
          for (const name of readdirSync(ledger)) if (name.endsWith('.new')) rmdirSync(join(ledger, name));
        },
        type: 'R',
      },
      { shows: done, type: 'q' },
    ];
    await playTriage(machine, steps, { send: connect });
    expect(writes).toBe(1);
    expect(draftsIn(join(machine.folder, 'state'))).toEqual([]);
  },
);

test.each([
  ['refused', (service: Send) => refusingWrites(service, 400), /1 could be neither [^\n]*/],
  ['lost', droppingWrites, /what may have arrived could not be kept [^\n]*only if it has not, run:/],
] as const)('the text of a message that was %s is kept until the end', async (_how, connect, said) => {
  const { world, machine } = await machineWithFullDisk();
  const steps = [
    { shows: opened, type: `nOne${send}` },
    {
      shows:
        /! CASA-8: [\s\S]*; your\s+text\s+is\s+kept\s+only\s+until\s+you\s+quit;\s+press\s+n\s+there\s+to\s+continue/,
      type: 'q',
    },
  ];
  const ended = await playTriage(machine, steps, { send: connect(world.send), code: 1 });
  expect(ended.stderr).toMatch(said);
  expect(ended.stderr).toMatch(/\ntracker tickets note CASA-8 --body One\n$/);
});

const probe = mountSmallDisk(16);
probe?.remove();

test.skipIf(!probe)(
  'a draft says that the disk is full by now, until it is not, and is deleted once its text is sent',
  async () => {
    const disk = mountSmallDisk(64);
    if (!disk) throw new Error('it could be mounted a moment ago');
    try {
      const { world, machine } = await openQueueAtHome();
      const drafts = () => draftsIn(disk.folder);
      const leave = (bytes: number) => () => disk.leave(bytes);
      const fill = async (): Promise<void> => {
        await expect.poll(drafts).toHaveLength(1);
        disk.leave(0);
      };
      const steps = [
        { shows: opened, type: 'nBefore' },
        { shows: /> Before/, before: fill, type: ' full' },
        { shows: /could not save a draft of your note: the disk is full;/, before: leave(16), type: ' again' },
        { shows: /^(?![\s\S]*could not save)[\s\S]*> Before full again/, before: leave(0), type: ' and full' },
        { shows: /could not save a draft of your note: the disk is full;/, type: send },
        { shows: /✓ CASA-8: note added/, type: 'q' },
      ];
      await playTriage(machine, steps, { env: { TRACKER_STATE_DIR: disk.folder } });
      expect(drafts()).toEqual([]);
      expect(await world.json('tickets view CASA-8')).toMatchObject({
        messages: expect.arrayContaining([expect.objectContaining({ body: 'Before full again and full' })]),
      });
    } finally {
      disk.remove();
    }
  },
);
