import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isOwnTrouble } from '../../client/details.js';
import {
  assigneeClues,
  type Clue,
  conversationClues,
  isNewcomer,
  knownSide,
  lastLook,
  learnClues,
  learnLook,
} from '../../client/learn/sides.js';
import { TrackerError } from '../../contract/errors.js';
import { authorOf, messagesOf, type Side, type Sides } from '../../contract/messages.js';
import { isRow, type Row, rowsOf, rowsWithin, sortedBy, textOf, textsOf, uuidOf } from '../../contract/row.js';

const dayMs = 86_400_000;

/**
 * Finds out where the authors of tickets belong. What tickets and tasks show is remembered; a proof that is older than a day is looked
 * for again, since people join the team and leave it. Nobody is looked for unless `mayLook`.
 */
export function sidesIn({ now, settings }: Context, client: Client, mayLook = !settings.offline) {
  const { index, userId } = client;
  let own: Side | undefined;
  let looking: Promise<void> | undefined;
  const sides: Sides = { get: (id) => knownSide(index, id)?.side ?? (id === userId ? own : undefined) };
  const learnOwn = (is: Side, isRemembered: boolean): void => {
    own = is;
    const known = knownSide(index, userId ?? '')?.side;
    if (userId === undefined || known === is || (isRemembered && known !== undefined)) return;
    learnClues(index, [{ id: userId, is, at: isRemembered ? undefined : now().toISOString() }]);
  };
  const isRecent = (at: string): boolean => {
    const age = now().getTime() - Date.parse(at);
    return age >= 0 && age < dayMs;
  };
  const isInDoubt = (id: string): boolean =>
    id !== '' &&
    id !== userId &&
    !isRecent(knownSide(index, id)?.at ?? '') &&
    (isNewcomer(index, id) || !isRecent(lastLook(index)));
  /** Looks for the team, once, if there is somebody of whom too little is known. */
  const settle = async (authors: Iterable<string>, linked: readonly Row[] = []): Promise<void> => {
    if (!mayLook) return;
    const doubtful = [...authors].filter(isInDoubt);
    if (doubtful.length === 0) return;
    looking ??= lookForTeam(client, linked, isRecent(lastLook(index)) ? undefined : now);
    await looking;
    learnClues(
      index,
      doubtful.map((id): Clue => ({ id, is: 'sought' })),
    );
  };
  return {
    sides,
    settle,
    /** Learns what a ticket shows of the sides, and looks for the team if that is not enough. */
    async read(ticket: Row, isRemembered = false): Promise<Sides> {
      const caller = sideOfCaller(ticket);
      if (caller) learnOwn(caller, isRemembered);
      learnClues(index, conversationClues(ticket));
      await settle(messagesOf(ticket, 'ticket').map(authorOf), rowsOf(ticket.linkedTasks));
      return sides;
    },
  };
}

/** Where the caller belongs, by what a ticket says: only the team may write internal notes. */
export function sideOfCaller({ canInternalNote }: Row): Side | undefined {
  return typeof canInternalNote === 'boolean' ? (canInternalNote ? 'team' : 'customer') : undefined;
}

/**
 * Reads tasks until one lists the team, as it does only for those who may edit it; the client learns it from that. If none of the
 * tasks at hand does, the assignees of all tasks show most of the team (unless `now` is missing, since that is a long list).
 */
async function lookForTeam(client: Client, linked: readonly Row[], now: (() => Date) | undefined): Promise<void> {
  const tried = new Set<string>();
  const isShownBy = async (ids: readonly string[], most: number): Promise<boolean> => {
    for (const id of new Set(ids.filter((each) => each !== '' && !tried.has(each)).slice(0, most))) {
      tried.add(id);
      if (await showsTeam(client, id)) return true;
    }
    return false;
  };
  const tasksOf = async (scope: 'mine' | 'all'): Promise<readonly Row[]> => {
    const rows = rowsWithin(await client.call('GET /tasks', { query: { scope } }), 'tasks');
    learnClues(client.index, rows.flatMap(assigneeClues));
    return rows;
  };
  try {
    const known = client.index.all('tasks').map(({ uuid }) => uuid);
    if (await isShownBy([...linked.map(({ id }) => textOf(id) ?? ''), ...known], 2)) return;
    const mine = await tasksOf('mine').catch(ownTrouble);
    // Those that are not assigned to the user were created by them, and may be edited.
    const isCreated = ({ createdBy, assignees }: Row): boolean =>
      createdBy === client.userId || !textsOf(assignees).includes(client.userId ?? '');
    if (await isShownBy(sortedBy(mine, (row) => Number(!isCreated(row))).map(uuidOf), 4)) return;
    const found = await client.call('GET /search', { query: { q: '', types: 'task' } }).catch(ownTrouble);
    if (await isShownBy(rowsOf(isRow(found) ? found.results : []).map(uuidOf), 2)) return;
    if (now === undefined) return;
    const all = await tasksOf('all').catch(ownTrouble);
    // Whoever manages a project may edit its tasks.
    const ofEachProject = new Map(all.map((row) => [row.project, uuidOf(row)]));
    if (await isShownBy([...ofEachProject.values()], 8)) return;
    // What is remembered shows nothing about today.
    if (!client.memory?.answered()) learnLook(client.index, now());
  } catch (error) {
    // Without an answer, nothing more is known; the tickets are shown all the same.
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
  }
}

async function showsTeam(client: Client, id: string): Promise<boolean> {
  const task: Row | readonly never[] = await client.call('GET /tasks/:id', { id }).catch(ownTrouble);
  return isRow(task) && rowsOf(task.assignableUsers).length > 0;
}

/** What cannot be read shows nothing. */
function ownTrouble(error: unknown): readonly never[] {
  if (!isOwnTrouble(error)) throw error;
  return [];
}
