import { groupedBy } from '../contract/row.js';
import { minutesText } from '../contract/server-word.js';
import { cleanLine } from '../contract/text/unsafe-characters.js';
import { dayNumber, localDay, relativeTime, shortDay } from '../output/time.js';
import type { JsonObject, ListView, Setting } from '../output/view.js';
import { toned } from './cells/columns.js';
import { personColumn, rememberedName } from './cells/people.js';
import { timeOf } from './cells/times.js';
import { plainMarks } from './projects.js';
import { minutesOf, ownColumn, ownText } from './read-row.js';

const userColumn = personColumn('person', 'user', {
  head: 'Who',
  // What was done was done by the same person.
  human: (row, setting) => (ownText(row, 'section') === 'done' ? '' : rememberedName(setting, ownText(row, 'user'))),
  keep: 'short',
});

/** What somebody did, what waits for them, and what they wait for. Scripts rely on the first eight and their order. */
export const reportList: ListView = {
  noun: 'entries',
  brief: ['ref', 'section', 'time', 'what', 'title'],
  columns: [
    { key: 'ref', head: 'Ref', ...ownColumn('ref'), human: toned('accent', 'ref') },
    { key: 'section', head: 'Section', ...ownColumn('section'), isInTable: false },
    { key: 'time', head: 'When', ...ownColumn('time'), human: timeOf('time'), keep: true },
    { key: 'what', head: 'What', ...ownColumn('what'), keep: true },
    userColumn,
    {
      key: 'minutes',
      head: 'Time',
      keep: true,
      ...ownColumn('minutes'),
      human: (row) => (ownText(row, 'minutes') === undefined ? '' : minutesText(minutesOf(row))),
      right: true,
    },
    {
      key: 'title',
      head: 'Title',
      ...ownColumn('title'),
      // A chat message has neither a reference nor a title.
      human: (row) => ownText(row, isNamed(row) ? 'title' : 'text') ?? '',
      grow: true,
    },
    {
      key: 'text',
      head: 'Text',
      ...ownColumn('text'),
      human: (row) => (isNamed(row) ? plainMarks(ownText(row, 'text') ?? '') : ''),
      keep: 'text',
    },
  ],
  fields: ['kind', 'user'],
};

function isNamed(row: JsonObject): boolean {
  return ownText(row, 'ref') !== undefined;
}

type Section = 'done' | 'waiting' | 'awaited';

/** What the sections of somebody's report are called; of one's own without a name, as one reads or sends it. */
function headings(name: string | undefined, isSent = false): Readonly<Record<Section, string>> {
  const [whom, who] = isSent ? ['me', 'I am'] : ['you', 'You are'];
  return name === undefined
    ? { done: 'Done', waiting: `Waiting for ${whom}`, awaited: `${who} waiting for` }
    : { done: `Done by ${name}`, waiting: `Waiting for ${name}`, awaited: `${name} is waiting for` };
}

export function reportBy(name: string | undefined): ListView {
  const heads: Readonly<Record<string, string>> = headings(name);
  return { ...reportList, sectionOf: (row) => heads[ownText(row, 'section') ?? ''] ?? '' };
}

/** What is said of several things that were done to one. */
const verbs: Readonly<Record<string, string>> = {
  ...{ created: 'created', deleted: 'deleted', comment: 'commented', reply: 'replied', note: 'wrote a note' },
};

/** The report as Markdown, with a line for each thing that something was done to; `escapeText` is for what others have written. */
export function reportMarkdown(
  rows: readonly JsonObject[],
  setting: Setting,
  { name, escapeText }: { readonly name: string | undefined; readonly escapeText: (text: string) => string },
): string {
  const shown = (text: string): string => escapeText(cleanLine(plainMarks(text)));
  const heads = headings(name, true);
  const lineOf = ([first = {}, ...others]: readonly JsonObject[]): string => {
    const about = shown([ownText(first, 'ref'), ownText(first, 'title')].filter(Boolean).join(' '));
    const said = isDone(first) ? doneWords([first, ...others]) : waitWords(first, setting);
    return `- ${about === '' ? '' : `${about}: `}${shown(said)}`;
  };
  const sections = (Object.keys(heads) as Section[]).map((section) => {
    const own = rows.filter((row) => ownText(row, 'section') === section);
    const things = section === 'done' ? [...groupedBy(own, nameOf).values()] : own.map((row) => [row]);
    return `## ${shown(heads[section])}\n\n${things.length === 0 ? '- nothing' : things.map(lineOf).join('\n')}\n`;
  });
  return sections.join('\n').trimEnd();
}

const isDone = (row: JsonObject): boolean => ownText(row, 'section') === 'done';

const nameOf = (row: JsonObject): string => `${ownText(row, 'kind')} ${ownText(row, 'ref')}`;

/** `created, replied 2 times, 1h 30m`; changes as they are said elsewhere. */
function doneWords(rows: readonly JsonObject[]): string {
  const minutes = rows.reduce((sum, row) => sum + minutesOf(row), 0);
  const words = [...groupedBy(rows, (row) => ownText(row, 'what'))].flatMap(([what, own]): readonly string[] => {
    const verb = verbs[what];
    if (own.every((row) => ownText(row, 'minutes') !== undefined)) return [];
    // What has no reference, such as a chat message, is named by its text alone.
    if (verb === undefined || !own.every(isNamed)) return textsOf(own, what);
    return [own.length === 1 ? verb : `${verb} ${own.length} times`];
  });
  return [...words, ...(minutes > 0 ? [minutesText(minutes)] : [])].join(', ');
}

/** Their texts, each once: `a chat message (2 times)`. */
function textsOf(rows: readonly JsonObject[], what: string): readonly string[] {
  return [...groupedBy(rows, (row) => ownText(row, 'text') ?? what)].map(([text, own]) =>
    own.length === 1 ? text : `${text} (${own.length} times)`,
  );
}

function waitWords(row: JsonObject, setting: Setting): string {
  const [what, time, text] = [ownText(row, 'what'), ownText(row, 'time'), ownText(row, 'text')];
  if (what === 'dependencies') return `depends on ${text}`;
  const day = time === undefined || dayNumber(time) !== undefined ? (time ?? '') : localDay(new Date(time));
  const since = shortDay(day, localDay(setting.now));
  if (what === 'due') return `due ${since}`;
  const who = rememberedName(setting, ownText(row, 'user'));
  return [
    who === '' ? 'an answer' : who,
    since === '' ? '' : `since ${since} (${relativeTime(time ?? '', setting.now)})`,
  ]
    .filter(Boolean)
    .join(', ');
}
