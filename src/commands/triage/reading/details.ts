import { basename } from 'node:path';
import type { Context } from '../../../args/context.js';
import { isRow, type Row, rowAt, textOf } from '../../../contract/row.js';
import { withHidden } from '../../../contract/text/unsafe-characters.js';
import type { TimelineLook } from '../../../output/detail/timeline.js';
import { cutLine, type Line, lineWidth, longestShown, span } from '../../../output/text/span.js';
import { type Ruler, startOf } from '../../../output/text/width.js';
import { fullTime, relativeTime } from '../../../output/time.js';
import type { Detail, TimelineEntry } from '../../../output/view.js';
import { proposalsAbout, proposalsKey } from '../../../triage/model/decisions/proposals.js';
import { layoutOf, usualRest } from '../../../triage/model/layout.js';
import type { Proposal } from '../../../triage/model/mode.js';
import type { Item, State } from '../../../triage/model/state.js';
import type { DetailBody } from '../../../triage/work.js';
import { inboxList, notificationDetail } from '../../../views/inbox.js';
import { ticketDetail } from '../../../views/tickets/detail.js';
import { sidesIn } from '../../conversations/author-sides.js';
import { settingFor } from '../../showing/setting.js';
import { runVerb } from '../run-verb.js';
import { itemOf, withClient } from './sources.js';

/** Everything about a row, as sent and as laid out. */
export interface RowDetail {
  readonly envelope: Row;
  readonly layout: Detail;
  /** The row with what the detail says, if it is about the same thing. */
  readonly item: Item | undefined;
}

/** What is known of a row from the last time, which must not take its place; undefined if nothing is. */
export async function rememberedDetail(context: Context, item: Item): Promise<RowDetail | undefined> {
  const client = (await context.client()).remembered();
  const found = await readDetail(withClient(context, client), item, true).catch(() => undefined);
  return found && { ...found, item: undefined };
}

/**
 * Reads everything about a row; for a notification, about what it is about. Where the authors of a ticket belong is looked up
 * (`findsSides`), or known from before.
 */
export async function readDetail(context: Context, item: Item, findsSides: boolean): Promise<RowDetail> {
  const { kind, uuid } = subjectOf(item);
  if (kind === undefined) {
    const layout = notificationDetail(item.row, settingFor(context, await context.client(), {}));
    return { envelope: { notification: item.row, fields: inboxList.fields }, layout, item: undefined };
  }
  const verb = kind === 'task' ? 'tasks view' : 'tickets view';
  const { shown } = await runVerb(context, verb, [`${kind}:${uuid}`], {
    given: { comments: Number.POSITIVE_INFINITY },
  });
  if (shown?.is !== 'detail') throw new Error(`${verb} showed nothing`);
  const detail = shown.data;
  // Some servers count internal notes here, and not in the row.
  const { lastMessageAt: _last, messageCount: _count, ...row } = rowAt(detail.envelope, kind);
  const [now] = item.kind === kind ? itemOf(row, kind) : [];
  const { envelope, setting } = detail;
  const layout =
    kind === 'task'
      ? detail.layout()
      : ticketDetail(envelope, setting, await sidesIn(context, await context.client(), findsSides).read(envelope));
  return { envelope, layout, item: now };
}

function subjectOf({ kind, uuid, row }: Item): { readonly kind: 'task' | 'ticket' | undefined; readonly uuid: string } {
  if (kind !== 'notification') return { kind, uuid };
  const type = textOf(row.entityType);
  return { kind: type === 'task' || type === 'ticket' ? type : undefined, uuid: textOf(row.entityId) ?? '' };
}

interface Reader {
  readonly me: string;
  /** What happened after this is news (ISO 8601); undefined if nothing is. */
  readonly since: string | undefined;
}

/** What is proposed, the oldest first, and how many lines of it are shown where there are folds. */
interface ProposedEntries {
  readonly key: string;
  readonly entries: readonly TimelineEntry[];
  readonly most: number;
}

interface BodyLook extends TimelineLook {
  /** Whether changes that follow each other are one line. */
  readonly folds: boolean;
  readonly proposed?: ProposedEntries | undefined;
  readonly ruler: Ruler;
}

/** The timeline of a detail, newest first, with the description as its oldest entry and what is proposed as its newest, and its blocks. */
export async function bodyOf(
  { layout, envelope }: RowDetail,
  { me, since }: Reader,
  { ruler, ...look }: BodyLook,
): Promise<DetailBody> {
  const { timeline: entriesOf = [], blocks = [] } = layout;
  const { proposed } = look;
  const timeline = [...descriptionOf(layout, envelope), ...entriesOf, ...(proposed?.entries ?? [])]
    .toReversed()
    .map(({ shownAuthor, ...entry }) => ({ ...entry, author: startOf(shownAuthor ?? entry.author, longestShown) }));
  const groups = look.folds ? inRuns(timeline) : timeline.map((entry) => [entry] as const);
  // Loaded here, because the first screen does not need it.
  const { timelineLines } = await import('../../../output/detail/timeline.js');
  const { blockSection } = await import('../../../output/detail/draw-detail.js');
  const starts: number[] = [];
  const shown = groups.map((group) => folded(group, look.now));
  const [, , ...entries] = await timelineLines({ timeline: shown }, look, starts);
  const entryStarts = groups.flatMap((group, at) => group.map(() => (starts[at] ?? 2) - 2));
  const end = proposed ? (entryStarts[proposed.entries.length] ?? entries.length + 1) - 1 : 0;
  const most = look.folds && proposed ? proposed.most : end;
  const { lines, startOfEach } = cutAbove(
    { lines: entries, startOfEach: entryStarts },
    { end, most, look: { ...look, ruler } },
  );
  const words = timeline.findIndex((entry) => isByOther(entry, me));
  for (const block of blocks) {
    const section = await blockSection(block, look);
    for (const line of section.length > 0 ? [[], ...section] : []) lines.push(line);
  }
  const times = (at: Date): string => timeline.map(({ time }) => fullTime(time, at)).join();
  return {
    lines,
    starts: startOfEach,
    lastWords: startOfEach[words] ?? 0,
    news: newsIn(entriesOf, { me, since }),
    ...(proposed && { proposed: { key: proposed.key, end: end > most ? undefined : end } }),
    times,
  };
}

interface BodyLines {
  readonly lines: Line[];
  readonly startOfEach: readonly number[];
}

/** With at most so many of the lines above a line; the last one says how many more there are. */
function cutAbove(body: BodyLines, { end, most, look }: { end: number; most: number; look: BodyLook }): BodyLines {
  const { lines, startOfEach } = body;
  if (end <= most) return body;
  const more: Line = [span(` … ${end - most} more lines: Enter`, 'warn')];
  const [last = []] = lines.slice(most - 1, most);
  const cut = cutLine(look.ruler, last, look.width - lineWidth(look.ruler, more));
  return {
    lines: [...lines.slice(0, most - 1), [...cut, ...more], ...lines.slice(end)],
    startOfEach: startOfEach.map((start) => (start < end ? Math.min(start, most - 1) : start - end + most)),
  };
}

/** Entries in their order, of which changes that follow each other are together. */
function inRuns(timeline: readonly TimelineEntry[]): readonly Run[] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of timeline) {
    const last = runs.at(-1);
    if (last?.[0].kind === 'system' && entry.kind === 'system') last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

type Run = readonly [TimelineEntry, ...TimelineEntry[]];

/** Several changes, newest first, as one entry: how many there were, and over what time. */
function folded([newest, ...others]: Run, now: Date): TimelineEntry {
  const oldest = others.at(-1);
  if (!oldest) return newest;
  const times = [...new Set([oldest, newest].map(({ time }) => fullTime(time, now)))].join(' to ');
  return { kind: 'system', time: '', author: '', text: `${others.length + 1} changes, ${times}` };
}

/** Whether it is what people of the other side wrote, as far as it is known who is of the team. */
function isByOther({ kind, side, mark, author }: TimelineEntry, me: string): boolean {
  return (kind === 'reply' || kind === 'comment') && mark === undefined && side !== 'team' && author !== me;
}

function descriptionOf({ body }: Detail, envelope: Row): readonly TimelineEntry[] {
  const text = body === undefined ? '' : 'markdown' in body ? body.markdown : 'html' in body ? body.html : body.plain;
  if (text.trim() === '') return [];
  const entity = Object.values(envelope).find((each): each is Row => isRow(each) && 'createdAt' in each) ?? {};
  return [{ kind: 'reply', time: textOf(entity.createdAt) ?? '', author: 'Description', text }];
}

/** What somebody else did last, in words: `Seán changed the priority from medium to high, 20s ago`. */
function newsIn(timeline: readonly TimelineEntry[], { me, since }: Reader): DetailBody['news'] {
  const last = timeline.filter(({ author }) => author !== me).at(-1);
  if (!last || since === undefined || !(Date.parse(last.time) > Date.parse(since))) return undefined;
  const did = last.kind === 'system' ? (last.shown ?? last.text) : last.kind === 'note' ? 'wrote a note' : 'wrote';
  return (now) => `${last.author} ${did}, ${ageOf(last.time, now)}`;
}

function ageOf(time: string, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(time)) / 1000);
  return seconds >= 0 && seconds < 60 ? `${seconds}s ago` : relativeTime(time, now);
}

/** What is proposed for a row, as it would stand in its conversation; undefined if nothing is. */
export function proposedIn(state: State, uuid: string): ProposedEntries | undefined {
  const item = state.items.find((each) => each.uuid === uuid);
  const proposals = proposalsAbout(state, item);
  if (proposals.length === 0) return undefined;
  const { detailHeight } = layoutOf(state, state.size.rows - usualRest);
  // The rest of a screen is for what the customer wrote.
  const most = state.isSpoken ? Number.POSITIVE_INFINITY : Math.max(2, Math.floor(detailHeight / 4));
  return { key: proposalsKey(proposals), entries: proposals.map(entryOf), most };
}

function entryOf({ author, at, text, message, words, flags }: Proposal): TimelineEntry {
  const mark = `proposed ${message?.what ?? words}${flags === '' ? '' : ` (${flags})`}`;
  const files = (message?.attach ?? []).map((path) => basename(path));
  return { kind: 'note', time: at, author, text: withHidden(text), mark, files, isProposed: true };
}
