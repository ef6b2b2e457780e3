import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Shared } from '../../../src/commands/triage/shared.js';
import { createDraftInUse, type DraftInUse } from '../../../src/commands/triage/unsent/draft-in-use.js';
import { keepMessage, unsentMessages, withDraft } from '../../../src/commands/triage/unsent/drafts.js';
import { ledgerOf } from '../../../src/compose/saved/drafts.js';
import { withClaim } from '../../../src/ledger/claim.js';
import { openLedger } from '../../../src/ledger/store.js';
import type { Decision } from '../../../src/triage/model/decision.js';
import type { WritingMessage } from '../../../src/triage/model/mode.js';
import { fieldWith } from '../../../src/triage/model/text-field.js';
import { realProcesses } from '../../disk/real-processes.js';
import { makeFolder } from '../../support/computer/folder.js';
import { until } from '../../support/until.js';
import { stateWith, ticket } from '../../triage/state.js';

const [ours, other] = ['0a1b2c3d-0000-4000-8000-000000000001', '0a1b2c3d-0000-4000-8000-000000000002'];

let folder: string;
const ledger = () =>
  openLedger(
    () => folder,
    () => new Date('2026-11-20T16:40:00Z'),
  );
let shared: Shared;
let waitingElsewhere: readonly Decision[];
let userId: string | undefined;

beforeEach(() => {
  folder = makeFolder();
  userId = 'mara';
  waitingElsewhere = [];
  // What the reference meant the last time.
  const index = { find: (_kind: string, ref: string) => ({ ref, uuid: other, title: '' }) };
  shared = {
    context: {
      client: async () => ({ base: new URL('https://work.example'), index, userId, owner: async () => userId }),
      now: () => new Date('2026-11-20T16:40:00Z'),
      settings: { folders: { state: () => folder }, processes: realProcesses },
      signal: new AbortController().signal,
    },
    ...{ state: () => stateWith([ticket('SCM-9')]), notKept: { warn: async () => undefined } },
    pendingFile: { others: () => waitingElsewhere },
  } as unknown as Shared;
});

const writing = (uuid: string, text: string, more: WritingMessage['targets'] = []): WritingMessage => ({
  ...{ is: 'write', what: 'reply', row: uuid, field: fieldWith(text) },
  targets: [{ row: uuid, uuid, ref: 'SCM-9' }, ...more],
  ...{ status: undefined, attach: [], draft: undefined },
});

test('R79: the composer begins with a draft for the row, not with one for another that has its reference', async () => {
  await keepMessage(shared, 'ticket', writing(ours, 'Hello'));
  expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('Hello');
  expect((await withDraft(shared, 'ticket', writing(other, ''))).field.text).toBe('');
  expect((await withDraft(shared, 'task', writing(ours, ''))).field.text).toBe('');
});

test('R79: a draft that knows no target is known by its reference, to its own command', async () => {
  const words = ['tickets', 'reply', 'scm-9'];
  ledger().begin({ state: 'unsent', url: 'https://work.example', owner: '', words, flags: { body: 'Hello' } });
  expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('Hello');
  expect((await withDraft(shared, 'task', writing(ours, ''))).field.text).toBe('');
});

test("R70: the composer never begins with another user's text", async () => {
  await keepMessage(shared, 'ticket', writing(ours, 'Hello'));
  for (const other of ['jose', undefined]) {
    userId = other;
    expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('');
    expect(await unsentMessages(shared.context)).toEqual([]);
  }
  userId = 'mara';
  expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('Hello');
  expect(await unsentMessages(shared.context)).toHaveLength(1);
});

describe('a draft', () => {
  const more = [{ row: other, uuid: other, ref: 'BERG-16' }];

  test('for one row is not offered for several', async () => {
    await keepMessage(shared, 'ticket', writing(ours, 'Hello'));
    expect((await withDraft(shared, 'ticket', writing(ours, '', more))).field.text).toBe('');
    expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('Hello');
  });

  test('for several rows names them all, and is offered for exactly these', async () => {
    await keepMessage(shared, 'ticket', writing(ours, 'Hello', more));
    const [draft] = await unsentMessages(shared.context);
    expect(draft).toMatchObject({
      words: ['tickets', 'reply', 'SCM-9', 'BERG-16'],
      targets: { 'scm-9': ours, 'berg-16': other },
    });
    expect((await withDraft(shared, 'ticket', writing(ours, ''))).field.text).toBe('');
    const [first, second] = writing(ours, '', more).targets;
    const turned = { ...writing(ours, ''), targets: [second, first].filter((each) => each !== undefined) };
    expect(await withDraft(shared, 'ticket', turned)).toMatchObject({
      draft: String(draft?.number),
      field: { text: 'Hello' },
    });
    const third = { row: 'three', uuid: '0a1b2c3d-0000-4000-8000-000000000003', ref: 'A-3' };
    expect((await withDraft(shared, 'ticket', writing(ours, '', [...more, third]))).field.text).toBe('');
  });
});

test('a draft that another program is writing is not offered, and an older one is', async () => {
  const older = await keepMessage(shared, 'ticket', writing(ours, 'Older'));
  const later = { ...shared, context: { ...shared.context, now: () => new Date('2026-11-20T16:50:00Z') } };
  const newer = await keepMessage(later, 'ticket', writing(ours, 'Newer'));
  const offered = async () => await withDraft(shared, 'ticket', writing(ours, ''));
  expect((await offered()).draft).toBe(newer);
  const first = createDraftInUse(shared.context);
  first.use(newer);
  expect(await offered()).toMatchObject({ field: fieldWith('Older'), draft: older });
  const second = createDraftInUse(shared.context);
  second.use(older);
  expect(await offered()).toMatchObject({
    ...{ field: fieldWith(''), draft: undefined },
    remark: expect.stringMatching(/^your draft from .+ is being written in another window$/),
  });
  await Promise.all([first.end(), second.end()]);
  expect((await offered()).draft).toBe(newer);
  expect(readdirSync(join(folder, 'ledger')).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

test('a draft that is being written is not sent or deleted elsewhere, and nobody waits for whoever is writing', async () => {
  const id = (await keepMessage(shared, 'ticket', writing(ours, 'Hello'))) ?? '';
  const claim = { number: Number(id) };
  const inUse = createDraftInUse(shared.context);
  inUse.use(id);
  const before = performance.now();
  await expect(withClaim(ledgerOf(shared.context), claim, async () => undefined)).rejects.toMatchObject({
    ...{ kind: 'conflict', message: `draft ${id} is being written in another window; nothing was sent` },
  });
  const deleting = withClaim(
    ledgerOf(shared.context),
    { ...claim, undone: 'it was not deleted' },
    async () => undefined,
  );
  await expect(deleting).rejects.toMatchObject({ message: expect.stringMatching(/window; it was not deleted$/) });
  expect(performance.now() - before).toBeLessThan(2_000);
  await inUse.end();
  expect(await withClaim(ledgerOf(shared.context), claim, async () => 'free')).toBe('free');
});

describe('a claim that was lost while the program was stopped', () => {
  let id: string;
  let inUse: DraftInUse;
  const lock = (): string => join(folder, 'ledger', `${id}.lock`);

  beforeEach(async () => {
    id = (await keepMessage(shared, 'ticket', writing(ours, 'Hello'))) ?? '';
    inUse = createDraftInUse(shared.context);
    inUse.use(id);
    expect(await inUse.isOurs(id)).toBe(true);
    rmSync(lock());
  });

  afterEach(async () => await inUse.end());

  test('is taken again if nobody has changed the draft', async () => {
    expect(await inUse.isOurs(id)).toBe(true);
    expect(existsSync(lock())).toBe(true);
    const other = withClaim(ledgerOf(shared.context), { number: Number(id) }, async () => undefined);
    await expect(other).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each([
    ['changed', () => void keepMessage(shared, 'ticket', { ...writing(ours, 'Changed'), draft: id })],
    ['sent or deleted', () => void ledger().step(Number(id), 'delete')],
  ])('is given up if the draft was %s, also once something else is written', async (_what, change) => {
    change();
    await until('the change', () => ledger().find(Number(id))?.flags?.body !== 'Hello');
    expect(await inUse.isOurs(id)).toBe(false);
    expect(existsSync(lock())).toBe(false);
    inUse.use(undefined);
    expect(await inUse.isOurs(id)).toBe(false);
  });

  test('is left to another program that is writing now', async () => {
    const other = createDraftInUse(shared.context);
    other.use(id);
    expect(await inUse.isOurs(id)).toBe(false);
    expect(await other.isOurs(id)).toBe(true);
    await other.end();
  });
});

test('a draft that another program is about to send is not offered', async () => {
  const draft = await keepMessage(shared, 'ticket', writing(ours, 'Hello'));
  const message = { draft, body: 'Hello', status: undefined, attach: [] };
  waitingElsewhere = [{ id: 1, what: 'reply', kind: 'ticket', targets: [], value: '', shown: '', message }];
  expect(await withDraft(shared, 'ticket', writing(ours, ''))).toEqual(writing(ours, ''));
});
