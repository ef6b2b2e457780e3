import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readUnsent, withDraft } from '../../../src/commands/triage/kept/found-texts.js';
import { createKeptEntries, type KeptEntries } from '../../../src/commands/triage/kept/kept-entries.js';
import { adopt, takeOver } from '../../../src/commands/triage/kept/take-over.js';
import type { SessionParts } from '../../../src/commands/triage/shared.js';
import { fullAccess } from '../../../src/contract/access.js';
import { type ClaimParts, withClaim } from '../../../src/ledger/claim.js';
import { type WritingMessage, writingIn } from '../../../src/triage/model/mode.js';
import { fieldWith } from '../../../src/triage/model/texts/text-field.js';
import type { Event } from '../../../src/triage/model/update.js';
import { realProcesses } from '../../disk/real-processes.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeFolder, within } from '../../support/computer/folder.js';
import { Session, stateWith, ticket } from '../../triage/state.js';

/** A triage without a screen and a server, and what it keeps. */
interface Desk {
  readonly session: Session;
  readonly shared: SessionParts;
  readonly kept: KeptEntries;
  tell(event: Event): void;
  /** Presses keys, and does what the model asks for. */
  press(keys: string): Desk;
}

let folder: string;
let open: Desk[];

beforeEach(() => {
  folder = makeFolder();
  open = [];
});

afterEach(async () => {
  for (const { kept } of open) await kept.end();
});

async function openDesk(owner = 'mara', items = [ticket('A-1'), ticket('A-2')]): Promise<Desk> {
  const session = new Session(stateWith(items));
  // What is kept late must not get into the folder of another test.
  const own = folder;
  // What a reference meant the last time.
  const index = { find: (_kind: string, ref: string) => ({ ref, uuid: 'another', title: '' }), all: () => [] };
  const client = { base: new URL('https://work.example'), index, owner: async () => owner, userId: owner };
  const context = {
    client: async () => client,
    ...{ now: () => new Date('2026-11-20T16:40:00Z'), show: { warn: async () => undefined } },
    settings: { access: fullAccess, folders: { state: within(own) }, processes: realProcesses },
    signal: new AbortController().signal,
  };
  const tell = (event: Event): void => {
    session.tell(event);
    kept.sync(session.state);
  };
  const part = { context, client, state: () => session.state, dispatch: tell } as unknown as SessionParts;
  const kept = await createKeptEntries(part.context, tell);
  const shared: SessionParts = { ...part, kept };
  const desk: Desk = {
    ...{ session, shared, kept, tell },
    press(keys) {
      for (const [key] of keys.matchAll(/<[\w+]+>|[\s\S]/g)) {
        session.press(key);
        kept.sync(session.state);
      }
      return desk;
    },
  };
  open.push(desk);
  return desk;
}

const offline: Event = { is: 'badge', badge: { is: 'offline' } };

const onDisk = () => draftsIn(folder);
const bodies = (): readonly unknown[] => onDisk().map(({ flags }) => flags.body);
const states = (): readonly (readonly unknown[])[] => onDisk().map(({ words, state }) => [words.join(' '), state]);

const wait = async (ms = 400): Promise<void> => void (await pause(ms));

describe('a text', () => {
  test('is on disk from the first key, and within a second however steadily one types', async () => {
    const desk = (await openDesk()).press('rx');
    expect(states()).toEqual([['tickets reply A-1', 'writing']]);
    for (let key = 0; key < 19; key++) {
      desk.press('x');
      await wait(100);
    }
    expect(String(bodies()[0]).length).toBeGreaterThan(10);
    await wait();
    expect(bodies()).toEqual(['x'.repeat(20)]);
    desk.press('<esc>');
    expect(states()).toEqual([['tickets reply A-1', 'unsent']]);
  });

  test.each([0, 400])('is the same entry when it waits to be sent, and is written on (after %d ms)', async (ms) => {
    const desk = (await openDesk()).press('rWe are on it.');
    const [{ id } = { id: '' }] = onDisk();
    desk.tell(offline);
    await wait(ms);
    desk.press('<ctrl+s>');
    await wait(1_000);
    expect(onDisk()).toMatchObject([{ id, state: 'waiting', flags: { body: 'We are on it.' } }]);
    expect(desk.session.state.pending).toMatchObject([{ isHeld: true, message: { draft: id } }]);
    // Another text for the same ticket does not replace it.
    desk.press('krAnd more.<esc>');
    expect(bodies()).toEqual(['We are on it.', 'And more.']);
    desk.press('u');
    await wait(1_000);
    expect(states()).toEqual([
      ['tickets reply A-1', 'unsent'],
      ['tickets reply A-1', 'unsent'],
    ]);
    expect(bodies()).toEqual(['We are on it.', 'And more.']);
  });

  test('for two rows is one entry that names both, and one for each when it waits; u makes it one again', async () => {
    const desk = (await openDesk()).press('  rWe are on it.');
    expect(onDisk()).toMatchObject([
      { words: ['tickets', 'reply', 'A-2', 'A-1'], targets: { 'a-1': 'id-A-1', 'a-2': 'id-A-2' } },
    ]);
    desk.tell({ is: 'badge', badge: { is: 'live' } });
    (desk.session as { state: unknown }).state = { ...desk.session.state, replyDelayMs: 5_000 };
    desk.press('<ctrl+s>');
    expect(states()).toEqual([
      ['tickets reply A-2', 'waiting'],
      ['tickets reply A-1', 'waiting'],
    ]);
    desk.press('u');
    await wait(1_000);
    expect(states()).toEqual([['tickets reply A-2 A-1', 'writing']]);
  });

  test('that another program has changed is left to it, and that is said once', async () => {
    const desk = (await openDesk()).press('rWe are on it.');
    await wait();
    const [theirs] = onDisk();
    const { ledger } = desk.kept.parts;
    rmSync(ledger.lockFile(Number(theirs?.id)));
    ledger.replace({ ...ledger.read(theirs?.id ?? ''), flags: { body: 'Changed there.' } });
    for (const text of [' And', ' more.']) {
      desk.press(text);
      await wait();
      expect(desk.session.state.notice?.text).toMatch(/^your draft was changed, sent or deleted elsewhere/);
    }
    expect(bodies()).toEqual(['Changed there.', 'We are on it. And more.']);
  });

  test('nor is it written over by what is sent at once', async () => {
    const desk = (await openDesk()).press('rWe are on it.');
    const { ledger } = desk.kept.parts;
    await wait();
    rmSync(ledger.lockFile(1));
    ledger.replace({ ...ledger.read('1'), flags: { body: 'Changed there.' } });
    desk.press('<ctrl+s>');
    expect(onDisk().map(({ state, flags }) => [state, flags.body])).toEqual([
      ['writing', 'Changed there.'],
      ['waiting', 'We are on it.'],
    ]);
  });

  test('is no longer a draft once another program has sent it', async () => {
    const desk = (await openDesk()).press('rWe are on it.<ctrl+s>');
    const decision = desk.session.pending();
    expect(desk.kept.whereIs(decision)).toBe('draft');
    const { ledger } = desk.kept.parts;
    ledger.replace({ ...ledger.read('1'), state: 'done', flags: undefined });
    expect(desk.kept.whereIs(decision)).toBeUndefined();
  });

  test('R79: about the task of a notification is not kept as a reply to a ticket with the same reference', async () => {
    const desk = await openDesk();
    const task = { id: 'SCM-9', uuid: 'task-9', title: 'Queue writes' };
    const row = { id: 'n1', kind: 'task', title: 'Commented', entityId: 'task-9' };
    const item = { uuid: 'n1', ref: 'n1', kind: 'notification' as const, row };
    desk.session.state = { ...stateWith([item]), kind: 'notification', details: new Map([['n1', { task }]]) };
    desk.press('rinternal');
    expect(onDisk()).toMatchObject([{ words: ['tasks', 'comment', 'SCM-9'] }]);
  });
});

describe('where nothing can be written', () => {
  const block = (): void => writeFileSync(join(folder, 'ledger'), '');

  test('one that may have arrived still says so when it is written again', async () => {
    block();
    const desk = (await openDesk()).press('rWe are on it.<ctrl+s>');
    const decision = desk.session.pending();
    expect(desk.kept.whereIs(decision, true)).toBe('memory');
    const outcomes = decision.targets.map((target) => ({ target, is: 'refused' as const, why: 'no answer' }));
    desk.tell({ is: 'sent', decision, outcomes, words: '', text: 'memory' });
    desk.press('kr');
    const blank = writingIn(desk.session.state.mode);
    if (!blank) throw new Error('nothing is written');
    const found = await withDraft(desk.shared, 'ticket', blank);
    expect(found.remark).toMatch(/; it may have arrived, so check above before you send it again$/);
    desk.tell({ is: 'begun', writing: found, inEditor: false });
    rmSync(join(folder, 'ledger'));
    desk.press(' Soon.<esc>');
    expect(onDisk()[0]).toMatchObject({ state: 'doubtful', flags: { body: 'We are on it. Soon.' } });
  });
});

test('a decision that was kept, and that a full disk could not keep as it is now, is not sent again', async () => {
  const desk = (await openDesk()).press('sr');
  // What is written beside its file cannot be; what is cut off can.
  mkdirSync(desk.kept.parts.ledger.path(1).concat('.new'));
  const decision = { ...desk.session.pending(), notBefore: 1 };
  desk.tell({ is: 'held', decision, why: 'later' });
  expect(desk.session.state.isUnkept).toBe(true);
  await desk.kept.whileSending(desk.session.pending(), async (_entry, isKept) => expect(isKept).toBe(false));
  const outcomes = decision.targets.map((target) => ({ target, is: 'done' as const }));
  desk.tell({ is: 'sent', decision, outcomes, words: '' });
  expect([onDisk(), desk.kept.memory.size, desk.session.state.isUnkept]).toEqual([[], 0, false]);
});

describe('a decision', () => {
  test('is an entry that waits, from the moment it is made; u deletes it', async () => {
    const desk = (await openDesk()).press('sr');
    expect(onDisk()).toMatchObject([
      { state: 'waiting', words: ['tickets', 'edit', 'A-1'], flags: { status: 'resolved' }, isRepeatable: true },
    ]);
    desk.tell({ is: 'held', decision: desk.session.pending(), why: 'no server' });
    desk.press('u');
    expect(onDisk()).toEqual([]);
  });

  test('is claimed for as long as its triage runs', async () => {
    const desk = (await openDesk()).press('sr');
    await wait(0);
    const other = await openDesk();
    expect((await takeOver(other.shared)).taken).toEqual([]);
    await desk.kept.end();
    const { taken } = await takeOver(other.shared);
    expect(taken.map(({ decision }) => decision.what)).toEqual(['status']);
    const third = await openDesk();
    expect((await takeOver(third.shared)).taken).toEqual([]);
    for (const { lock } of taken) lock.release();
  });

  test('that is taken over is sent from there, before what was decided there, and u takes it back', async () => {
    const desk = (await openDesk()).press('  srkph');
    await wait(0);
    await desk.kept.end();
    const other = (await openDesk()).press('jsr');
    const left = adopt({ ...other.shared, state: other.session.state }, await takeOver(other.shared));
    other.tell({ is: 'taken', ...left });
    expect(other.session.state.pending.map(({ what, value }) => [what, value])).toEqual([
      ['status', 'resolved'],
      ['priority', 'high'],
      ['status', 'resolved'],
    ]);
    expect(onDisk()).toHaveLength(3);
    expect(other.session.sent()).toContain('status resolved A-1 A-2');
  });

  test('of another version that says which flags were not given is taken over, too', async () => {
    const desk = (await openDesk()).press('rHello<ctrl+s>');
    await wait(0);
    await desk.kept.end();
    const path = join(folder, 'ledger', '1.jsonl');
    const head = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify({ ...head, flags: { ...head.flags, attach: [] } })}\n`);
    const { taken, queued } = await takeOver((await openDesk()).shared);
    expect(taken.map(({ decision }) => [decision.what, decision.message?.body])).toEqual([['reply', 'Hello']]);
    expect(queued).toEqual([]);
    for (const { lock } of taken) lock.release();
  });

  test.each([
    ['that this one does not know', { decision: { what: 'merge' }, flags: { merge: 'A-9' } }],
    ['with more than this one would send', { decision: {}, flags: { status: 'closed', visibility: 'team' } }],
  ])('of another version %s is left as it is', async (_what, change) => {
    const desk = (await openDesk()).press('sr');
    await wait(0);
    await desk.kept.end();
    const path = join(folder, 'ledger', '1.jsonl');
    const head = JSON.parse(readFileSync(path, 'utf8'));
    const text = `${JSON.stringify({ ...head, ...change, decision: { ...head.decision, ...change.decision } })}\n`;
    writeFileSync(path, text);
    const { taken, queued } = await takeOver((await openDesk()).shared);
    expect([taken, queued.map(({ number }) => number)]).toEqual([[], [1]]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test("R70: another account's is never taken over, and its texts are never offered", async () => {
    const desk = (await openDesk()).press('srrHello<esc>');
    await wait(0);
    await desk.kept.end();
    const jose = await openDesk('jose');
    expect((await takeOver(jose.shared)).taken).toEqual([]);
    expect(await readUnsent(jose.shared)).toEqual({ texts: [], queued: [], proposals: [] });
    expect((await readUnsent((await openDesk()).shared)).texts).toHaveLength(1);
  });

  test('that was being sent by a killed program is doubtful, and is not sent again', async () => {
    const desk = (await openDesk()).press('srrHello<ctrl+s>');
    await wait(0);
    const { ledger } = desk.kept.parts;
    for (const { id } of onDisk()) ledger.step(Number(id), 'send', { at: '2026-01-01T00:00:00Z' });
    await desk.kept.end();
    const other = await openDesk();
    // Whoever has read that before.
    await readUnsent(other.shared);
    const { taken, doubtful } = await takeOver(other.shared);
    expect(taken).toEqual([]);
    expect(doubtful).toMatchObject([
      { what: 'status', isBegun: true },
      { what: 'reply', isBegun: true },
    ]);
    expect((await takeOver(other.shared)).doubtful).toEqual([]);
    expect(states()).toEqual([
      ['tickets edit A-1', 'doubtful'],
      ['tickets reply A-2', 'doubtful'],
    ]);
  });
});

describe('the text to go on with', () => {
  const [ours, other] = ['0a1b2c3d-0000-4000-8000-000000000001', '0a1b2c3d-0000-4000-8000-000000000002'];
  const more = [{ row: other, uuid: other, ref: 'BERG-16' }];
  const writing = (uuid: string, text: string, others: WritingMessage['targets'] = []): WritingMessage => ({
    ...{ is: 'write', what: 'reply', row: uuid, field: fieldWith(text), before: undefined },
    targets: [{ row: uuid, uuid, ref: 'SCM-9' }, ...others],
    ...{ status: undefined, attach: [], draft: undefined },
  });
  const write = (desk: Desk, given: WritingMessage): void => {
    desk.session.state = { ...desk.session.state, mode: given };
    desk.tell({ is: 'said', notice: undefined });
  };
  const left = async (given: WritingMessage): Promise<Desk> => {
    const desk = await openDesk();
    write(desk, given);
    await desk.kept.end();
    return await openDesk();
  };
  const offered = async ({ shared }: Desk, given = writing(ours, ''), kind: 'ticket' | 'task' = 'ticket') =>
    (await withDraft(shared, kind, given)).field.text;

  test('R79: is one for the row, not one for another that has its reference', async () => {
    const desk = await left(writing(ours, 'Hello'));
    expect(await offered(desk)).toBe('Hello');
    expect(await offered(desk, writing(other, ''))).toBe('');
    expect(await offered(desk, writing(ours, ''), 'task')).toBe('');
  });

  test('R79: is known by its reference where its target is not, to its own command', async () => {
    const desk = await left(writing(ours, 'Hello'));
    const { ledger } = desk.kept.parts;
    ledger.replace({ ...ledger.read('1'), targets: undefined });
    expect(await offered(desk)).toBe('Hello');
    expect(await offered(desk, writing(ours, ''), 'task')).toBe('');
  });

  test('is for exactly these rows, in any order', async () => {
    const desk = await left(writing(ours, 'Hello', more));
    expect(await offered(desk)).toBe('');
    const [first, second] = writing(ours, '', more).targets;
    const turned = { ...writing(ours, ''), targets: [second, first].filter((each) => each !== undefined) };
    expect(await offered(desk, turned)).toBe('Hello');
  });

  test('is none that another program is writing or about to send', async () => {
    const first = await openDesk('mara', [ticket('SCM-9')]);
    write(first, writing(ours, 'Hello'));
    await wait(0);
    const desk = await openDesk();
    expect(await withDraft(desk.shared, 'ticket', writing(ours, ''))).toMatchObject({
      remark: expect.stringMatching(/^your draft from .+ is being written in another window$/),
    });
    await desk.kept.end();
    first.kept.parts.ledger.step(1, 'queue');
    expect(await withDraft(desk.shared, 'ticket', writing(ours, ''))).toEqual(writing(ours, ''));
  });

  test('is not sent or deleted elsewhere while it is written, and nobody waits for whoever is writing', async () => {
    const desk = (await openDesk()).press('rHello');
    await wait(0);
    const parts: ClaimParts = { ledger: desk.kept.parts.ledger, processes: realProcesses };
    const before = performance.now();
    await expect(withClaim(parts, { number: 1 }, async () => undefined)).rejects.toMatchObject({
      ...{ kind: 'conflict', message: 'draft 1 is being written in another window; nothing was sent' },
    });
    expect(performance.now() - before).toBeLessThan(2_000);
    desk.press('<esc>');
    expect(await withClaim(parts, { number: 1 }, async () => 'free')).toBe('free');
  });
});

describe('a claim that was lost while the program was stopped', () => {
  const begin = async (): Promise<Desk> => {
    const desk = (await openDesk()).press('rHello');
    await wait();
    expect(await desk.kept.claims.isHeld(1)).toBe(true);
    rmSync(desk.kept.parts.ledger.lockFile(1));
    return desk;
  };

  test('is taken again if nobody has changed the text', async () => {
    const { kept } = await begin();
    expect(await kept.claims.isHeld(1)).toBe(true);
    const other = withClaim({ ...kept.parts, held: undefined }, { number: 1 }, async () => undefined);
    await expect(other).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('is left to another program that is writing now', async () => {
    const { session } = await begin();
    const other = await openDesk();
    other.session.state = session.state;
    other.kept.sync(session.state);
    expect(await other.kept.claims.isHeld(1)).toBe(true);
    expect(await open[0]?.kept.claims.isHeld(1)).toBe(false);
    open[0]?.press(' there');
    await wait();
    expect(bodies()).toEqual(['Hello', 'Hello there']);
  });

  test('is left to another program that is sending the message, whatever is pressed here', async () => {
    const desk = (await openDesk()).press('rHello<ctrl+s>');
    desk.tell({ is: 'held', decision: desk.session.pending(), why: 'no server' });
    await wait();
    const { ledger } = desk.kept.parts;
    rmSync(ledger.lockFile(1));
    const theirs = ledger.step(1, 'send');
    desk.press('u');
    expect(ledger.find(1)).toEqual({ ...theirs });
  });

  test.each([
    ['changed', { flags: { body: 'Changed' } }],
    ['sent', { state: 'done' }],
  ] as const)('is given up if the text was %s', async (_what, change) => {
    const { kept } = await begin();
    const { ledger } = kept.parts;
    ledger.replace({ ...ledger.read('1'), ...change });
    expect(await kept.claims.isHeld(1)).toBe(false);
    expect(await kept.claims.isHeld(1)).toBe(false);
  });
});
