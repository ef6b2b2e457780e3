import type { Commands } from '../../args/context.js';
import { type Flag, longName } from '../../args/flag.js';
import { usageOf, type VerbBody } from '../../args/verb.js';
import type { Row } from '../../contract/row.js';

/** A tool, and the command lines that it stands for. */
export interface Tool {
  readonly does: string;
  /** Its command lines; all are run if nothing chooses one. */
  readonly lines: Readonly<Record<string, string>>;
  /** The property whose value is the name of the line, and the one that counts if it is missing. */
  readonly chosenBy?: { readonly property: string; readonly usual?: string };
  /** The property with the words after the command. */
  readonly words?: string;
  /** The flags that it takes; those of all its commands, apart from `neverTaken`, if absent. */
  readonly flags?: readonly string[];
  /** Flags that have a value even if they are not given. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Whether it gives rows or a text that may be too long for one answer, and can be read on. */
  readonly skips?: boolean;
  /** What a property means where its name does not say it. */
  readonly notes?: Readonly<Record<string, string>>;
}

const byName = (...lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.map((line) => [line, line]));

/** What is declared of the tools; what their properties are comes from the declarations of the commands. */
export const tools = {
  find: {
    does: 'Search titles and references',
    lines: byName('search'),
    words: 'query',
    flags: ['type', 'org', 'status', 'since', 'messages'],
    skips: true,
    notes: { messages: 'also search the texts read here' },
  },
  view: {
    does: 'Read tasks or tickets with their messages, or something else. Long texts are cut: to read one in full, give its number as message',
    lines: {
      ...{ work: 'view', project: 'projects view', page: 'wiki view --markdown', note: 'notes view --markdown' },
      ...{ draft: 'drafts view', files: 'attachments list' },
    },
    chosenBy: { property: 'what', usual: 'work' },
    words: 'ref',
    flags: ['message'],
    skips: true,
    notes: { what: 'default: work (tasks, tickets)', skip: 'characters of a long text, or rows' },
  },
  list: {
    does: 'List things',
    lines: {
      ...{ tickets: 'tickets list', tasks: 'tasks list', projects: 'projects list', inbox: 'inbox list' },
      ...{
        pages: 'wiki list',
        notes: 'notes list',
        drafts: 'drafts list',
        chats: 'chat list',
        orgs: 'orgs list',
        similar: 'similar',
      },
    },
    chosenBy: { property: 'what' },
    words: 'ref',
    flags: [
      ...['segment', 'scope', 'status', 'priority', 'category', 'type', 'tag', 'assignee', 'unassigned', 'customer'],
      ...['org', 'project', 'due', 'overdue', 'waiting', 'stale', 'since', 'until', 'search', 'unread', 'sort'],
    ],
    skips: true,
    notes: {
      ...{ ref: 'only for similar', segment: 'of tickets', scope: 'of tasks', stale: 'no activity for 3d, 12h' },
      ...{ due: 'DAY, <=DAY, DAY..DAY, none', waiting: 'tickets waiting for the team, longest wait first' },
      ...{ status: '!WORD leaves out', sort: 'column or -column', assignee: '@me or name' },
    },
  },
  next: { does: 'Read the ticket that has waited longest', lines: byName('next'), flags: ['tasks', 'segment'] },
  changes: {
    does: 'What has changed, and what became of your proposals: state, and reason if rejected',
    lines: {
      proposals: 'drafts list --decided',
      tickets: 'tickets list --segment=all',
      tasks: 'tasks list --scope=all --state=all',
    },
    flags: ['since'],
    usual: { since: '1d' },
    notes: { since: '2h, yesterday, DAY; default 1d' },
  },
  people: { does: 'List whom you can assign', lines: byName('people list'), flags: [], skips: true },
  time: {
    does: 'List logged time, or add it up',
    lines: byName('time list'),
    flags: ['since', 'until', 'by', 'project', 'user'],
    skips: true,
  },
  propose: {
    does: 'Propose a change or a message. Nothing is sent: a person decides',
    lines: byName(
      ...['reply', 'note', 'comment', 'edit', 'close', 'checklist', 'convert', 'time'],
      ...['tasks create', 'tickets create', 'tasks delete', 'tickets delete'],
      ...['projects comment', 'chat create', 'chat reply', 'notes create'],
    ),
    chosenBy: { property: 'command' },
    words: 'args',
    notes: {
      ...{ args: 'in order, such as ["CASA-9", "Text."]', attach: 'files below --root' },
      ...{
        'if-unchanged': 'fail if somebody else has written since',
        tag: 'added; a,b',
        assignee: 'added; @me or name',
      },
      ...{ check: 'items, by number or text', status: 'also set it', once: 'a key: the same key gives the same draft' },
    },
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

/** Flags of commands that write which need a terminal, read files as texts or go on with what was written before; and doubles of others. */
const neverTaken =
  /^--(?:body-file|editor|quote|template|attach-name|original|from-draft|add-(?:tag|assignee|dependency)|set-\S+)$/;

/** A command of a tool, as it is declared. */
export interface Command {
  readonly name: string;
  /** Its words on the command line, with flags that are always given. */
  readonly words: readonly string[];
  readonly verb: VerbBody;
  readonly flags: readonly Flag<unknown>[];
}

/** A tool with the declarations of its commands. */
export interface LoadedTool extends Tool {
  readonly name: ToolName;
  readonly commands: readonly Command[];
}

export async function loadTool(commands: Commands, name: ToolName): Promise<LoadedTool> {
  const tool: Tool = tools[name];
  const loaded = Object.entries(tool.lines).map(async ([key, line]): Promise<Command> => {
    const words = line.split(' ');
    // All of them are there.
    const verb = (await commands.load(words.filter((word) => !word.startsWith('--')).join(' '))) as VerbBody;
    return { name: key, words, verb, flags: Object.values(verb.flags).filter((flag) => isTaken(tool, flag)) };
  });
  return { ...tool, name, commands: await Promise.all(loaded) };
}

function isTaken({ flags }: Tool, { flags: names, isHidden }: Flag<unknown>): boolean {
  const name = longName(names);
  return flags ? flags.includes(name.slice(2)) : !isHidden && !neverTaken.test(name);
}

/** A tool as clients get it. */
export function describeTool({ name, does, commands, chosenBy, words, skips, notes = {} }: LoadedTool) {
  const note = (property: string): Row => (notes[property] === undefined ? {} : { description: notes[property] });
  const flags = new Map(commands.flatMap((each) => each.flags).map((flag) => [propertyOf(flag), flag]));
  const properties = {
    ...(chosenBy && {
      [chosenBy.property]: { type: 'string', enum: commands.map((each) => each.name), ...note(chosenBy.property) },
    }),
    ...(words && { [words]: { ...listOfTexts, ...note(words) } }),
    ...Object.fromEntries([...flags].map(([key, flag]) => [key, { ...typeOf(flag), ...note(key) }])),
    ...(skips && { skip: { type: 'integer', ...note('skip') } }),
  };
  const required = [
    ...(chosenBy && chosenBy.usual === undefined ? [chosenBy.property] : []),
    ...(words && name !== 'list' ? [words] : []),
  ];
  const usage = name === 'propose' ? `. Commands: ${commands.map(usageOfCommand).join('; ')}` : '';
  return {
    name,
    description: `${does}${usage}`,
    inputSchema: { type: 'object' as const, properties, ...(required.length > 0 && { required }) },
    annotations: { readOnlyHint: name !== 'propose' },
  };
}

/** A command with its arguments and flags, such as `reply <ref> [text] body status`. */
export function usageOfCommand({ name, verb, flags }: Command): string {
  return [name, ...(verb.arguments ?? []).map(usageOf), ...flags.map(propertyOf)].join(' ');
}

const flagsIn = /(?<![\w-])--[a-z][a-z-]*/g;

/** What a command line has said, as whoever calls a tool can use it: flags as properties, and no advice to use others, or the help. */
export function inProperties(said: string, { flags }: Command): string {
  const known = flags.map((flag) => longName(flag.flags));
  const named = (text: string): string =>
    text.replace(flagsIn, (flag) => (known.includes(flag) ? flag.slice(2) : flag));
  const isOfUse = (advice: string): boolean =>
    !advice.startsWith('tracker help ') && (advice.match(flagsIn) ?? []).every((flag) => known.includes(flag));
  return said
    .split('\n')
    .flatMap((line) => {
      const hint = /^hint: (.*)$/.exec(line)?.[1];
      if (hint === undefined) return [named(line)];
      // A command for a person, such as a sign-in.
      if (/^tracker (?!help )/.test(hint)) return [line];
      const advice = hint.split('; ').filter(isOfUse);
      return advice.length === 0 ? [] : [named(`hint: ${advice.join('; ')}`)];
    })
    .join('\n');
}

/** What the property for a flag is called. */
export function propertyOf({ flags }: Flag<unknown>): string {
  return longName(flags).slice(2);
}

const listOfTexts = { type: 'array', items: { type: 'string' } };

function typeOf({ value, initial, isJoined }: Flag<unknown>): Row {
  if (value === undefined) return { type: 'boolean' };
  if (value.kind === 'count' || value.kind === 'number') return { type: 'integer' };
  if (Array.isArray(initial) && !isJoined) return listOfTexts;
  if (value.kind === 'word' && !isJoined) return { type: 'string', enum: value.words };
  return { type: 'string', ...(value.kind === 'word' && { description: value.words?.join(',') }) };
}
