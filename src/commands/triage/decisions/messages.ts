import { serverByFile } from '../../../compose/by-file.js';
import { findDraft } from '../../../compose/saved/drafts.js';
import { removeFolder, writeInDraft } from '../../../compose/saved/edited-draft.js';
import { writeTemporaryFile } from '../../../compose/text/temporary-file.js';
import { NothingToSend, writeInEditor } from '../../../compose/text/write-in-editor.js';
import { joined, orElse, phrase, type Sentence, TrackerError, usageError } from '../../../contract/errors.js';
import { followingIn } from '../../../contract/following.js';
import { rowAt } from '../../../contract/row.js';
import { isBlank } from '../../../ledger/entry.js';
import { findMentioned } from '../../../references/find-named.js';
import { type Decision, wordsOf } from '../../../triage/model/decisions/decision.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import { type EffectOf, listedNames } from '../../../triage/model/step.js';
import { fieldWith } from '../../../triage/model/texts/text-field.js';
import type { Doers } from '../../../triage/work.js';
import { audienceOf } from '../../conversations/audience.js';
import { placeholdersOf, seeTicket } from '../../conversations/seen-ticket.js';
import { readTemplate } from '../../conversations/template.js';
import { settingFor } from '../../showing/setting.js';
import { originalWords } from '../../tickets/message/macro.js';
import { refuseWords } from '../../work/post-text.js';
import { ticket } from '../../work/ticket.js';
import { kindIn, typedTarget } from '../change-of.js';
import { withDraft } from '../kept/found-texts.js';
import { readDetail } from '../reading/details.js';
import { templateWords } from '../reading/words.js';
import { isRecoverable, itemIn, type SessionParts, say } from '../shared.js';

/** What is done about texts that are being written, and their drafts. */
export function messageEffects(shared: SessionParts): Doers {
  const { context, dispatch } = shared;
  const readTemplates = (): void =>
    dispatch({ is: 'words', words: { ...shared.state().words, ...templateWords(context) } });
  return {
    templates: readTemplates,
    async edit({ writing, isFirst }) {
      await editText(shared, writing);
      if (isFirst) dispatch({ is: 'edited', writing });
    },
    async begin({ writing, inEditor }) {
      readTemplates();
      const isGoingOn = writing.draft !== undefined;
      const found = isGoingOn ? writing : await withDraft(shared, kindIn(shared.state(), writing), writing);
      const server = serverByFile(context.settings.target);
      const remarks = [server && phrase`on ${server}, by .tracker.json`, found.remark].filter(
        (each) => each !== undefined,
      );
      const remark = remarks.length > 0 ? { remark: joined(remarks, '; ') } : undefined;
      dispatch({ is: 'begun', writing: { ...withReaders(shared, found), ...remark }, inEditor });
      const late = await lateAudience(shared, writing);
      if (late !== undefined) dispatch({ is: 'audience', writing, audience: late });
    },
    async macro(wanted) {
      const filled = filledIn(shared, wanted).then((writing) => ({ writing: withReaders(shared, writing) }));
      const answer = await orElse(filled, ({ message }) => ({ why: message }));
      dispatch({ is: 'macro', sought: wanted.sought, ...answer });
    },
    async template({ name, writing }) {
      const filled = async (): Promise<void> => {
        const uuid = writing.targets[0]?.uuid ?? '';
        const { fill } = readTemplate(context, name);
        const text = await fill(placeholdersOf(context, await seeTicket(context, { text: uuid })));
        dispatch({ is: 'template', name, writing, text });
      };
      await orElse(filled(), ({ message }) => say(shared, message));
    },
    'take-back': ({ decisions, already }) => sayTakenBack(shared, decisions, already),
  };
}

/** Says whether messages that are not to be sent are drafts now, and to whom they were sent `already`. */
function sayTakenBack(shared: SessionParts, decisions: readonly Decision[], already: Sentence): void {
  const { kept } = shared;
  const isKept = decisions.map((decision) => kept.whereIs(decision) === 'draft');
  const what = decisions[0] ? wordsOf(decisions[0]).noun : 'reply';
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
  say(shared, phrase`${said.join('; ')}${already}`, lost.length > 0 ? 'bad' : 'good');
}

/** The message of a macro, filled in for each of its rows, of which all have been read then. */
async function filledIn(shared: SessionParts, { name, writing, original }: EffectOf<'macro'>): Promise<WritingMessage> {
  const { context, client, seen } = shared;
  const { macro = {}, fill } = readTemplate(context, name);
  const { status, ...also } = followingIn(macro);
  refuseWords(context, client, { kind: 'ticket', given: macro });
  const duplicated = original === undefined ? undefined : await findMentioned(context, 'ticket', { text: original });
  const texts = new Map<string, string>();
  for (const { row, uuid, ref } of writing.targets) {
    if (uuid === duplicated?.uuid) throw usageError(`${ref} cannot be a duplicate of itself`);
    const item = itemIn(shared, row);
    const known = seen.get(row) ?? (item && (await readDetail(context, item, true)));
    if (!known) continue;
    seen.set(row, known);
    const { envelope } = known;
    await ticket.findPeople(client, { seen: rowAt(envelope, 'ticket') })(also.assignee ?? []);
    const words = duplicated && (await originalWords(context, duplicated, writing.what));
    texts.set(row, await fill(placeholdersOf(context, { client, detail: envelope, ref }, words)));
  }
  const [text = '', ...others] = texts.values();
  const isSame = others.every((each) => each === text);
  const whole = writing.targets.map(({ row, ref }) => `${ref}:\n${texts.get(row) ?? ''}`).join('\n\n');
  const shown = isSame ? text : whole;
  return {
    ...{ ...writing, status, also, goes: macro.goes, field: isSame ? fieldWith(shown) : { text: shown, at: 0 } },
    ...(duplicated && { original: { uuid: duplicated.uuid, ref: duplicated.ref } }),
    macro: { text: shown, ...(!isSame && { texts }) },
  };
}

/** Lets an editor change a text, which is kept in its draft at once. */
async function editText(shared: SessionParts, writing: WritingMessage): Promise<void> {
  const { context, kept, dispatch } = shared;
  const { ledger } = kept.parts;
  let draft = Number(writing.draft);
  /** Where it is what a failed editor left of a text that had been typed before. */
  let apart: string | undefined;
  const show = async (body: string): Promise<boolean> => {
    const next: WritingMessage = { ...writing, draft: String(draft), field: fieldWith(body) };
    dispatch({ is: 'text', writing: next });
    return !kept.memory.has(await kept.save(shared.state(), next));
  };
  try {
    draft = await kept.save(shared.state(), writing);
    const initial = writing.field.text === '' ? '' : `${writing.field.text}\n`;
    const onUnsent = async (left: unknown): Promise<void> => {
      if (typeof left !== 'string') return;
      // When the session ends, the draft is the only place where a text is looked for.
      if (initial === '' || context.signal.aborted) return void (await show(left));
      apart = writeTemporaryFile(writing.what, left);
      await show(writing.field.text);
    };
    const isOnDisk = !kept.memory.has(draft);
    const keep = async (text: string): Promise<boolean> => (await show(text)) || !isOnDisk;
    const place = { write: isOnDisk ? writeInDraft(ledger, draft) : () => undefined, keep };
    const editing = { what: writing.what, initial, mayStay: true, place, onUnsent };
    await kept.whileEdited(draft, async () => await writeInEditor(context, editing));
  } catch (error) {
    if (!(error instanceof TrackerError) || context.signal.aborted) throw error;
    const isUsual = error instanceof NothingToSend || error.kind === 'interrupted';
    const where = apart === undefined ? '' : `; what the editor left is in ${apart}`;
    say(shared, phrase`${error.message}${where}`, isUsual ? 'plain' : 'bad');
  } finally {
    removeFolder(ledger, draft);
    const now = findDraft(ledger, draft);
    if (now && isBlank(now)) {
      kept.drop(draft);
      dispatch({ is: 'draft', writing, draft: undefined });
    }
  }
}

/** Who will be able to read public replies; undefined for what is not public, and before all rows have been read. */
function readersOf({ seen, context, client }: SessionParts, writing: WritingMessage): string | undefined {
  const rows = writing.targets.map(({ row }) => row);
  const all = rows.flatMap((uuid) => {
    const envelope = seen.get(uuid)?.envelope;
    return envelope && !envelope.task ? [{ envelope, setting: settingFor(context, client, envelope.authors) }] : [];
  });
  return writing.what !== 'reply' || all.length < rows.length ? undefined : audienceOf(all);
}

function withReaders(shared: SessionParts, writing: WritingMessage): WritingMessage {
  const audience = readersOf(shared, writing);
  return audience === undefined ? writing : { ...writing, audience };
}

/** Who will be able to read it, once the rows on which the cursor has not rested have been read. */
async function lateAudience(shared: SessionParts, writing: WritingMessage): Promise<Sentence | undefined> {
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
    return phrase`whoever can see it; more could not be found out: ${error.message}`;
  }
}
