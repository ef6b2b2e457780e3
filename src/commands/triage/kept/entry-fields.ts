import type { Row } from '../../../contract/row.js';
import type { Entry } from '../../../ledger/entry.js';
import { type Decision, isRepeatable } from '../../../triage/model/decision.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import { subjectOfRow } from '../../../triage/model/rights.js';
import type { State } from '../../../triage/model/state.js';
import { callFor, typedTarget } from '../decisions/verb-calls.js';

/** What an entry says about what is to be sent. */
type Fields = Pick<Entry, 'words' | 'verbWords' | 'targets' | 'decision' | 'isRepeatable' | 'notBefore'> & {
  readonly flags: Row;
};

/** The entry of a decision: the command that it stands for, and what the screen shows of it. */
export function fieldsOfDecision(decision: Decision): Fields {
  const {
    isHeld: _isHeld,
    dueWith: _dueWith,
    isBegun: _isBegun,
    isInDoubt: _isInDoubt,
    notBefore,
    message,
    ...shown
  } = decision;
  const { verb, words, given } = callFor(decision);
  const refs = decision.targets.map(typedTarget);
  const command = verb.split(' ');
  return {
    words: [...command, ...refs.map(({ ref, uuid }) => ref || uuid), ...words],
    // The entry of a text is sent as a draft.
    verbWords: message ? undefined : command.length,
    flags: definedOf(given),
    targets: targetsOf(refs),
    decision: { ...shown },
    isRepeatable: isRepeatable(decision),
    notBefore,
  };
}

/** The entry of a text that is being written. */
export function fieldsOfText(
  { what, targets, field, status, attach }: WritingMessage,
  kind: 'ticket' | 'task',
): Fields {
  return {
    words: [...commandOf({ what }, kind).split(' '), ...targets.map(({ ref }) => ref)],
    flags: definedOf({ body: field.text, status, attach }),
    targets: targetsOf(targets),
    decision: undefined,
    isRepeatable: false,
    notBefore: undefined,
  };
}

/** What a message is about, by its row; a notification stands for its subject, as on the screen. */
export function kindIn(state: State, { row }: Pick<WritingMessage, 'row'>): 'ticket' | 'task' {
  return subjectOfRow(state, row)?.kind === 'task' ? 'task' : 'ticket';
}

/** The command that sends a message. */
export function commandOf({ what }: Pick<WritingMessage, 'what'>, kind: 'ticket' | 'task'): string {
  return kind === 'task' ? 'tasks comment' : `tickets ${what}`;
}

function targetsOf(targets: readonly { readonly ref: string; readonly uuid: string }[]): Row {
  return Object.fromEntries(targets.flatMap(({ ref, uuid }) => (ref === '' ? [] : [[ref.toLowerCase(), uuid]])));
}

function definedOf(given: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
