import type { Context } from '../../../args/context.js';
import { selection } from '../../../args/selection.js';
import type { VerbBody } from '../../../args/verb.js';
import { typedFlags } from '../../../compose/saved/restore-flags.js';
import { shellWord } from '../../../contract/shell-word.js';
import { cleanText } from '../../../contract/unsafe-characters.js';
import type { Decision, DecisionTarget, What } from '../../../triage/model/decision.js';

type Given = Readonly<Record<string, unknown>>;

/** A command line, as the verb gets it. */
interface VerbCall {
  readonly verb: string;
  /** The arguments after the references. */
  readonly words: readonly string[];
  readonly given: Given;
  /** Whether what it would ask is answered with yes, which is the default. */
  readonly yes?: boolean;
}

type ToCall = (decision: Decision, noun: 'tickets' | 'tasks') => VerbCall;

const edit =
  (given: (decision: Decision) => Given): ToCall =>
  (decision, noun) => ({
    ...{ verb: `${noun} edit`, words: [], given: given(decision) },
  });

const message =
  (verb: string): ToCall =>
  ({ message: { body, status, attach } = { draft: undefined, body: '', status: undefined, attach: [] } }) => ({
    ...{ verb, words: [], given: { body, status, attach } },
  });

const calls: Readonly<Record<What, ToCall>> = {
  status: edit(({ value }) => ({ status: value })),
  priority: edit(({ value }) => ({ priority: value })),
  category: edit(({ value }) => ({ category: value })),
  assign: edit(({ value, isRemoval }) => ({ [isRemoval ? 'removeAssignee' : 'assignee']: [value] })),
  tag: edit(({ value, isRemoval }) => ({ [isRemoval ? 'removeTag' : 'tag']: [value] })),
  check: ({ value }, noun) => ({ verb: `${noun} checklist`, words: [], given: { check: [itemName(value)] } }),
  convert: ({ value, isConfirmed }) => ({
    verb: 'tickets convert',
    words: [],
    given: { project: value, again: isConfirmed },
  }),
  log: ({ value, isConfirmed = false }) => ({ verb: 'tasks time', words: [value], given: {}, yes: isConfirmed }),
  reply: (decision, noun) => message(noun === 'tasks' ? 'tasks comment' : 'tickets reply')(decision, noun),
  note: message('tickets note'),
  read: () => ({ verb: 'inbox read', words: [], given: {} }),
};

/** The command of a decision. */
export function callFor(decision: Decision): VerbCall {
  return calls[decision.what](decision, decision.kind === 'task' ? 'tasks' : 'tickets');
}

/** What a target is called on the command line. */
export function typedTarget({ uuid, ref, about }: DecisionTarget): { readonly uuid: string; readonly ref: string } {
  return about ?? { uuid, ref };
}

/** The command line that does what a decision did, with the same instance, safe on a terminal. */
export async function lineOf(context: Pick<Context, 'settings' | 'commands'>, decision: Decision): Promise<string> {
  const { verb: name, words, given, yes = false } = callFor(decision);
  // The command of a decision is there.
  const verb = (await context.commands.load(name)) as VerbBody;
  const { value, shown } = decision;
  const readable = (text: string): string => shellWord(text === value && decision.what === 'assign' ? shown : text);
  const refs = decision.targets.map((target) => shellWord(typedTarget(target).ref));
  const rest = [...words.map(shellWord), ...typedFlags(verb.flags, given, readable), ...(yes ? ['--yes'] : [])];
  return cleanText([`tracker ${selection(context)}${name}`, ...refs, ...rest].join(' '));
}

/** An item by its id, which a checklist would take for a number if it looks like one. */
function itemName(id: string): string {
  return /^\d+$/.test(id) ? `id:${id}` : id;
}
