import { isInDoubt, TrackerError } from '../contract/errors.js';
import type { WriteRoute } from '../contract/routes.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import type { Journal } from './state/journal.js';
import type { ReferenceIndex } from './state/references.js';

/** A write, as the client gets it. */
export interface WriteParts {
  readonly route: WriteRoute;
  readonly id?: string;
  readonly body?: unknown;
  readonly undo?: Replaced;
}

/** What a write to a task or ticket replaces. */
export interface Replaced {
  readonly ref: string;
  /** The stored values of the fields of the body; one that could not be read is left out, and cannot be undone. */
  readonly from: Row;
  /** Whether a write that was answered with success has changed nothing. Public servers do not say so of a task. */
  readonly changedNothing?: (reply: Row) => Promise<boolean>;
}

/** The entry of a write in the journal; one of its functions is called when the write has ended. */
interface Noted {
  /** Gives the reply, which is `unchanged` if nothing was changed. */
  succeeded(reply: Row): Promise<Row>;
  failed(error: unknown): void;
}

/**
 * Notes a write in the journal before it is sent: what it replaces, taken back after a clear refusal or if nothing has changed.
 * What cannot be undone is noted once it may have arrived.
 */
export function noteWrite(
  { journal, index }: { readonly journal: Journal; readonly index: ReferenceIndex },
  { route, id = '', body, undo }: WriteParts,
): Noted {
  if (!undo) {
    const what = finalWords(route, body);
    const note = (reply: Row): void => {
      if (what !== '')
        journal.noteFinal([what, refOfWritten(index, route, id) ?? textOf(reply.displayId)].join(' ').trim());
    };
    return {
      async succeeded(reply) {
        note(reply);
        return reply;
      },
      // It may have arrived, and then undo must not pass it by.
      failed(error) {
        if (!isRefusal(error)) note({});
      },
    };
  }
  const from = pick(undo.from, isRow(body) ? body : {});
  const kind = route.includes('/tickets/') ? 'ticket' : 'task';
  const takeBack = journal.note({ kind, uuid: id, ref: undo.ref, from, to: pick(isRow(body) ? body : {}, from) });
  return {
    async succeeded(sent) {
      const reply = (await undo.changedNothing?.(sent)) ? { ...sent, unchanged: true } : sent;
      if (reply.unchanged === true) takeBack();
      return reply;
    },
    failed(error) {
      if (isRefusal(error)) takeBack();
    },
  };
}

/** The reference of the task or ticket with this uuid, if this computer knows it. */
export function refOfWritten(index: ReferenceIndex, route: WriteRoute, id: string): string | undefined {
  const kind = route.includes('/tickets/') ? 'tickets' : route.includes('/projects/') ? 'projects' : 'tasks';
  return id === '' ? undefined : index.all(kind).find(({ uuid }) => uuid === id)?.ref;
}

/** The values of the keys that both have. */
function pick(values: Row, keys: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(keys, key)));
}

/** Whether the write was certainly not applied. */
function isRefusal(error: unknown): boolean {
  return error instanceof TrackerError && error.kind !== 'interrupted' && !isInDoubt(error);
}

/** The writes that replace something, or are named on their own. */
type OtherRoute =
  | 'PATCH /tasks/:id'
  | 'PATCH /tickets/:id'
  | 'PUT /tickets/:id/checklist'
  | 'POST /tickets/:id/messages';

/** What cannot be undone, by route; the reference follows. */
const finals: Readonly<Record<Exclude<WriteRoute, OtherRoute>, string>> = {
  'POST /tasks': 'the creation of',
  'POST /tickets': 'the creation of',
  'POST /tickets/:id/tasks': 'the conversion of',
  'POST /tasks/:id/comments': 'a comment on',
  'POST /tasks/:id/time': 'time logged on',
  'DELETE /tasks/:id': 'the deletion of',
  'DELETE /tickets/:id': 'the deletion of',
  'POST /projects/:id/activity': 'a comment on a project',
  'POST /chat/threads': 'a new chat thread',
  'POST /chat/threads/:id/messages': 'a chat message',
  'POST /notes': 'a new note',
  'POST /inbox/read': 'notifications marked as read',
  'POST /me/views': 'a change of saved views',
  'PATCH /me/preferences': 'a change of preferences',
  'PATCH /me/profile': 'a change of the profile',
  'POST /push/tokens': 'a registered device',
  'DELETE /push/tokens': 'a removed device',
};

/** Empty for a part of another write, such as unassigning what was just created. */
function finalWords(route: WriteRoute, body: unknown): string {
  if (route === 'POST /tickets/:id/messages')
    return isRow(body) && body.internal === true ? 'an internal note on' : 'a reply to';
  return route in finals ? finals[route as keyof typeof finals] : '';
}
