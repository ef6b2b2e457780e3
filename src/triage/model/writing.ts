import { decide } from './deciding.js';
import type { Message } from './decision.js';
import type { Asking, Writing } from './mode.js';
import { subjectOf } from './rights.js';
import { current, itemsOf } from './rows.js';
import type { State } from './state.js';
import { type Step, say } from './step.js';
import { valuesSeen } from './subject-rows.js';
import { fieldWith } from './text-field.js';

/** Begins a message about the row at the cursor. */
export function write(
  what: Writing['what'],
  { inEditor = false, attach = [] }: { readonly inEditor?: boolean; readonly attach?: readonly string[] } = {},
): (state: State) => Step {
  return (state) => {
    // Selected rows or not, a message is for the row that is shown.
    const item = current(state);
    const subject = item && subjectOf(state, item.uuid);
    if (!subject) return [state];
    const targets = [{ uuid: subject.uuid, ref: subject.ref }];
    const writing: Writing = {
      ...{
        is: 'write',
        what,
        row: item.uuid,
        targets,
        field: fieldWith(''),
        status: undefined,
        attach,
        draft: undefined,
      },
    };
    return [
      { ...state, mode: writing, notice: undefined },
      { do: 'begin', writing, inEditor },
    ];
  };
}

/** Asks for a file, and then for the text it goes with. */
export function attach(state: State): Step {
  const [writing] = write('reply')(state);
  if (writing.mode.is !== 'write') return [writing];
  return [{ ...state, mode: { ...fileQuestion, first: writing.mode } }];
}

const fileQuestion: Asking = { is: 'ask', what: 'attach', title: 'attach', rows: [], field: fieldWith('') };

export function askForFile(state: State, resume: Writing): Step {
  return [{ ...state, mode: { ...fileQuestion, resume } }];
}

/** Sends the message; its text is kept as a draft until the server has it. */
export function send(state: State, writing: Writing): Step {
  const { what, row, field, draft, status, seen, attach: files } = writing;
  if (field.text.trim() === '') return [say(state, `the ${what} is empty; nothing was sent`)];
  const message: Message = { draft, body: field.text, status, attach: files };
  const closed: State = { ...state, mode: { is: 'list' } };
  return decide(
    closed,
    { what, value: '', shown: '', message },
    itemsOf(state, [row]),
    status === undefined ? undefined : seen,
  );
}

/** Leaves the text as a draft. */
export function putAside(state: State, writing: Writing): Step {
  const isEmpty = writing.field.text.trim() === '';
  const closed: State = { ...state, mode: { is: 'list' } };
  if (isEmpty) return writing.draft === undefined ? [closed] : [closed, { do: 'forget', draft: writing.draft }];
  const ref = writing.targets[0]?.ref ?? '';
  const key = writing.what === 'reply' ? 'r' : 'n';
  return [say(closed, `saved as a draft for ${ref}; press ${key} to continue`), { do: 'keep', writing }];
}

/** The status that follows: none, then those known here, one after another. */
export function nextStatus(state: State, writing: Writing): Step {
  const all = [undefined, ...followUps(state)];
  const status = all[(all.indexOf(writing.status) + 1) % all.length];
  const seen = valuesSeen(state, itemsOf(state, [writing.row]), 'status');
  const next: Writing = { ...writing, status, seen };
  return [
    { ...state, mode: next },
    { do: 'keep', writing: next },
  ];
}

/** The statuses offered after a message: what usually follows comes first. */
export function followUps({ words }: State): readonly string[] {
  const usual = (status: string): number =>
    /wait.*customer/.test(status) ? 0 : /resolved|done/.test(status) ? 1 : /progress/.test(status) ? 2 : 3;
  return words.status.toSorted((one, other) => usual(one) - usual(other));
}
