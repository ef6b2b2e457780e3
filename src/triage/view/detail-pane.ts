import { asText, type Sentence } from '../../contract/errors.js';
import { type Row, rowsOf, titleOf } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import { dataText } from '../../output/data/json.js';
import { type Line, type Style, shortLine, shortSpan, span } from '../../output/text/span.js';
import { wrapSpans } from '../../output/text/wrap.js';
import { relativeTime } from '../../output/time.js';
import type { Cell, Setting } from '../../output/view.js';
import { priorityCell, projectName, statusCell } from '../../views/cells/columns.js';
import { assigneeNames, assigneesCell, withPeopleOf } from '../../views/cells/people.js';
import { targetCell } from '../../views/cells/target.js';
import { momentCell } from '../../views/cells/times.js';
import { objectsOf, ownText } from '../../views/read-row.js';
import { orgName } from '../../views/tickets/list.js';
import { proposalsAbout, proposalsKey, proposalWords, type ShownEvent } from '../model/decisions/proposals.js';
import { isZoomed, textWidthOf } from '../model/layout.js';
import { writingIn } from '../model/mode.js';
import { current, isPutOff, markOf, newsOf, subjectRow } from '../model/rows/rows.js';
import type { Item, State } from '../model/state.js';
import { unsentAbout, unsentWords } from '../model/texts/unsent-texts.js';
import type { DetailBody, TriageWork } from '../work.js';
import { customerLines, type Room, similarLines } from './customer-lines.js';
import { findText, markText } from './find-text.js';
import { firstLines, fitTo, type Look, rule, spread, unsentSign } from './look.js';

/** The row at the cursor: what it is, what is new about it, and what was written, newest first. */
export function detailPane(state: State, look: Look, width: number, height: number) {
  const item = current(state);
  const about = item ? aboutLines(state, look, { item, width, height }) : [];
  const room = item ? height - about.length - 1 : height;
  const furthest = Math.max(0, (look.body?.lines.length ?? 0) - room);
  const from = Math.min(state.scroll, furthest);
  const body = item ? bodyLines(state, look, { item, width, room, from }) : [];
  const blank = Math.max(0, height - about.length - body.length);
  const lines = [...about, ...body, ...Array.from({ length: blank }, (): Line => [])]
    .slice(0, height)
    .map((line) => fitTo(look.ruler, line, width));
  return { lines, furthest, shown: shownOf(state, look, { room, from, furthest }) };
}

interface BodyRoom extends Pick<Room, 'item' | 'width'> {
  /** How many lines of the body there is room for, and from which one on they are shown. */
  readonly room: number;
  readonly from: number;
}

/** The body below its rule, and how much there is below that. */
function bodyLines(state: State, look: Look, { item, width, room, from }: BodyRoom): readonly Line[] {
  const { unreadable } = markOf(state, item.uuid);
  const body = look.body?.lines;
  if (!body) return [headRule(width, 0), [span(shortLine(asText(unreadable ?? 'loading …')), 'dim')]];
  const { sought } = state;
  const shown = (count: number): readonly Line[] => {
    const lines = body.slice(from, from + count);
    return sought ? markText(lines, from, findText(body, sought.text), sought.at) : lines;
  };
  const head = headRule(width, from);
  const rest = body.length - from - room;
  if (rest <= 0) return [head, ...shown(room)];
  const keys = writingIn(state.mode) ? 'PgDn' : isZoomed(state) ? 'j/k' : 'J/K';
  const more: Line = [span(`${keys} scroll, ${rest + 1} more ↓`, 'dim')];
  return [head, ...shown(room - 1), spread(look.ruler, [], more, width)];
}

/** The line above the body, with how much of that is above. */
function headRule(width: number, above: number): Line {
  return rule(width, `${above > 0 ? ` ${above} more ↑ ─` : ''} newest first ─`);
}

/** What of the detail at the cursor is on the screen. */
function shownOf(
  { mode }: State,
  { body }: Look,
  { room, from, furthest }: Pick<BodyRoom, 'room' | 'from'> & { readonly furthest: number },
): ShownEvent {
  // The last line says how much there is below.
  const shown: ShownEvent = { is: 'shown', pageLines: Math.max(1, room - 1) };
  const { key, end } = body?.proposed ?? {};
  if (key === undefined || end === undefined || mode.is !== 'list') return shown;
  return { ...shown, proposed: { key, lines: end, from, to: from + room - (from === furthest ? 0 : 1) } };
}

/** Something that is said about a row, with the sign before it. */
export interface Remark {
  readonly sign: '?' | '*' | '✓' | '!' | typeof unsentSign;
  readonly style: Style;
  readonly text: Sentence;
  /** It is about what stands in the conversation, too. */
  readonly isProposal?: true;
}

/** What is new about a row, what became of it, and what was written or proposed and not sent. */
export function remarksAbout(state: State, { setting, body }: Pick<Look, 'setting' | 'body'>, item: Item) {
  const { trouble, conflicts = [], decided, unreadable, isMissing, ...mark } = markOf(state, item.uuid);
  const { changed, isNew } = newsOf(mark);
  const isNews = changed !== undefined || isNew;
  const said =
    body?.news?.(setting.now) ??
    (changed === '' ? undefined : changed) ??
    (isNew ? 'new here' : 'changed by someone else');
  const unsent = unsentAbout(state, item).filter(({ draft }) => draft !== writingIn(state.mode)?.draft);
  const remark = (sign: Remark['sign'], style: Style, text: Sentence): Remark => ({ sign, style, text });
  const proposals = proposalsAbout(state, item).map((proposed): Remark => {
    const text = `${proposalWords(proposed)}, ${relativeTime(proposed.at, setting.now)}`;
    return { ...remark('?', 'warn', text), isProposal: true };
  });
  return [
    // Without a detail that was read before, it stands in its place.
    ...(isMissing && unreadable !== undefined && state.details.has(item.uuid) ? [remark('!', 'bad', unreadable)] : []),
    ...(isNews ? [remark('*', 'warn', said)] : []),
    ...(decided === undefined ? [] : [remark('✓', 'good', decided)]),
    ...conflicts.map(({ words }) => remark('!', 'bad', words)),
    ...(trouble === undefined ? [] : [remark('!', 'bad', trouble)]),
    ...unsentWords(state, unsent, isMissing).map((text) => remark(unsentSign, 'warn', text)),
    ...proposals,
  ];
}

/** What the row is, what can be decided about it, and what is new. */
function aboutLines(state: State, look: Look, { item, width, height }: Room): readonly Line[] {
  const { ruler } = look;
  const name = item.kind === 'notification' ? [] : [span(`${shortLine(item.ref)} `, 'accent', 'strong')];
  const title = wrapSpans(ruler, [...name, span(shortLine(titleOf(item.row)), 'strong')], width);
  // What is proposed stands in the conversation, which has less room without it there.
  const remarks = remarksAbout(state, look, item).filter(
    ({ isProposal }) => !isProposal || (height >= 12 && !isZoomed(state)),
  );
  const marks = remarks.flatMap(({ sign, style, text }): readonly Line[] => {
    const spans = [span(`${sign} `, style), span(shortLine(asText(text)), style)];
    return firstLines(ruler, wrapSpans(ruler, spans, width), width, 3);
  });
  const most = height < 12 ? 1 : 2;
  // Beside a text, where there is little room, what was written last matters more.
  const isShort = writingIn(state.mode) !== undefined && height < 9;
  const about = isShort ? [] : stateLines(state, look, { item, width, height });
  const others = isShort
    ? []
    : [customerLines, similarLines].flatMap((lines) => lines(state, look, { item, width, height }));
  return [title, about].flatMap((lines) => firstLines(ruler, lines, width, most)).concat(others, marks);
}

function dueCell(row: Row): Cell {
  const day = (ownText(row, 'due') ?? '').slice(0, 10);
  return { text: day === '' ? '' : `due ${day}`, word: day };
}

/** Until when, unless that was decided here since the list was read. */
function untilCell(state: State, { uuid, until }: Item, { now }: Setting): Cell {
  const moment = markOf(state, uuid).isLater ? '' : momentCell(until, now).text;
  return { text: moment === '' ? '' : `put off until ${moment}`, word: `until ${moment}` };
}

/** Status, priority and the rest of what can be decided, on one line if there is room. */
function stateLines(state: State, { ruler, setting }: Look, { item, width }: Room): readonly Line[] {
  const cells = stateCells(state, setting, item).map(([, cell]) => shortSpan(cell));
  const spans = cells.flatMap((cell, at) => (at === 0 ? [cell] : [span(' · ', 'dim'), cell]));
  return spans.length === 0 ? [] : wrapSpans(ruler, spans, width);
}

/** The same by name, without what is empty. */
export function stateCells(
  state: State,
  setting: Setting,
  item: Item,
): readonly (readonly [name: string, cell: Cell | string])[] {
  const subject = subjectRow(state, item);
  const row = subject ?? item.row;
  const detail = state.details.get(item.uuid) ?? {};
  const checklist = objectsOf(row, 'checklist');
  const ticked = checklist.filter(({ done }) => done === true).length;
  const files = rowsOf(detail.attachments).length;
  const tags =
    objectsOf(row, 'tags').length > 0
      ? []
      : (Array.isArray(row.tags) ? row.tags : []).map((tag) => `#${dataText(tag)}`);
  const people = withPeopleOf(detail, setting);
  const who = { text: assigneesCell(row, people) || 'nobody', word: assigneeNames(row, people).join(', ') || 'nobody' };
  const hasWaited = 'waiting' in row;
  const cells: readonly (readonly [string, Cell | string])[] = [
    ['Status', statusCell(ownText(row, 'status'))],
    ['Put off', isPutOff(state, item) ? untilCell(state, item, setting) : ''],
    ['Priority', priorityCell(ownText(row, 'priority'))],
    [ownText(row, 'category') === undefined ? 'Type' : 'Category', shownWord(ownText(row, 'category', 'type') ?? '')],
    ['For', orgName(row, setting) ?? projectName(row, setting)],
    [hasWaited ? 'Target' : 'Due', hasWaited ? targetCell(ownText(row, 'due'), setting) : dueCell(row)],
    ['Assignee', subject ? who : ''],
    ['Tags', { text: tags.join(' '), word: tags.join(', ').replaceAll('#', '') }],
    [
      'Checklist',
      checklist.length === 0
        ? ''
        : { text: `☑ ${ticked}/${checklist.length}`, word: `${ticked} of ${checklist.length}` },
    ],
    ['Attached', files === 0 ? '' : `${files} ${files === 1 ? 'file' : 'files'}`],
  ];
  return cells.filter(([, cell]) => (typeof cell === 'string' ? cell : cell.text) !== '');
}

/** How many are kept. */
const most = 60;

/** How long its times are taken to read the same (milliseconds). */
const agingMs = 15_000;

interface LaidOutBody {
  readonly of: unknown;
  readonly proposed: string;
  readonly body: DetailBody | undefined;
  readonly at: Date;
}

/** The bodies of details, laid out once for each width, with and without folds. */
export function createBodies(work: Pick<TriageWork, 'body'>) {
  const bodies = new Map<string, LaidOutBody>();
  const keyOf = (state: State): string => `${current(state)?.uuid} ${textWidthOf(state)} ${isZoomed(state)}`;
  return {
    /** The body of the row at the cursor as this state shows it, as far as it is laid out. */
    get: (state: State): DetailBody | undefined => bodies.get(keyOf(state))?.body,
    /** Lays it out if the row has been read since the last time, or its times read differently now. Whether there is anything new. */
    async layOut(state: State, now: Date): Promise<boolean> {
      const key = keyOf(state);
      const { uuid = '' } = current(state) ?? {};
      const detail = state.details.get(uuid);
      const known = bodies.get(key);
      if (detail === undefined) return false;
      const proposed = proposalsKey(proposalsAbout(state, current(state)));
      if (known?.of === detail && known.proposed === proposed) {
        if (now.getTime() - known.at.getTime() < agingMs) return false;
        bodies.set(key, { ...known, at: now });
        if (known.body?.times(now) === known.body?.times(known.at)) return false;
      }
      // While it is laid out, the one before stays on the screen.
      bodies.set(key, { of: detail, proposed, body: known?.body, at: now });
      const body = await work.body(state, uuid, textWidthOf(state));
      bodies.set(key, { of: detail, proposed, body: body ?? known?.body, at: now });
      for (const old of [...bodies.keys()].slice(0, Math.max(0, bodies.size - most))) bodies.delete(old);
      return true;
    },
  };
}
