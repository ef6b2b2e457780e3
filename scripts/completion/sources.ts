import type { Flag } from '../../src/args/flag.js';
import type { Argument } from '../../src/args/verb.js';

/** Where a flag or an argument stands. */
export interface Place {
  readonly noun: string;
  readonly verb: string;
}

/*
 * A source is what the scripts know of a value:
 *   -                    there is none
 *   ?                    anything: nothing is offered
 *   =auto always         one of these words
 *   values:task-status   values that answers have held
 *   refs:tasks,tickets   references out of these files of the index, `task:REF` included where there are several
 *   columns              columns of the list or view that the command prints
 *   order                the same, a minus before each allowed
 *   people, instances, files, folders, commands, help
 * A plus before it means that several may be joined by commas, and dots behind it that the argument may be repeated.
 */

/** The words that a day may be; each may also be a date. */
const days = '=today tomorrow mon tue wed thu fri sat sun';

/** What the word between the angle brackets of a flag stands for, wherever it stands. */
const byPlaceholder: Readonly<Record<string, string>> = {
  user: 'people',
  org: 'refs:orgs',
  project: 'refs:projects',
  'name|url': 'instances',
  file: 'files',
  folder: 'folders',
  dir: 'folders',
  method: '=GET POST PUT PATCH DELETE',
};

/** The kinds of references that a flag named so takes. */
const refsByFlag: Readonly<Record<string, string>> = {
  '--task': 'refs:tasks',
  '--ticket': 'refs:tickets',
  '--thread': 'refs:threads',
  '--under': 'refs:wiki',
  '--depends-on': 'refs:tasks',
  '--add-dependency': 'refs:tasks',
  '--remove-dependency': 'refs:tasks',
};

/** The kinds of references that the arguments of a noun take. */
const refsByNoun: Readonly<Record<string, string>> = {
  tasks: 'refs:tasks',
  tickets: 'refs:tickets',
  projects: 'refs:projects',
  chat: 'refs:threads',
  notes: 'refs:notes',
  wiki: 'refs:wiki',
  attachments: 'refs:tasks,tickets',
  open: 'refs:tasks,tickets,projects,wiki,notes,threads',
  watch: 'refs:tasks,tickets',
};

const argumentsByPlace: Readonly<Record<string, string>> = {
  'views key': 'refs:views',
  'instances name': 'instances',
  'instances name-or-url': 'instances',
  'sandbox command': 'commands',
};

/** Where the value of a flag comes from. A day that is looked for, or changed, may also be none. */
export function flagSource(at: Place, flag: Flag<unknown>): string {
  const placeholder = /<([^>]+)>/.exec(flag.flags)?.[1];
  if (placeholder === undefined) return '-';
  const list = takesList(flag) ? '+' : '';
  if (longNameOf(flag) === '--fields') return '+columns';
  if (longNameOf(flag) === '--sort') return '+order';
  if (flag.choices) return `${list}=${flag.choices.join(' ')}`;
  const learned = learnedSource(at, placeholder);
  const long = longNameOf(flag);
  if (placeholder === 'day') return ['list', 'edit'].includes(at.verb) ? `${days} none` : days;
  const source = learned ?? (placeholder === 'ref' ? refsByFlag[long] : byPlaceholder[placeholder]);
  return source === undefined ? '?' : list + source;
}

function longNameOf({ flags }: Flag<unknown>): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? '';
}

/** Where an argument comes from; dots where it may be repeated. */
export function argumentSource({ noun }: Place, { usage, choices }: Argument): string {
  const [, name = '', dots = ''] = /^[<[]([^.\]>]+)(\.\.\.)?/.exec(usage) ?? [];
  if (choices) return `=${choices.join(' ')}${dots}`;
  return `${(name === 'ref' ? refsByNoun[noun] : argumentsByPlace[`${noun} ${name}`]) ?? '?'}${dots}`;
}

/** Values that only the server knows: those of tasks, or of tickets. What a ticket is converted into is a task. */
function learnedSource({ noun, verb }: Place, placeholder: string): string | undefined {
  if (!['status', 'priority', 'type', 'category', 'tag'].includes(placeholder)) return undefined;
  if (verb === 'convert') return `values:task-${placeholder}`;
  return ['tasks', 'tickets', 'projects'].includes(noun) ? `values:${noun.slice(0, -1)}-${placeholder}` : undefined;
}

/** Whether the flag splits its text at commas, found out by giving it one. */
function takesList({ initial, parse, choices = ['a', 'b'] }: Flag<unknown>): boolean {
  if (!Array.isArray(initial) || !parse) return false;
  const value = parse(`${choices[0]},${choices[1]}`, undefined);
  return Array.isArray(value) && value.length === 2;
}
