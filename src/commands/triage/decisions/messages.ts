import { findDraft } from '../../../compose/saved/drafts.js';
import { removeFolder, writeInDraft } from '../../../compose/saved/edited-draft.js';
import { writeTemporaryFile } from '../../../compose/text/temporary-file.js';
import { NothingToSend, writeInEditor } from '../../../compose/text/write-in-editor.js';
import { TrackerError } from '../../../contract/errors.js';
import { textsOf } from '../../../contract/row.js';
import type { Ledger } from '../../../ledger/store.js';
import { type Decision, nounOf } from '../../../triage/model/decision.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import { listedNames } from '../../../triage/model/step.js';
import { fieldWith } from '../../../triage/model/text-field.js';
import type { Event } from '../../../triage/model/update.js';
import type { Dispatch } from '../../../triage/work.js';
import { settingFor } from '../../showing/setting.js';
import { audienceOf } from '../../tickets/message/audience.js';
import { placeholdersOf, seeTicket } from '../../tickets/message/seen-ticket.js';
import { readTemplate } from '../../tickets/message/template.js';
import { readDetail } from '../details.js';
import { withDraft } from '../kept/found-texts.js';
import { createTexts, kindIn, type Texts } from '../kept/texts.js';
import { isRecoverable, itemIn, type Shared } from '../shared.js';
import { templateWords } from '../words.js';
import { typedTarget } from './verb-calls.js';

/** Texts that are being written, and their drafts. */
export interface Messages extends Pick<Texts, 'keep' | 'finish' | 'release'> {
  /** Nobody wants the text of this draft any longer. */
  forget(draft: string): void;
  begin(writing: WritingMessage, inEditor: boolean, dispatch: Dispatch): Promise<void>;
  edit(writing: WritingMessage, dispatch: Dispatch): Promise<void>;
  template(name: string, writing: WritingMessage, dispatch: Dispatch): Promise<void>;
  /** Keeps messages that are not to be sent, and says whether they are drafts, and to whom they were sent `already`. */
  takeBack(decisions: readonly Decision[], already: string): Event;
  /** Where the text of a message is that was refused; it is kept, if only in memory. */
  keepRefused(decision: Decision): 'draft' | 'memory';
}

export function createMessages(shared: Shared): Messages {
  const { context, kept } = shared;
  const texts = createTexts(shared);
  const { ledger } = kept.parts;
  const edit: Messages['edit'] = async (writing, dispatch) => {
    let { draft } = writing;
    /** Where it is what a failed editor left of a text that had been typed before. */
    let apart: string | undefined;
    const show = async (body: string): Promise<boolean> => {
      const next: WritingMessage = { ...writing, draft, field: fieldWith(body) };
      dispatch({ is: 'text', writing: next });
      return (await texts.save(next, dispatch)) !== undefined;
    };
    try {
      draft = await texts.save(writing, dispatch);
      const initial = writing.field.text === '' ? '' : `${writing.field.text}\n`;
      const onUnsent = async (left: unknown): Promise<void> => {
        if (typeof left !== 'string') return;
        // When the session ends, the draft is the only place where a text is looked for.
        if (initial === '' || context.signal.aborted) return void (await show(left));
        apart = writeTemporaryFile(writing.what, left);
        await show(writing.field.text);
      };
      const keepText = async (text: string): Promise<boolean> => (await show(text)) || draft === undefined;
      const write = draft === undefined ? () => undefined : writeInDraft(ledger, Number(draft));
      const place = { write, keep: keepText };
      await writeInEditor(context, { what: writing.what, initial, mayStay: true, place, onUnsent });
    } catch (error) {
      if (!(error instanceof TrackerError) || context.signal.aborted) throw error;
      const isUsual = error instanceof NothingToSend || error.kind === 'interrupted';
      const where = apart === undefined ? '' : `; what the editor left is in ${apart}`;
      dispatch({ is: 'said', notice: { text: `${error.message}${where}`, tone: isUsual ? 'plain' : 'bad' } });
    } finally {
      if (draft !== undefined) removeFolder(ledger, Number(draft));
      if (draft !== undefined && isBlank(ledger, Number(draft))) {
        kept.drop(Number(draft));
        dispatch({ is: 'draft', writing, draft: undefined });
      }
    }
  };
  return {
    ...texts,
    edit,
    forget: (draft) => kept.drop(Number(draft)),
    async begin(writing, inEditor, dispatch) {
      // A template may have been added meanwhile.
      dispatch({ is: 'words', words: { ...shared.state().words, ...templateWords(context) } });
      const isGoingOn = writing.draft !== undefined;
      const found = isGoingOn
        ? writing
        : (texts.lost(writing) ?? (await withDraft(shared, kindIn(shared, writing), writing)));
      const audience = readersOf(shared, found);
      const next: WritingMessage = { ...found, ...(audience !== undefined && { audience }) };
      dispatch({ is: 'begun', writing: next, inEditor });
      const late = await lateAudience(shared, writing);
      if (late !== undefined) dispatch({ is: 'audience', writing, audience: late });
    },
    async template(name, writing, dispatch) {
      try {
        const uuid = writing.targets[0]?.uuid ?? '';
        const text = await readTemplate(
          context,
          name,
          placeholdersOf(context, await seeTicket(context, { text: uuid })),
        );
        dispatch({ is: 'template', writing, text });
      } catch (error) {
        if (!(error instanceof TrackerError)) throw error;
        dispatch({ is: 'said', notice: { text: error.message, tone: 'bad' } });
      }
    },
    takeBack(decisions, already) {
      const isKept = decisions.map(texts.putAside);
      const what = decisions[0] ? nounOf(decisions[0]) : 'reply';
      const refsOf = (wanted: boolean): readonly string[] =>
        decisions
          .filter((_each, at) => isKept[at] === wanted)
          .flatMap(({ targets }) => targets.map(typedTarget)[0]?.ref ?? []);
      const [drafts, lost] = [refsOf(true), refsOf(false)];
      const how = drafts.length > 1 ? 'kept as drafts' : 'kept as a draft';
      const said = [
        ...(drafts.length > 0 ? [`${listedNames(drafts)}: the ${what} was not sent (${how})`] : []),
        ...(lost.length > 0 ? [`${listedNames(lost)}: the ${what} was not sent and is kept only until you quit`] : []),
      ];
      const text = `${said.join('; ')}${already}`;
      return { is: 'said', notice: { text, tone: lost.length > 0 ? 'bad' : 'good' } };
    },
    keepRefused: (decision) => (texts.putAside(decision) ? 'draft' : 'memory'),
  };
}

/** Whether there is nothing in a draft, such as one for an editor in which nothing was saved. */
function isBlank(ledger: Ledger, number: number): boolean {
  const { body, bodyFile, attach } = findDraft(ledger, number)?.flags ?? {};
  return body === '' && bodyFile === undefined && textsOf(attach).length === 0;
}

/** Who will be able to read public replies; undefined for what is not public, and before all rows have been read. */
function readersOf({ seen, context, client }: Shared, writing: WritingMessage): string | undefined {
  const rows = writing.targets.map(({ row }) => row);
  const all = rows.flatMap((uuid) => {
    const envelope = seen.get(uuid)?.envelope;
    return envelope?.ticket ? [{ envelope, setting: settingFor(context, client, envelope.authors) }] : [];
  });
  return writing.what !== 'reply' || all.length < rows.length ? undefined : audienceOf(all);
}

/** The same, once the rows on which the cursor has not rested have been read. */
async function lateAudience(shared: Shared, writing: WritingMessage): Promise<string | undefined> {
  const { seen, context } = shared;
  const unread = writing.targets.map(({ row }) => row).filter((uuid) => !seen.has(uuid));
  if (writing.what !== 'reply' || unread.length === 0) return undefined;
  try {
    for (const item of unread.map((uuid) => itemIn(shared, uuid))) {
      if (item) seen.set(item.uuid, await readDetail(context, item, true));
    }
    return readersOf(shared, writing);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return `whoever can see it; more could not be found out: ${error.message}`;
  }
}
