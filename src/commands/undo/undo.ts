import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { JournalEntry, JournalWrite } from '../../client/state/read-journal.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt, uuidOf } from '../../contract/row.js';
import { lockEntity } from '../../lists/entity-lock.js';
import { type Entity, findEntity } from '../../references/find-entity.js';
import { undoList } from '../../views/this-computer.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { entryRow } from './entry-row.js';
import { isAsBefore, restore } from './restore.js';

export const verb = defineVerb({
  details: [
    'Puts back what your last command changed in tasks and tickets: statuses and other fields, texts, plans, and single items of',
    'tags, assignees, dependencies and checklists. With a number from --list, does the same for an earlier command. Anything that',
    'someone else has changed since is named and left as it is (exit code 6). If somebody has already put back everything a command',
    'changed, that command is named and skipped, and the one before it is undone.',
    '',
    'To undo an undo, run it again. A message, a comment, something new, logged time and a deletion cannot be undone; undo says',
    'so and stops there (exit code 1). The last 100 commands that wrote something are kept on this computer, for each instance',
    'and user.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { rows: undoList },
  arguments: [
    {
      value: kind('change', 'number'),
      isOptional: true,
      help: 'the number of a command in --list (default: the last)',
    },
  ],
  flags: { list: toggle('--list', 'list what can be undone, newest first') },
  examples: [
    { line: 'tracker undo', does: 'take back the last change' },
    { line: 'tracker undo --list', does: 'list the last changes' },
    { line: 'tracker undo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: true,
  run: async (context, [number], { list }) => {
    if (list && number !== undefined) throw usageError('--list cannot be used with a number');
    if (number !== undefined && !/^\d{1,9}$/.test(number))
      throw usageError(`${JSON.stringify(number)} is not a number in tracker undo --list`);
    const client = await context.client();
    const entries = (await client.journal()).entries();
    if (list) return await showEntries(context, client, entries);
    await expectRows(context);
    const reading = readOnce(client);
    const passed = number === undefined ? await passBy(context, entries, reading) : entries;
    await undoEntry(context, client, { entry: choose(passed, number), reading });
  },
});

async function showEntries(context: Context, client: Client, entries: readonly JournalEntry[]): Promise<void> {
  const rows = entries.map((entry) => entryRow(context, client, entry));
  const setting = { people: {}, now: context.now(), me: client.userId };
  await context.show.list(undoList, { rows, setting, emptyHint: 'on this computer' });
}

/** Reads what an entry wrote, once. */
type Reading = (write: JournalWrite) => Promise<Written>;

function readOnce(client: Client): Reading {
  const known = new Map<JournalWrite, Promise<Written>>();
  return async (write) => {
    const reading = known.get(write) ?? findWritten(client, write);
    known.set(write, reading);
    return await reading;
  };
}

/**
 * The entries from the newest on of which something is left to put back. Those before it are named, because somebody else has put
 * them back, or they never arrived. If nothing is left, the oldest.
 */
async function passBy(
  context: Context,
  entries: readonly JournalEntry[],
  reading: Reading,
): Promise<readonly JournalEntry[]> {
  /** An undo that is passed by has already taken back its entry. */
  const over = new Set<number>();
  let left = entries;
  for (;;) {
    left = left.filter(({ number }) => !over.has(number));
    const [entry, ...older] = left;
    if (entry === undefined || older.length === 0 || !(await isUndone(entry, reading))) return left;
    const { number, command, writes, undoes } = entry;
    const [first = '', ...others] = writes.map(({ ref }) => ref);
    const what =
      others.length === 0
        ? `${first} is already as it was before`
        : `${first} and ${others.length} more are already as they were before`;
    await context.show.warn(`change ${number} (${command}) is passed over: ${what}`);
    if (undoes !== undefined) over.add(undoes);
    left = older;
  }
}

/** Whether all that an entry wrote is as it was before. What cannot be read is not. */
async function isUndone({ writes, isDamaged }: JournalEntry, reading: Reading): Promise<boolean> {
  if (writes.length === 0 || isDamaged) return false;
  try {
    for (const write of writes) {
      const { kind, detail } = await reading(write);
      if (!isAsBefore(write, rowAt(await detail(), kind))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof TrackerError && error.kind !== 'interrupted') return false;
    throw error;
  }
}

/** The entry with this number, or the newest. Throws if there is none, or if it cannot be undone. */
function choose(entries: readonly JournalEntry[], number: string | undefined): JournalEntry {
  const entry = number === undefined ? entries[0] : entries.find((each) => each.number === Number(number));
  if (!entry && number === undefined) throw new TrackerError('failed', 'there is nothing to undo yet');
  if (!entry)
    throw new TrackerError('not_found', `there is no change number ${number}`, { hint: 'tracker undo --list' });
  if (entry.writes.length > 0) return entry;
  const which = number === undefined ? 'the last change' : `number ${number}`;
  const why = entry.isDamaged ? `its record in ${entry.file} is damaged` : entry.final.join(', ');
  throw new TrackerError('failed', `${which} cannot be undone: ${why}`, {
    hint: 'for earlier changes: tracker undo --list, then tracker undo NUMBER',
  });
}

async function undoEntry(
  context: Context,
  client: Client,
  { entry, reading }: { readonly entry: JournalEntry; readonly reading: Reading },
): Promise<void> {
  const { number, writes, final, file, isDamaged } = entry;
  (await client.journal()).undoing(number);
  for (const what of final) await context.show.warn(`${what} cannot be undone and stays`);
  if (isDamaged)
    await context.show.warn(`part of its record in ${file} is damaged; changes recorded there cannot be undone`);
  await forEachReference(context, {
    find: async ({ text }) => {
      const write = writes.find(({ uuid }) => uuid === text);
      if (!write) throw new TrackerError('not_found', `${text} is not in the journal`);
      return await reading(write);
    },
    // Messages name what cannot be found by its reference.
    refs: writes.map(({ uuid, ref }) => ({ text: uuid, ref })),
    doing: 'undoing',
    isOneChange: true,
    async work(_client, found) {
      const { release } = await lockEntity(context, { client, uuid: found.uuid });
      try {
        return await restore(context, client, { found, write: found.write });
      } finally {
        release();
      }
    },
  });
}

type Written = Entity<'task' | 'ticket'> & { readonly write: JournalWrite };

/** The entity that was written, by its uuid: its reference may be another by now. */
async function findWritten(client: Client, write: JournalWrite): Promise<Written> {
  const { kind, uuid, ref } = write;
  try {
    const found = await findEntity(client, kind, uuid);
    const shown = uuidOf(rowAt(await found.detail(), kind));
    if (shown !== '' && shown !== uuid) throw new TrackerError('not_found', `the server shows ${shown} for ${uuid}`);
    (await client.lastShown()).keep({ entity: { kind, uuid, ref: found.ref } });
    return { ...found, write };
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
    throw new TrackerError('not_found', `${ref} is no longer there, or you can no longer see it`, { cause: error });
  }
}
