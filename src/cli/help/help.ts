import type { Command, Help, Option } from 'commander';
import { spelling } from '../../args/flag.js';
import { describePrints } from '../../args/prints.js';
import { type Example, type Noun, usageOf, type VerbBody } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { topics } from '../topics/index.js';
import { wrap } from '../topics/layout.js';

/** The least width that text is wrapped to, however narrow the terminal (columns). */
const narrowestText = 30;

const examplesOfRoot: readonly Example[] = [
  { line: 'tracker sandbox start', does: 'try everything on a local service' },
  { line: 'tracker login https://tracker.example.com', does: 'sign in' },
  { line: 'tracker tasks list', does: 'list your tasks' },
  { line: 'tracker tasks view SCM-12', does: 'read a task' },
  { line: 'tracker tickets list --segment all --json', does: 'print JSON for a script' },
];

/** The help of `tracker` itself: nouns by group, flags, examples. */
export function rootHelp(program: Command, nouns: readonly Noun[]): void {
  program.description('The terminal client of your issue tracker.');
  program.usage('<noun> <verb> [arguments] [flags]');
  const listed = topics.map((topic) => [topic.name, topic.summary] as const);
  program.configureHelp({
    minWidthToWrap: narrowestText,
    formatHelp: (command, help) => {
      const width = Math.max(...nouns.map(({ name }) => name.length)) + 2;
      const groups = [...new Set(nouns.map(({ group }) => group))].map((group) => [
        `${group}:`,
        ...nouns.filter((noun) => noun.group === group).map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
        '',
      ]);
      return [
        command.description(),
        '',
        `Usage: tracker ${command.usage()}`,
        '',
        ...groups.flat(),
        'Global flags:',
        ...optionLines(help.visibleOptions(command), help),
        '',
        ...exampleLines(examplesOfRoot, help),
        '',
        'Help topics:',
        ...columns(listed, help),
        '',
        'More: tracker help <noun> [<verb>], tracker help <topic>',
        '      tracker help --json, for programs; tracker help --brief, for agents',
        '',
      ].join('\n');
    },
  });
}

/** The help of a noun: its verbs. */
export function nounHelp(command: Command, lists: boolean): void {
  command.usage(lists ? '[verb] [arguments] [flags]' : '<verb> [arguments] [flags]');
  command.configureHelp({
    formatHelp: (noun, help) => {
      const verbs = help.visibleCommands(noun);
      const width = Math.max(...verbs.map((verb) => verb.name().length)) + 2;
      return [
        `${noun.description()}.`,
        '',
        `Usage: tracker ${noun.name()} ${noun.usage()}`,
        ...(lists ? [`       tracker ${noun.name()} (same as list)`] : []),
        '',
        'Verbs:',
        ...verbs.map((verb) => `  ${verb.name().padEnd(width)}${verb.description()}`),
        '',
        help.boxWrap(`More: tracker help ${noun.name()} <verb>; global flags: tracker help`, widthOf(help)),
        '',
      ].join('\n');
    },
  });
}

/** The help of a verb: usage, arguments, its own flags, examples. */
export function verbHelp(command: Command, summary: string, verb: VerbBody): void {
  const own = new Set(Object.values(verb.flags).map(spelling));
  const [about, prints] = [verb.details ?? '', describePrints(verb.prints).join('\n\n')];
  command.configureHelp({
    minWidthToWrap: narrowestText,
    formatHelp: (self, help) => {
      const path = commandPath(self);
      const given = self.registeredArguments.map((each) => [each.name(), each.description] as const);
      const flags = optionLines(
        help.visibleOptions(self).filter((option) => own.has(option.flags)),
        help,
      );
      return [
        `${summary}.`,
        '',
        `Usage: ${[path, ...(verb.arguments ?? []).map(usageOf), '[flags]'].join(' ')}`,
        ...(self.aliases().length > 0 ? [`Aliases: ${self.aliases().join(', ')}`] : []),
        '',
        ...(about === '' ? [] : [...paragraphs(about, help), '']),
        ...(given.length > 0 ? ['Arguments:', ...columns(given, help), ''] : []),
        ...(flags.length > 0 ? ['Flags:', ...flags, ''] : []),
        ...(prints === '' ? [] : ['Output:', ...paragraphs(prints, help, 2).map((line) => line && `  ${line}`), '']),
        ...exampleLines(verb.examples, help),
        '',
        help.boxWrap('For the global flags, such as --json, --fields and -I, see: tracker help', widthOf(help)),
        '',
      ].join('\n');
    },
  });
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
  const groups = [...new Set(nouns.map(({ group }) => group))];
  const width = Math.max(...groups.map((group) => group.length)) + 2;
  const names = (group: string): readonly string[] => {
    const members = nouns.filter((noun) => noun.group === group).map(({ name }) => name);
    return wrap(members.join(', '), Math.min(columns, 100) - width).map(
      (line, at) => `${(at === 0 ? group : '').padEnd(width)}${line}`,
    );
  };
  const lines = firstExamples.map(([line, does]) => `  ${line.padEnd(28)}${does}`);
  return [
    'The terminal client of your issue tracker.',
    '',
    'Usage: tracker <noun> <verb> [arguments] [flags]',
    '',
    ...groups.flatMap(names),
    '',
    ...lines,
    '',
    'More: tracker help, tracker help <noun> [<verb>]',
    '',
  ].join('\n');
}

function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}

/** Wraps running text, with a blank line between paragraphs. */
function paragraphs(text: string, help: Help, indent = 0): readonly string[] {
  return text.split('\n\n').flatMap((paragraph, index) => {
    const lines = help.boxWrap(paragraph.replaceAll('\n', ' '), widthOf(help) - indent).split('\n');
    return index === 0 ? lines : ['', ...lines];
  });
}

function optionLines(options: readonly Option[], help: Help): readonly string[] {
  const rows = options.map(({ short, flags, description }) => [short ? flags : `    ${flags}`, description] as const);
  return columns(rows, help);
}

function exampleLines(examples: readonly Example[], help: Help): readonly string[] {
  const width = Math.max(0, ...examples.map(({ line }) => line.length)) + 2;
  // Beside its command, what an example does is read at a glance; in too little room, it stands above.
  if (examples.some(({ does }) => width + does.length + 4 > widthOf(help))) {
    const broken = (line: string): readonly string[] =>
      line.split('\n').flatMap((each) => breakLine(each, widthOf(help) - 2));
    const lines = examples.flatMap(({ line, does }) => [`# ${does}`, ...broken(line)]);
    return ['Examples:', ...lines.map((line) => `  ${line}`)];
  }
  return ['Examples:', ...examples.map(({ line, does }) => `  ${line.padEnd(width)}# ${does}`)];
}

/** Terms next to their descriptions, which are wrapped within their own column. */
function columns(rows: readonly (readonly [string, string])[], help: Help): readonly string[] {
  const width = Math.max(0, ...rows.map(([term]) => term.length)) + 2;
  const indent = `\n${' '.repeat(width + 2)}`;
  return rows.map(([term, text]) => {
    const wrapped = help.boxWrap(text, Math.max(narrowestText, widthOf(help) - width - 2));
    return `  ${term.padEnd(width)}${wrapped.replaceAll('\n', indent)}`.trimEnd();
  });
}

function widthOf(help: Help): number {
  return help.helpWidth ?? 80;
}
