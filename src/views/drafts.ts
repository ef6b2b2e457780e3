import { refOf } from '../contract/row.js';
import { shortMoment } from '../output/time.js';
import type {
  Cell,
  Detail,
  DetailBlock,
  DetailField,
  DetailLines,
  JsonObject,
  ListView,
  Setting,
} from '../output/view.js';
import { fieldColumn, ownFields } from './cells/columns.js';
import { timeFields, timeOf } from './cells/times.js';
import { blockOf } from './detail.js';
import { listOf, objectOf, ownText, ownValue } from './read-row.js';

/** The columns of drafts. Scripts rely on the first seven and their order. */
export const draftList: ListView = {
  noun: 'drafts',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => refOf(row), human: (row) => ({ text: refOf(row), tone: 'accent' }) },
    { key: 'command', head: 'Command', value: (row) => ownValue(row, 'command'), keep: true },
    { key: 'targets', head: 'For', value: (row) => ownValue(row, 'targets'), keep: true },
    { key: 'subject', head: 'Text', value: (row) => ownValue(row, 'subject'), grow: true },
    fieldColumn('mayHaveArrived', 'State', { human: stateCell, keep: true }),
    { key: 'createdAt', head: 'Age', value: (row) => ownValue(row, 'createdAt'), human: timeOf('createdAt') },
    { key: 'state', head: 'State', isInTable: false, value: (row) => ownValue(row, 'state') },
    { key: 'instance', value: (row) => ownValue(row, 'instance') },
    { key: 'isElsewhere', value: (row) => ownValue(row, 'isElsewhere') },
  ],
  fields:
    'id createdAt command targets subject state author reason partOf after why mayHaveArrived notBefore instance isElsewhere url flags send'.split(
      ' ',
    ),
};

/** The columns of what agents have proposed, once it is decided. */
export const decidedList: ListView = {
  ...draftList,
  noun: 'decided proposals',
  // A reason is worth reading to its end.
  isWhole: true,
  columns: [
    ...draftList.columns.slice(0, 4),
    { key: 'state', head: 'State', value: (row) => ownValue(row, 'state'), keep: true },
    { key: 'reason', head: 'Reason', value: (row) => ownValue(row, 'reason') },
    ...draftList.columns.filter(({ key }) => key === 'createdAt'),
  ],
};

/** The list, with the references that targets are known by; for people only. */
export function draftListNaming(names: TargetNames): ListView {
  const human = (row: JsonObject): string => targetsOf(row, names);
  const columns = draftList.columns.map((each) => (each.key === 'targets' ? { ...each, human } : each));
  return { ...draftList, columns };
}

type TargetNames = ReadonlyMap<string, string>;

function targetsOf(draft: JsonObject, names: TargetNames): string {
  const targets = ownValue(draft, 'targets');
  return Array.isArray(targets) ? targets.map((target) => names.get(String(target)) ?? String(target)).join(', ') : '';
}

export const draftLines: DetailLines = {
  keys: 'ref title command targets createdAt mayHaveArrived state instance url send'.split(' '),
  rest: 'a row for each flag (flag, name, value) and attachment (attachment, path), and body',
};

/** Lays out a draft: what it is for, the command that sends it, the whole text, its flags and its attachments. */
export function draftDetail(draft: JsonObject, { now }: Setting, known: KnownBeside): Detail {
  const flags = objectOf(draft, 'flags');
  const body = ownText(flags, 'body');
  return {
    ref: refOf(draft),
    title: ownText(draft, 'subject') ?? '',
    fields: fieldsOf(draft, now, known),
    ...(body !== undefined && { body: { key: 'body', plain: body } }),
    blocks: [
      ...flagsBlock(flags),
      ...blockOf('Attachments', listOf(flags, 'attach').map(String), (file) => ({
        line: file,
        row: ['attachment', file],
      })),
    ],
  };
}

interface KnownBeside {
  readonly names: TargetNames;
  /** The numbers of those that were proposed with it, which are decided on at once. */
  readonly together: readonly number[];
}

function fieldsOf(draft: JsonObject, now: Date, { names, together }: KnownBeside): readonly DetailField[] {
  const own = ownFields(draft);
  const beside = together.length > 0 ? [`together with ${together.map((number) => `draft ${number}`).join(', ')}`] : [];
  return [
    own('command', 'Command'),
    own('targets', 'For', () => targetsOf(draft, names)),
    timeFields(draft, now)('createdAt', 'Written', 'createdAt'),
    own('mayHaveArrived', 'State', () => stateCell(draft, { now }, beside)),
    own('state', ''),
    ...(ownText(draft, 'author') === undefined ? [] : [own('author', 'Proposed by')]),
    ...(ownText(draft, 'reason') === undefined ? [] : [own('reason', 'Reason')]),
    own('instance', 'Instance'),
    own('url', ''),
    own('send', ownValue(draft, 'send') === null ? '' : 'To send it'),
  ];
}

/** What to know before it is sent; in words, because it decides what `drafts send` does. */
function stateCell(draft: JsonObject, { now }: Pick<Setting, 'now'>, beside: readonly string[] = []): Cell {
  const states = [
    ...stateWords(draft, now),
    ...beside,
    ...(ownValue(draft, 'isElsewhere') === true
      ? [`for ${(ownText(draft, 'instance') ?? '').replace(/^https:\/\//, '')}`]
      : []),
  ];
  return { text: states.join(', '), tone: 'warn' };
}

function stateWords(draft: JsonObject, now: Date): readonly string[] {
  const until = new Date(ownText(draft, 'notBefore') ?? 0);
  // Then the time alone says when, and has room in any table.
  const isSoon = until.getTime() - now.getTime() < 20 * 60 * 60_000;
  const [after, why] = [ownText(draft, 'after'), ownText(draft, 'why')];
  const words: Readonly<Record<string, string>> = {
    doubtful: 'may have arrived',
    sending: 'being sent',
    waiting:
      after !== undefined
        ? `waits for draft ${after}`
        : until > now
          ? `waits until ${shortMoment(until, isSoon ? until : now)}`
          : 'waits to be sent',
    unsent: after !== undefined ? `was to follow draft ${after}` : why === undefined ? '' : `not sent: ${why}`,
    writing: 'being written',
    proposed: 'proposed',
    rejected: 'rejected',
    done: 'sent',
    deleted: 'deleted',
  };
  return [words[ownText(draft, 'state') ?? ''] || []].flat();
}

function flagsBlock(flags: JsonObject): readonly DetailBlock[] {
  const given = Object.entries(flags).filter(([key]) => key !== 'body' && key !== 'attach');
  return blockOf('Flags', given, ([key, value]) => {
    const [flag, text] = [spelling(key), shown(value)];
    return { line: [flag, text === '' ? '' : ` ${text}`], row: ['flag', flag, text] };
  });
}

/** `--body-file` of `bodyFile`. */
function spelling(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The value of a flag; empty for one without a value. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return value === true ? '' : String(value);
}
