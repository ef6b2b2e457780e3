import { version } from '../../package.json';
import { breakLine } from '../../src/cli/help/help.js';
import { type CommandTree, readTree, type TreeFlag, type TreeNoun, type TreeVerb } from '../../src/cli/command-line/command-tree.js';
import { topics } from '../../src/cli/topics/index.js';
import { blocks, bold, head, italic, literal, paragraph, paragraphs, type Release, term } from './roff.js';

/**
 * Every man page by file name, such as `tracker-tasks.1`: one for tracker, and one for each noun and each help topic. `date` is
 * the day of the release.
 */
export async function makePages(date: string): Promise<ReadonlyMap<string, string>> {
  const release: Release = { version, date };
  const tree = await readTree(version);
  const pages = new Map([['tracker.1', await rootPage(tree, release)]]);
  for (const noun of tree.nouns) pages.set(`tracker-${noun.name}.1`, join(nounPage(noun, release)));
  for (const { name, summary, load } of topics) {
    const { topic } = await load();
    const first = topic[0];
    const lead = typeof first === 'object' && 'heading' in first ? [] : ['.SH DESCRIPTION'];
    const lines = [...head(`tracker-${name}`, 7, lowerFirst(summary), release), ...lead, ...blocks(topic)];
    const others = topics.filter((each) => each.name !== name).map((each) => `tracker-${each.name}(7)`);
    pages.set(`tracker-${name}.7`, join([...lines, ...seeAlso(['tracker(1)', ...others])]));
  }
  return pages;
}

async function rootPage({ nouns, flags, globalFlags }: CommandTree, release: Release): Promise<string> {
  const groups = [...new Set(nouns.map(({ group }) => group))];
  const exitCodes = (await topics.find(({ name }) => name === 'exit-codes')?.load())?.topic ?? [];
  return join([
    ...head('tracker', 1, 'the terminal client of your issue tracker', release),
    '.SH SYNOPSIS',
    `${bold('tracker')} ${italic('noun')} ${italic('verb')} [${italic('arguments')}] [${italic('flags')}]`,
    '.SH DESCRIPTION',
    ...paragraphs(
      'tracker is a client for tasks, support tickets, projects, chat, notes, wiki pages and notifications in a work-tracking service. A noun without a verb means its list verb, if it has one.\n\ntracker sandbox start runs the whole service on this computer, to try things out and test scripts. tracker login signs in to a server.\n\nOn a terminal, output is a table fitted to its width; in a pipe, it is tab-separated values.',
    ),
    '.SH COMMANDS',
    ...groups.flatMap((group) => [
      `.SS "${group}"`,
      ...nouns
        .filter((noun) => noun.group === group)
        .flatMap(({ name, summary }) => term(`${bold(`tracker-${name}`)}(1)`, lowerFirst(summary))),
    ]),
    '.SH OPTIONS',
    ...paragraphs('These can be given before the noun, after it, or after the verb.'),
    ...globalFlags.flatMap(flagLines),
    ...paragraphs('This one needs no noun:'),
    ...flags.flatMap(flagLines),
    '.SH "EXIT STATUS"',
    ...blocks(exitCodes.filter((block) => typeof block === 'object' && 'rows' in block)),
    '.SH EXAMPLES',
    ...literal([
      'tracker sandbox start',
      'tracker login https://tracker.example.com',
      'tracker tasks list',
      'tracker tasks view SCM-12',
      'tracker tickets list --segment all --json',
    ]),
    ...seeAlso(topics.map(({ name }) => `tracker-${name}(7)`)),
  ]);
}

function nounPage(noun: TreeNoun, release: Release): readonly string[] {
  const { name, summary, aliases, verbs, command, default: verb } = noun;
  const page = `tracker-${name}`;
  const first = head(page, 1, lowerFirst(summary), release);
  const last = [
    ...['.SH "EXIT STATUS"', ...paragraph('See `tracker-exit-codes`(7).')],
    ...seeAlso(['tracker(1)', ...topics.map((each) => `tracker-${each.name}(7)`)]),
  ];
  if (command) return [...first, ...commandSections(command), ...verbSections(verbs), ...last];
  const also = [
    ...(aliases.length > 0 ? [`Also: ${listed(aliases)}.`] : []),
    ...(verb === null ? [] : [`Without a verb, it means ${page.replace('-', ' ')} ${verb}.`]),
  ].join(' ');
  return [
    ...first,
    '.SH SYNOPSIS',
    `${bold(`tracker ${name}`)} ${verb === null ? italic('verb') : `[${italic('verb')}]`} [${italic('arguments')}] [${italic('flags')}]`,
    '.SH DESCRIPTION',
    ...paragraphs(`${summary}. ${also}`),
    ...paragraphs('The flags of every command are in `tracker`(1).'),
    ...verbSections(verbs),
    ...last,
  ];
}

/** The sections for a noun that is itself a command. */
function commandSections(verb: TreeVerb): readonly string[] {
  return [
    '.SH SYNOPSIS',
    synopsis(verb),
    '.SH DESCRIPTION',
    ...paragraphs(`${verb.summary}.${aliasesOf(verb)}`),
    ...paragraphs(verb.details),
    ...(verb.arguments.length > 0 ? ['.SH ARGUMENTS', ...argumentLines(verb)] : []),
    '.SH OPTIONS',
    ...paragraphs('The flags of every command are in `tracker`(1).'),
    ...verb.flags.flatMap(flagLines),
    '.SH EXAMPLES',
    ...exampleLines(verb),
  ];
}

function verbSections(verbs: readonly TreeVerb[]): readonly string[] {
  return verbs.length === 0 ? [] : ['.SH COMMANDS', ...verbs.flatMap(verbSection)];
}

function verbSection(verb: TreeVerb): readonly string[] {
  const terms = [...argumentLines(verb), ...verb.flags.flatMap(flagLines)];
  return [
    `.SS "${verb.name}"`,
    synopsis(verb),
    ...paragraphs(`${verb.summary}.${aliasesOf(verb)}`),
    ...paragraphs(verb.details),
    ...terms,
    ...paragraphs(verb.examples.length > 1 ? 'Examples:' : 'Example:'),
    ...exampleLines(verb),
  ];
}

/** `tracker tasks view <ref> [flags]`: words in bold, placeholders in italics. */
function synopsis({ usage }: TreeVerb): string {
  const words = usage.split(' ');
  const fixed = words.findIndex((word) => /^[<[]/.test(word));
  const shown = words.slice(fixed).map((word) => {
    const [, open = '', name = '', dots = '', close = ''] = /^([<[])([\w-]+)(\.*)([>\]])$/.exec(word) ?? [];
    return open === '[' ? `[${italic(name)}${dots}${close}` : `${italic(name)}${dots}`;
  });
  return [bold(words.slice(0, fixed).join(' ')), ...shown].join(' ');
}

function argumentLines(verb: TreeVerb): readonly string[] {
  return verb.arguments.flatMap(({ name, help }) => term(italic(name), help));
}

function flagLines({ name, short, value, choices, repeatable, help }: TreeFlag): readonly string[] {
  const tag = `${short === null ? '' : `${bold(short)}, `}${bold(name)}${value === null ? '' : ` ${italic(value)}`}`;
  const isNew = choices?.some((each) => !help.includes(each)) === true;
  const more = [
    ...(isNew ? [`one of ${choices?.join(', ')}`] : []),
    ...(repeatable && !help.includes('repeatable') ? ['repeatable'] : []),
  ];
  return term(tag, [help, ...more].join('; '));
}

/** The width left for an indented example on a screen of 80 columns. */
const exampleWidth = 66;

function exampleLines({ examples }: TreeVerb): readonly string[] {
  return examples.flatMap(({ line, does }) =>
    literal([`# ${does}`, ...line.split('\n').flatMap((each) => breakLine(each, exampleWidth))]),
  );
}

function aliasesOf({ aliases }: TreeVerb): string {
  return aliases.length > 0 ? ` Also: ${listed(aliases)}.` : '';
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function seeAlso(names: readonly string[]): readonly string[] {
  const shown = names.map((each) => {
    const [, name = '', section = ''] = /^(.*)(\(\d\))$/.exec(each) ?? [];
    return `${bold(name)}${section}`;
  });
  return ['.SH "SEE ALSO"', ...shown.map((each, at) => (at < shown.length - 1 ? `${each},` : each))];
}

function join(lines: readonly string[]): string {
  // A section starts a paragraph anyway, so a break right after its heading is redundant.
  const kept = lines.filter((line, at) => line !== '.PP' || !/^\.S[HS] /.test(lines[at - 1] ?? ''));
  return `${kept.join('\n')}\n`;
}
