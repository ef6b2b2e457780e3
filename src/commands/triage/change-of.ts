import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { VerbBody } from '../../args/verb.js';
import { typedFlags } from '../../compose/saved/restore-flags.js';
import { isNotGiven } from '../../compose/writing.js';
import type { Change } from '../../contract/change.js';
import type { Row } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import { argumentsOf, commandOf } from '../../ledger/entry.js';
import type { Name } from '../../output/text/sentence.js';
import {
  type Decision,
  type DecisionTarget,
  isRepeatable,
  type Message,
  type What,
} from '../../triage/model/decisions/decision.js';
import { subjectOfRow } from '../../triage/model/decisions/rights.js';
import type { WritingMessage } from '../../triage/model/mode.js';
import type { State } from '../../triage/model/state.js';

interface CommandPart {
  readonly command: string;
  readonly words?: readonly string[];
  readonly flags: Row;
}

type ToDo = (decision: Decision, noun: 'tickets' | 'tasks') => CommandPart;

const edit =
  (flags: (decision: Decision) => Row): ToDo =>
  (decision, noun) => ({ command: `${noun} edit`, flags: flags(decision) });

const message: ToDo = ({ what, message }, noun) => {
  const { body = '', attach = [], ...following } = message ?? {};
  return { command: messageCommand(what, noun), flags: { body, ...flagsOfMessage(following), attach } };
};

function flagsOfMessage({ status, also, original }: Partial<Pick<Message, 'status' | 'also' | 'original'>>): Row {
  return { status, ...also, original: original?.ref };
}

const doings: Readonly<Record<What, ToDo>> = {
  status: edit(({ value }) => ({ status: value })),
  priority: edit(({ value }) => ({ priority: value })),
  category: edit(({ value }) => ({ category: value })),
  assign: edit(({ value, isRemoval }) => ({ [isRemoval ? 'removeAssignee' : 'assignee']: [value] })),
  tag: edit(({ value, isRemoval }) => ({ [isRemoval ? 'removeTag' : 'tag']: [value] })),
  check: ({ value }, noun) => ({ command: `${noun} checklist`, flags: { check: [itemName(value)] } }),
  convert: ({ value, isConfirmed }) => ({
    command: 'tickets convert',
    flags: { project: value, again: isConfirmed },
  }),
  log: ({ value }) => ({ command: 'tasks time', words: [value], flags: {} }),
  reply: message,
  note: message,
  read: () => ({ command: 'inbox read', flags: {} }),
};

/** The change that a decision makes. */
export function changeOf(decision: Decision): Change & { readonly flags: Row } {
  const noun = decision.kind === 'task' ? 'tasks' : 'tickets';
  const { command, words = [], flags } = doings[decision.what](decision, noun);
  const { original } = decision.message ?? {};
  return {
    ...changeFor(command, { targets: decision.targets.map(typedTarget), flags, words, original }),
    // The entry of a text is sent as a draft.
    verbWords: decision.message ? undefined : command.split(' ').length,
    isRepeatable: isRepeatable(decision),
  };
}

/** Whether a decision is one of ours, and all that its entry does follows from it. */
export function isAllOf({ flags = {} }: Pick<Change, 'flags'>, decision: Decision): boolean {
  if (!Object.hasOwn(doings, decision.what)) return false;
  const own = changeOf(decision).flags;
  return Object.entries(flags).every(([key, value]) => isNotGiven(value) || Object.hasOwn(own, key));
}

/** The change of a text that is being written. */
export function changeOfText(writing: WritingMessage, kind: 'ticket' | 'task'): Change & { readonly flags: Row } {
  const { what, targets, field, attach, original } = writing;
  const flags = { body: field.text, ...flagsOfMessage(writing), attach };
  return changeFor(messageCommand(what, `${kind}s`), { targets, flags, original });
}

/** The command that sends a message. */
export function messageCommand(what: What, noun: 'tickets' | 'tasks'): string {
  return noun === 'tasks' ? 'tasks comment' : `tickets ${what}`;
}

/** What a message is about, by its row; a notification stands for its subject, as on the screen. */
export function kindIn(state: State, { row }: Pick<WritingMessage, 'row'>): 'ticket' | 'task' {
  return subjectOfRow(state, row)?.kind === 'task' ? 'task' : 'ticket';
}

interface CommandParts extends Omit<CommandPart, 'command'> {
  readonly targets: readonly Name[];
  readonly original?: Name | undefined;
}

function changeFor(command: string, { targets, flags, words = [], original }: CommandParts) {
  const known = [...targets, ...(original ? [original] : [])].filter(({ ref }) => ref !== '');
  return {
    words: [...command.split(' '), ...targets.map(({ ref, uuid }) => ref || uuid), ...words],
    flags: Object.fromEntries(Object.entries(flags).filter(([, value]) => !isNotGiven(value))),
    targets: Object.fromEntries(known.map(({ ref, uuid }) => [ref.toLowerCase(), uuid])),
  };
}

/** What a target is called on the command line. */
export function typedTarget({ uuid, ref, about }: DecisionTarget): Name {
  return about ?? { uuid, ref };
}

/** Whether what its command would ask is answered with yes. */
export function isAnswered({ what, isConfirmed = false }: Decision): boolean {
  return what !== 'log' || isConfirmed;
}

/** The command line that does what a decision did, with the same instance, safe on a terminal. */
export async function lineOf(context: Pick<Context, 'settings' | 'commands'>, decision: Decision): Promise<string> {
  const { value, shown, what, isConfirmed } = decision;
  const change = changeOf(decision);
  // The command of a decision is there.
  const verb = (await context.commands.load(commandOf(change))) as VerbBody;
  const readable = (text: string): string => shellWord(text === value && what === 'assign' ? shown : text);
  const flags = typedFlags(verb.flags, change.flags, readable);
  const yes = what === 'log' && isConfirmed ? ['--yes'] : [];
  const line = [commandOf(change), ...argumentsOf(change).map(shellWord), ...flags, ...yes];
  return cleanText(`tracker ${selection(context)}${line.join(' ')}`);
}

/** An item by its id, which a checklist would take for a number if it looks like one. */
function itemName(id: string): string {
  return /^\d+$/.test(id) ? `id:${id}` : id;
}
