import { authorOf, isInternalNote, messagesOf, type Side, timeOf } from '../../contract/messages.js';
import { isRow, type Row, rowIn, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import type { ReferenceIndex } from '../state/references.js';

/**
 * What is known of somebody, and how much it counts. Whoever only helps with tickets (is assigned, changes them, answers first) is of
 * the team unless something shows them to be a customer, since agents of customers may do that too (docs/api.md, Ticket).
 */
const strength = { sought: 0, helps: 1, team: 2, customer: 2 } as const;

/** Something that shows where somebody belongs, and when that was so (any form of time; empty or undefined if it does not say). */
export interface Clue {
  readonly id: string;
  readonly is: keyof typeof strength;
  readonly at?: string | undefined;
}

/** The entries of the index that are no people: when all of the team was read, and when it was last looked for in vain. */
const [wholeTeam, search] = ['*', '?'];

type Sides = Pick<ReferenceIndex, 'find' | 'learn'>;
type AllSides = Pick<ReferenceIndex, 'find' | 'learn' | 'all' | 'forget'>;

/** Where somebody belongs by the newest proof, and when that was so. Whoever is not in a list of the team was no part of it then. */
export function knownSide(index: Sides, id: string): { readonly side: Side; readonly at: string } | undefined {
  const { is = 'sought', at = '' } = clueAbout(index, id) ?? {};
  const listed = clueAbout(index, wholeTeam)?.at;
  const isProof = is === 'team' || is === 'customer';
  if (listed !== undefined && !(isProof && at >= listed)) return { side: 'customer', at: listed };
  if (is === 'helps') return { side: 'team', at: '' };
  return isProof ? { side: is, at } : undefined;
}

/** The ids of those who are known to be of the team. */
export function knownTeam(index: ReferenceIndex): readonly string[] {
  const all = index.all('sides').filter(({ ref, title }) => ref !== wholeTeam && title.startsWith('team'));
  return all.map(({ ref }) => ref).filter((id) => knownSide(index, id)?.side === 'team');
}

/** Whether anything was learned about somebody, or looked for. */
export function isNewcomer(index: Sides, id: string): boolean {
  return clueAbout(index, id) === undefined;
}

/** When the team was last read, or looked for in vain (ISO 8601); empty if never. */
export function lastLook(index: Sides): string {
  const [read = '', sought = ''] = [wholeTeam, search].map((ref) => clueAbout(index, ref)?.at);
  return read > sought ? read : sought;
}

/** Notes that the team was looked for in vain. */
export function learnLook(index: Sides, at: Date): void {
  store(index, [{ id: search, is: 'sought', at: at.toISOString() }]);
}

/** Takes what is better than what was known: proofs before other clues, and the newest proof. */
export function learnClues(index: Sides, found: readonly Clue[]): void {
  const better = new Map<string, Clue>();
  for (const { id, is, at } of found) {
    const clue: Clue = { id, is, at: normalTime(at) };
    if (id !== '' && isBetter(clue, better.get(id) ?? clueAbout(index, id))) better.set(id, clue);
  }
  store(index, [...better.values()]);
}

function isBetter({ is, at = '' }: Clue, known: Clue | undefined): boolean {
  if (known === undefined || strength[is] > strength[known.is]) return true;
  return strength[is] === strength[known.is] && at > (known.at ?? '');
}

/** How old a list of the team becomes before the same one is stored again: each task that is read brings one (milliseconds). */
const sameListMs = 10 * 60_000;

/** Takes the list of the team that was read at that time. */
export function learnTeam(index: AllSides, ids: readonly string[], read: Date): void {
  const at = read.toISOString();
  if (isSameTeam(index, ids, read)) return;
  // Nothing can be newer, unless a clock was set back.
  for (const { ref } of index.all('sides')) if ((clueAbout(index, ref)?.at ?? '') > at) index.forget('sides', ref);
  const team = [wholeTeam, ...ids].map((id): Clue => ({ id, is: 'team', at }));
  store(index, team);
}

/** Whether the list that was stored a moment ago had the same people, and nothing else has been learned since. */
function isSameTeam(index: AllSides, ids: readonly string[], read: Date): boolean {
  const { at: listed = '' } = clueAbout(index, wholeTeam) ?? {};
  const age = read.getTime() - Date.parse(listed);
  if (!(age >= 0 && age < sameListMs)) return false;
  const clues = index.all('sides').flatMap(({ ref }) => clueAbout(index, ref) ?? []);
  const since = clues.filter(({ at = '' }) => at >= listed);
  const team = new Set([wholeTeam, ...ids]);
  return since.length === team.size && since.every(({ id, is }) => is === 'team' && team.has(id));
}

/** A task can be assigned to the team only. When that was done nobody knows: not before it was created. */
export function assigneeClues(task: Row): readonly Clue[] {
  return assigneesOf(task).map((id) => ({ id, is: 'team', at: textOf(task.createdAt) }));
}

/** What the row of a ticket shows. */
export function ticketClues(row: Row): readonly Clue[] {
  const customer: Clue = { id: textOf(row.customerId) ?? '', is: 'customer', at: textOf(row.createdAt) };
  return [customer, ...assigneesOf(row).map((id): Clue => ({ id, is: 'helps' }))];
}

function assigneesOf({ assignees, assignedAgentId, assignee }: Row): readonly string[] {
  const all = [...textsOf(assignees), ...rowsOf(assignees).map(uuidOf), textOf(assignedAgentId), textOf(assignee)];
  return [...new Set(all)].flatMap((id) => id || []);
}

/** What the detail of a ticket shows, its row included. */
export function conversationClues(detail: Row): readonly Clue[] {
  const ticket = rowIn(detail, 'ticket');
  const messages = messagesOf(detail, 'ticket');
  const said = messages.filter(({ kind }) => kind !== 'system');
  const first = said.filter((each) => !isInternalNote(each)).find(isAt(textOf(ticket.firstResponseAt)));
  const helpers = messages
    .filter(({ kind }) => kind === 'system')
    .flatMap((each) => {
      const meta = isRow(each.meta) ? each.meta : {};
      return [authorOf(each), ...textsOf(meta.added), ...textsOf(meta.removed)];
    });
  return [
    ...ticketClues(ticket),
    ...said.filter(isInternalNote).map((note): Clue => ({ id: authorOf(note), is: 'team', at: timeOf(note) })),
    ...[...helpers, ...(first ? [authorOf(first)] : [])].map((id): Clue => ({ id, is: 'helps' })),
  ];
}

/** A server may take two looks at its clock for the message and the note that it is the first (milliseconds). */
const stampMs = 50;

function isAt(time: string | undefined): (message: Row) => boolean {
  const at = time?.includes('T') ? Date.parse(time) : Number.NaN;
  return (message) => Math.abs(Date.parse(timeOf(message)) - at) <= stampMs;
}

function normalTime(time = ''): string {
  // Most are: a list has thousands.
  if (time.length === 24 && time.endsWith('Z')) return time;
  const at = Date.parse(time);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

function clueAbout(index: Sides, id: string): Clue | undefined {
  const known = index.find('sides', id);
  const [name = '', at = ''] = known?.title.split(' ') ?? [];
  return known && name in strength ? { id, is: name as Clue['is'], at } : undefined;
}

function store(index: Sides, found: readonly Clue[]): void {
  const entries = found.map(({ id, is, at = '' }) => ({ ref: id, uuid: id, title: `${is} ${at}`.trim() }));
  index.learn('sides', entries);
}
