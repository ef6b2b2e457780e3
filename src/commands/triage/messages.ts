import { writeInEditor } from '../../drafts/text/write-in-editor.js';
import { TrackerError, usageError } from '../../errors.js';
import type { Decision } from '../../triage/model/decision.js';
import type { Writing } from '../../triage/model/mode.js';
import { fieldWith } from '../../triage/model/text-field.js';
import type { Tell } from '../../triage/work.js';
import { settingFor } from '../showing/setting.js';
import { audienceSentence } from '../tickets/message/audience.js';
import { placeholdersOf } from '../tickets/message/placeholders.js';
import { readTemplate } from '../tickets/message/template.js';
import { seeTicket } from '../tickets/seen-ticket.js';
import { forgetDraft, keepMessage, withDraft } from './drafts.js';
import type { Shared } from './shared.js';

/** Texts that are being written, and their drafts. */
export interface Messages {
  /** Keeps a text on disk, a moment after the last key. */
  keep(writing: Writing, tell: Tell): void;
  forget(draft: string): void;
  begin(writing: Writing, inEditor: boolean, tell: Tell): Promise<void>;
  edit(writing: Writing, tell: Tell): Promise<void>;
  template(name: string, writing: Writing, tell: Tell): Promise<void>;
  /** The decision to send a message, with its draft as it is on disk now. */
  settle(decision: Decision): Promise<Decision>;
}

/** How long to wait for more keys (milliseconds). */
const pauseMs = 250;

export function createMessages(shared: Shared): Messages {
  const { context } = shared;
  /** The drafts of texts, by what and whom they are for. */
  const drafts = new Map<string, string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const keyOf = ({ what, targets }: Pick<Writing, 'what' | 'targets'>): string => `${what} ${targets[0]?.uuid}`;
  const kindOf = (uuid: string | undefined): 'ticket' | 'task' =>
    shared.state().items.find((item) => item.uuid === uuid)?.kind === 'task' ? 'task' : 'ticket';
  const save = async (writing: Writing): Promise<string | undefined> => {
    const key = keyOf(writing);
    clearTimeout(timers.get(key));
    timers.delete(key);
    const draft = await keepMessage(context, kindOf(writing.targets[0]?.uuid), {
      ...writing,
      draft: writing.draft ?? drafts.get(key),
    });
    if (draft !== undefined) drafts.set(key, draft);
    return draft;
  };
  const keep: Messages['keep'] = (writing, tell) => {
    const key = keyOf(writing);
    clearTimeout(timers.get(key));
    const write = async (): Promise<void> => {
      const draft = await save(writing);
      if (draft !== undefined && draft !== writing.draft) tell({ is: 'draft', writing, draft });
    };
    timers.set(
      key,
      setTimeout(() => void write(), pauseMs),
    );
  };
  const edit: Messages['edit'] = async (writing, tell) => {
    const show = (body: string): void => {
      const next: Writing = { ...writing, field: fieldWith(body) };
      tell({ is: 'text', writing: next });
      keep(next, tell);
    };
    try {
      await save(writing);
      const initial = writing.field.text === '' ? '' : `${writing.field.text}\n`;
      const onUnsent = async (left: unknown): Promise<void> => {
        if (typeof left === 'string') show(left);
      };
      show(await writeInEditor(context, { what: writing.what, initial, mayStay: true, onUnsent }));
    } catch (error) {
      if (!(error instanceof TrackerError) || context.signal.aborted) throw error;
      tell({ is: 'said', notice: { text: error.message, tone: 'bad' } });
    }
  };
  return {
    keep,
    edit,
    forget: (draft) => {
      for (const [key, id] of drafts) if (id === draft) drafts.delete(key);
      forgetDraft(context, draft);
    },
    async begin(writing, inEditor, tell) {
      const kind = kindOf(writing.targets[0]?.uuid);
      const found = await withDraft(context, kind, writing);
      const audience = audienceOf(shared, found);
      const next: Writing = { ...found, ...(audience !== undefined && { audience }) };
      tell({ is: 'begun', writing: next, inEditor });
    },
    async template(name, writing, tell) {
      try {
        const uuid = writing.targets[0]?.uuid ?? '';
        const text = await readTemplate(context, name, placeholdersOf(context, await seeTicket(context, uuid)));
        tell({ is: 'template', writing, text });
      } catch (error) {
        if (!(error instanceof TrackerError)) throw error;
        tell({ is: 'said', notice: { text: error.message, tone: 'bad' } });
      }
    },
    async settle(decision) {
      const { message, what, targets, kind } = decision;
      if (!message || (what !== 'reply' && what !== 'note')) throw usageError('that is not a message');
      const about = targets.map((target) => target.about ?? target);
      const writing: Writing = {
        ...{
          is: 'write',
          what,
          row: targets[0]?.uuid ?? '',
          targets: about,
          field: fieldWith(message.body),
          status: message.status,
        },
        ...{ attach: message.attach, draft: message.draft ?? drafts.get(keyOf({ what, targets: about })) },
      };
      clearTimeout(timers.get(keyOf(writing)));
      const draft = await keepMessage(context, kind === 'task' ? 'task' : 'ticket', writing);
      drafts.delete(keyOf(writing));
      return { ...decision, message: { ...message, draft } };
    },
  };
}

/** Who will be able to read a public reply. */
function audienceOf({ seen, context, client }: Shared, { what, row, targets }: Writing): string | undefined {
  const [target] = targets;
  const envelope = seen.get(row)?.envelope;
  if (what !== 'reply' || !target || !envelope || envelope.ticket === undefined) return undefined;
  return audienceSentence(envelope, target.ref, settingFor(context, client, envelope.authors));
}
