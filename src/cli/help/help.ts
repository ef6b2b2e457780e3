import { type Flag, helpOf, spelling } from '../../args/flag.js';
import { describePrints } from '../../args/prints.js';
import { type Example, type Noun, usageOf } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { addedFlags, globalFlags, licensesFlag } from '../command-line/global-flags.js';
import { findDefault, namesOf, type Outline } from '../command-line/outline.js';
import { topics } from '../topics/index.js';
import { narrowest, type Rows, rowLines, wrap } from '../topics/layout.js';

const groups = [...new Set(nouns.map(({ group }) => group))];

const examplesOfRoot: readonly Example[] = [
  { line: 'tracker sandbox start', does: 'try everything on a local service' },
  { line: 'tracker login https://tracker.example.com', does: 'sign in' },
  { line: 'tracker tasks list', does: 'list your tasks' },
  { line: 'tracker tasks view SCM-12', does: 'read a task' },
  { line: 'tracker tickets list --segment all --json', does: 'print JSON for a script' },
];

/** The help of a verb, of a noun without one, or of `tracker` itself, for a terminal of this width (columns). */
export function helpText({ noun, verb }: Pick<Outline, 'noun' | 'verb'>, columns: number): string {
  const width = Math.max(narrowest, Math.min(columns, 100));
  const lines = !noun ? rootHelp(width) : verb ? verbHelp(noun, verb, width) : nounHelp(noun, width);
  return `${lines.join('\n')}\n`;
}

function rootHelp(width: number): readonly string[] {
  const flags = [addedFlags.version, licensesFlag, ...Object.values(globalFlags), addedFlags.help];
  return [
    'The terminal client of your issue tracker.',
    '',
    'Usage: tracker <noun> <verb> [arguments] [flags]',
    '',
    ...groups.flatMap((group) => [
      `${group}:`,
      ...besideEach(named(nouns)).filter((_, at) => nouns[at]?.group === group),
      '',
    ]),
    'Global flags:',
    ...flagLines(flags, width),
    '',
    ...exampleLines(examplesOfRoot, width),
    '',
    'Help topics:',
    ...below(named(topics), width),
    '',
    'More: tracker help <noun> [<verb>], tracker help <topic>',
    '      tracker help --json, for programs; tracker help --brief, for agents',
  ];
}

function nounHelp(noun: Noun, width: number): readonly string[] {
  const { name, summary, verbs } = noun;
  const lists = findDefault(noun) !== undefined;
  return [
    `${summary}.`,
    '',
    `Usage: tracker ${name} ${lists ? '[verb]' : '<verb>'} [arguments] [flags]`,
    ...(lists ? [`       tracker ${name} (same as list)`] : []),
    '',
    'Verbs:',
    ...besideEach(named(verbs)),
    '',
    ...wrap(`More: tracker help ${name} <verb>; global flags: tracker help`, width),
  ];
}

function verbHelp(noun: Noun, { entry, body }: NonNullable<Outline['verb']>, width: number): readonly string[] {
  const { words, aliases } = namesOf(noun, entry);
  const { details = '', arguments: declared = [], flags: table, examples } = body;
  const prints = describePrints(body.prints).join('\n\n');
  const flags = Object.values(table).filter(({ isHidden }) => !isHidden);
  const given = declared.map(({ value, help }) => [value.name, help] as const);
  return [
    `${entry.summary}.`,
    '',
    `Usage: ${['tracker', ...words, ...declared.map(usageOf), '[flags]'].join(' ')}`,
    ...(aliases.length > 0 ? [`Aliases: ${aliases.join(', ')}`] : []),
    '',
    ...(details === '' ? [] : [...paragraphs(details, width), '']),
    ...(given.length > 0 ? ['Arguments:', ...below(given, width), ''] : []),
    ...(flags.length > 0 ? ['Flags:', ...flagLines(flags, width), ''] : []),
    ...(prints === '' ? [] : ['Output:', ...paragraphs(prints, width - 2).map((line) => line && `  ${line}`), '']),
    ...exampleLines(examples, width),
    '',
    ...wrap('For the global flags, such as --json, --fields and -I, see: tracker help', width),
  ];
}

/** A word of a command line, including its quotes. */
const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'])+/g;

/**
 * Splits a command line into lines of at most `width` columns where its words allow. Each line but the last ends in a
 * backslash, so the result can be pasted into a shell. A flag stays with its value. Anything but a single line of plain words
 * is left as it is.
 */
export function breakLine(line: string, width: number): readonly string[] {
  const words = line.match(word) ?? [];
  if (line.length <= width || words.join(' ') !== line) return [line];
  const parts: string[] = [];
  for (const each of words) {
    if (parts.length === 0 || /^([-|<>&]|"?\$)/.test(each)) parts.push(each);
    else parts.push(`${parts.pop()} ${each}`);
  }
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (last.length + part.length + 3 <= width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((each, at) => (at < lines.length - 1 ? `${each} \\` : each));
}

const firstExamples = [
  ['tracker next', 'show who has waited longest'],
  ['tracker reply @ "On it."', 'answer what was shown last'],
  ['tracker tasks', 'list your tasks'],
  ['tracker view SCM-12', 'read a task or a ticket'],
  ['tracker sandbox start', 'try it all on this computer'],
  ['tracker login URL', 'sign in'],
] as const;

/** What `tracker` alone prints: every command by name, and where to begin. Fits 24 rows of 80 columns. */
export function startPage(columns: number): string {
  const names = groups.map((group) => {
    const members = nouns.filter((noun) => noun.group === group).map(({ name }) => name);
    return [group, members.join(', ')] as const;
  });
  return [
    'The terminal client of your issue tracker.',
    '',
    'Usage: tracker <noun> <verb> [arguments] [flags]',
    '',
    ...rowLines(names, Math.min(columns, 100)),
    '',
    ...firstExamples.map(([line, does]) => `  ${line.padEnd(28)}${does}`),
    '',
    'More: tracker help, tracker help <noun> [<verb>]',
    '',
  ].join('\n');
}

function paragraphs(text: string, width: number): readonly string[] {
  return text.split('\n\n').flatMap((each, at) => [...(at === 0 ? [] : ['']), ...wrap(each, width)]);
}

function flagLines(flags: readonly Flag<unknown>[], width: number): readonly string[] {
  const spelled = (flag: Flag<unknown>): string => `${flag.flags.startsWith('--') ? '    ' : ''}${spelling(flag)}`;
  return below(
    flags.map((flag) => [spelled(flag), helpOf(flag)] as const),
    width,
  );
}

function exampleLines(examples: readonly Example[], width: number): readonly string[] {
  // Beside its command, what an example does is read at a glance; in too little room, it stands above.
  const lines = besideEach(examples.map(({ line, does }) => [line, `# ${does}`] as const));
  if (lines.every((line) => line.length <= width)) return ['Examples:', ...lines];
  const broken = (line: string): readonly string[] => line.split('\n').flatMap((each) => breakLine(each, width - 2));
  const apart = examples.flatMap(({ line, does }) => [`# ${does}`, ...broken(line)]);
  return ['Examples:', ...apart.map((line) => `  ${line}`)];
}

const named = (all: readonly { readonly name: string; readonly summary: string }[]): Rows =>
  all.map(({ name, summary }) => [name, summary]);

/** Terms next to their descriptions, which are wrapped within their own column, below a heading. */
function below(rows: Rows, width: number): readonly string[] {
  return rowLines(rows, width - 2).map((line) => `  ${line}`);
}

/** The same on a line each. */
const besideEach = (rows: Rows): readonly string[] => below(rows, Number.POSITIVE_INFINITY);
