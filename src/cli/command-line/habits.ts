import { longName } from '../../args/flag.js';
import type { Noun } from '../../args/verb.js';
import { type TrackerError, usageError } from '../../errors.js';
import { shellWord } from '../../terminal/programs/shell-word.js';
import { nouns } from './nouns.js';
import { findVerb, type Outline } from './outline.js';

/** Flags that users of other trackers type, and their names here; the first one that the verb has is suggested. */
const flags: Readonly<Record<string, readonly string[]>> = {
  '--label': ['--tag'],
  '--labels': ['--tag'],
  '-l': ['--tag'],
  '--add-label': ['--add-tag'],
  '--remove-label': ['--remove-tag'],
  '--assign': ['--assignee'],
  '--assign-to': ['--assignee'],
  '--assignees': ['--assignee'],
  '--owner': ['--assignee'],
  '--milestone': ['--project'],
  '--body-text': ['--body'],
  '--description': ['--body'],
  '--message': ['--body', '--note'],
  '-m': ['--body', '--note'],
  '--text': ['--body'],
  '--comment': ['--body', '--note'],
  '--all': ['--state all'],
  '-A': ['--state all'],
  '--closed': ['--state finished'],
  '--done': ['--state finished'],
  '--summary': ['--title', '--subject'],
  '--title': ['--subject'],
  '--subject': ['--title'],
  '--author': ['--customer'],
  '--reporter': ['--customer'],
  '--created': ['--since'],
  '--updated': ['--since'],
  '--reason': ['--status'],
  '--state': ['--status'],
  '-w': ['--web'],
  '--component': ['--category'],
  '-S': ['--search'],
  '--query': ['--search'],
  '--filter': ['--search'],
  '--team': ['--org'],
  '--organization': ['--org'],
  '--order': ['--sort'],
  '--order-by': ['--sort'],
  '--due-date': ['--due'],
  '--file': ['--attach'],
  '--format': ['--json'],
  '--output': ['--json'],
};

/** Verbs of other trackers, and what does the same here. */
const verbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    update: 'tracker edit REF',
    modify: 'tracker edit REF',
    start: 'tracker edit REF --status in_progress',
    move: 'tracker edit REF --status STATUS',
    transition: 'tracker edit REF --status STATUS',
    status: 'tracker edit REF --status STATUS',
    resolve: 'tracker close REF --status resolved',
    finish: 'tracker close REF',
    answer: 'tracker reply REF',
    log: 'tracker time REF DURATION',
    worklog: 'tracker time REF DURATION',
    tag: 'tracker edit REF --tag TAG',
    tags: 'tracker edit REF --tag TAG',
    label: 'tracker edit REF --tag TAG',
    priority: 'tracker edit REF --priority PRIORITY',
    due: 'tracker edit REF --due DAY',
    rename: 'tracker edit REF --title TITLE',
    attach: 'tracker comment REF --attach FILE or tracker reply REF --attach FILE',
    browse: 'tracker open REF',
    develop: 'tracker tasks branch REF',
    mine: 'tracker tasks list',
    auth: 'tracker login, tracker logout, tracker whoami or tracker token',
    version: 'tracker --version',
  }),
);

/** What other trackers call tasks and tickets. */
const otherNouns: ReadonlySet<string> = new Set([
  'issue',
  'issues',
  'story',
  'stories',
  'bug',
  'bugs',
  'case',
  'cases',
]);

const reference = /^(?:[a-z][a-z0-9]*-\d+|@)$/i;

type Typed = Pick<Outline, 'words' | 'noun'> & Partial<Outline>;

/** What to type instead of an unknown word or flag, given Commander's message; undefined if that is anyone's guess. */
export function habitHint(message: string, typed: Typed): string | undefined {
  if (message.startsWith('too many arguments')) return extraWordHint(typed);
  const [, kind, word = ''] = /^unknown (command|option) '([^']*)'/.exec(message) ?? [];
  if (kind === 'option') return flagHint(word, typed);
  const { noun } = typed;
  if (kind !== 'command' || !(noun === undefined || isWork(noun))) return undefined;
  const [first = 'list', ...rest] = argumentsAfter(word, typed);
  return noun === undefined && otherNouns.has(word)
    ? commandHint(first, rest)
    : commandHint(word, argumentsAfter(word, typed));
}

function argumentsAfter(word: string, { words }: Typed): readonly string[] {
  return words.slice(words.indexOf(word) + 1).filter((each) => !each.startsWith('-'));
}

/** What the flag is called here. */
function flagHint(word: string, { noun, verb }: Typed): string | undefined {
  const names = Object.values(verb?.body.flags ?? {}).map((flag) => longName(flag.flags));
  const isText = word === '--comment' || word === '-c';
  if (isText && noun?.group === 'By reference' && !names.includes('--body'))
    return 'tracker reply REF TEXT --status closed, or tracker comment REF TEXT --status done';
  const meant = flags[word]?.find((name) => name === '--json' || names.includes(name.split(' ')[0] ?? ''));
  return meant && `use ${meant}`;
}

/** Where an extra word belongs. */
function extraWordHint(typed: Typed): string | undefined {
  const { noun, verb } = typed;
  const [ref = '', ...text] = argumentsAfter(verb?.entry.name ?? '', typed);
  if (noun?.name === 'status' && reference.test(ref)) return commandHint('status', [ref, ...text]);
  const names = Object.keys(verb?.body.flags ?? {});
  const short = nouns.find(({ name, group }) => group === 'By reference' && name === verb?.entry.name);
  if (short && noun && isWork(noun) && names.includes('body'))
    return `tracker ${short.name} ${shellWord(ref)} ${shellWord(text.join(' '))}`;
  if (names.includes('body') && short === noun) return 'put text of several words in quotes';
  const flag = ['title', 'subject', 'note', 'body'].find((name) => names.includes(name));
  return flag && `${flag === 'note' || flag === 'body' ? 'text' : `the ${flag}`} goes after --${flag}, in quotes`;
}

/** The error for a verb in place of a reference, as in `note view "Before the demo"` and `comment list`. */
export function verbForReference({ noun, words }: Outline): TrackerError | undefined {
  if (noun?.group !== 'By reference') return undefined;
  const at = words.findIndex((word) => [noun.name, ...noun.aliases].includes(word)) + 1;
  const [word = '', ...others] = words.slice(at);
  const isVerb = nouns.some((each) => findVerb(each, word) !== undefined);
  if (!isVerb) return undefined;
  const plural = nouns.find(({ name }) => name === `${noun.name}s`);
  const verb = plural && findVerb(plural, word)?.name;
  const hint =
    verb === undefined
      ? habitHint(`unknown command '${word}'`, { words: words.slice(at), noun: undefined })
      : ['tracker', plural?.name, verb, ...others.map(shellWord)].join(' ');
  return usageError(`'${word}' is not a reference`, hint);
}

/** The command for a verb without its noun, with the reference and the value that follow it. */
function commandHint(word: string, [ref, value]: readonly string[]): string | undefined {
  if (reference.test(word)) return `tracker view ${word}`;
  const short = nouns.find(({ name, aliases, group }) => group === 'By reference' && [name, ...aliases].includes(word));
  const template = short
    ? `tracker ${short.name} REF${short.name === 'assign' ? ' USER' : ''}`
    : (verbs.get(word) ?? commandsOf(word));
  if (template === undefined || ref === undefined || !reference.test(ref)) return template;
  const isPlain = value !== undefined && /^[@\p{L}][\p{L}\d_]*$/u.test(value);
  return template
    .replaceAll('REF', ref)
    .replace(/\b(?:STATUS|USER|TAG|PRIORITY|DAY)$/, (name) => (isPlain ? value : name));
}

/** The commands of tasks and tickets with this verb. */
function commandsOf(word: string): string | undefined {
  const named = nouns.filter(isWork).flatMap((noun) => {
    const entry = findVerb(noun, word);
    return entry ? [`tracker ${noun.name} ${entry.name}${withoutReference.has(entry.name) ? '' : ' REF'}`] : [];
  });
  return named.length === 0 ? undefined : named.join(' or ');
}

/** Verbs that take no reference. */
const withoutReference: ReadonlySet<string> = new Set(['list', 'create']);

function isWork({ name }: Noun): boolean {
  return name === 'tasks' || name === 'tickets';
}
