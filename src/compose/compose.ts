import type { Context } from '../args/context.js';
import { type FlagTable, longName } from '../args/flag.js';
import { Declined, type ErrorKind, TrackerError, usageError } from '../contract/errors.js';
import { requireOneReader } from '../files/read-input.js';
import { oneReference, type RefArgument, type Reference, readReferences, shown, unread } from '../references/read.js';
import { type DraftTargets, holding, inDraft, kindOf, ledgerOf } from './saved/drafts.js';
import type { DraftChoice } from './saved/earlier-draft.js';
import { saveDraft, saveUnsent } from './saved/save.js';
import { sendText } from './send.js';
import { readGiven, type TextNeed, type TextSource } from './text/read-text.js';
import { textInstead } from './text/text-flags.js';
import type { EditorParts } from './text/write-in-editor.js';
import type { ComposeValues, TextChange, TextKind } from './writing.js';

export type { ComposeValues, TextChange } from './writing.js';

/**
 * The first step: what is given, in flags, a draft, a file or standard input. Offers an unsent draft for the same references
 * (docs/requirements.md, R70). Throws usage errors before any prompt.
 */
export async function get<V extends ComposeValues>(
  context: Context,
  given: V,
  composing: TextKind<V>,
): Promise<TextChange<V>> {
  const client = await context.client();
  const { text } = composing;
  const first = await restore(context, given, { composing, client });
  requireOneInput(composing, first.values);
  const read = await readTarget(context, composing);
  const chosen = await chooseDraft(context, { composing, first: first.values, refs: read });
  const { values: settled, meant } = chosen
    ? await restore(context, { ...given, quote: false, template: undefined, ...chosen }, { composing, client })
    : first;
  const named: TextChange['named'] = (reference, onFound) => inDraft(reference, meant, onFound);
  const refs = read.map((each) => named(each));
  const { attach, attachName } = settled;
  const files =
    attach && (attach.length > 0 || attachName !== undefined)
      ? (await import('../files/attachments.js')).openAttachments(
          context,
          { ...settled, attach, attachName },
          refs.length,
        )
      : [];
  const body = text && (await readGiven(context, settled, text.what));
  const values: V = text ? { ...settled, body, bodyFile: undefined } : settled;
  // Most folders have no such file.
  if (context.settings.projectFile)
    await (await import('./by-file.js')).sayChosenByFile(context, client, { given, values });
  const isNew = isGiven(given) && settled.fromDraft === undefined;
  return { composing, client, values, refs, named, files, isNew, isPiped: settled.bodyFile === '-' };
}

function isGiven({ body, bodyFile }: TextSource): boolean {
  return body !== undefined || bodyFile !== undefined;
}

/** How a verb asks for what is missing. */
export interface AskParts<V> {
  /** Takes each answer as it is given, so that nothing typed is lost: texts are saved as a draft. */
  readonly onAnswer: (answer: Partial<V>) => Promise<void>;
  /** Opens the editor with this text, and gives what was written. */
  readonly write: (initial?: string) => Promise<string>;
}

/**
 * The second step: asks for what is missing. From the first question on, everything that was written is in a draft, or is saved
 * as one if this fails or is interrupted (docs/requirements.md, R70).
 */
export async function ask<V extends ComposeValues>(
  context: Context,
  given: TextChange<V>,
  questions: (asking: AskParts<V>) => Promise<void>,
): Promise<TextChange<V>> {
  const { flags, text } = given.composing;
  const mayAsk = !context.settings.dryRun && context.prompt.possible;
  const start = mayAsk ? { ...given, unasked: given.values } : given;
  const desk: Desk<V> = { writing: start, isSaved: false };
  if (mayAsk && given.values.body !== undefined) desk.writing = await saveFirst(context, start);
  return await keeping(context, desk, async () => {
    await questions({
      async onAnswer(answer) {
        const before = desk.writing.values;
        const writing = { ...readAgain(desk.writing), values: { ...before, ...answer } };
        const isText = mayAsk && hasAnswerInWords(flags, before, writing.values);
        desk.writing = writing;
        if (isText) desk.writing = await saveFirst(context, writing);
      },
      async write(initial) {
        const wanted = { what: text?.what ?? 'text', isRequired: true, mayStay: true };
        return (await writeAt(context, desk, { editor: true, draftText: initial }, wanted)) ?? '';
      },
    });
    return desk.writing;
  });
}

/** What was found before a person was asked may have changed meanwhile. */
function readAgain<V extends ComposeValues>(writing: TextChange<V>): TextChange<V> {
  return { ...writing, refs: writing.refs.map(unread) };
}

/**
 * The third step: the text from the editor, if there is none yet and one is needed or wanted. `start` says what its file begins
 * with, and throws if the text could not be sent anyway.
 */
export async function edit<V extends ComposeValues>(
  context: Context,
  given: TextChange<V>,
  start?: EditorNeed['start'],
): Promise<TextChange<V>> {
  const { text } = given.composing;
  if (!text || given.values.body !== undefined) return given;
  const desk: Desk<V> = { writing: given, isSaved: false };
  return await keeping(context, desk, async () => {
    const body = await writeAt(context, desk, given.values, { ...text, start });
    return body === undefined ? desk.writing : readAgain(withBody(desk.writing, body));
  });
}

/** The same with this text. */
export function withBody<V extends ComposeValues>(writing: TextChange<V>, body: string | undefined): TextChange<V> {
  return { ...writing, values: { ...writing.values, body } };
}

/**
 * Sends what was written, which is in a draft before any request and until the server has accepted it; see sendText. The
 * draft remembers what the references that `work` gets are found to be. A dry run keeps nothing. Throws SentBefore for what was
 * sent with the same key.
 */
export async function send<V extends ComposeValues, T>(
  context: Context,
  written: TextChange<V>,
  work: (writing: TextChange<V>) => Promise<T>,
): Promise<T> {
  const { once } = written.values;
  const given = once === undefined ? written : await withNewKey(context, written, once);
  const isKept = context.settings.dryRun || (given.values.fromDraft !== undefined && !given.isNew);
  const writing = isKept ? given : await saveFirst(context, given);
  const sendWritten = async (within: Context): Promise<T> => {
    const refs = isKept || given.isPiped ? writing.refs : await prove(within, writing);
    return await sendText(within, writing, async ({ keepOnly, onFound }) => {
      const named = (reference: Reference): Reference => writing.named(reference, onFound);
      return await work({
        ...{ ...writing, refs: refs.map(named), named },
        keepOnly: (left) => keepOnly(left.map(shown)),
      });
    });
  };
  const { fromDraft } = writing.values;
  return isKept || fromDraft === undefined
    ? await sendWritten(context)
    : await holding(context, [Number(fromDraft)], sendWritten);
}

/** The same in a draft with this key, which a dry run only looks up. Throws SentBefore. */
async function withNewKey<V extends ComposeValues>(
  context: Context,
  written: TextChange<V>,
  key: string,
): Promise<TextChange<V>> {
  const { requireNew, withKey } = await import('./saved/once.js');
  if (!context.settings.dryRun) return await withKey(context, written, key);
  await requireNew(context, written, key);
  return written;
}

/** What a lookup says that will say the same again. */
const lasting: readonly ErrorKind[] = ['not_found', 'ambiguous', 'usage'];

/**
 * What a text is for, looked up before it is sent: of a text that its author still has, and that could never be sent, no draft is
 * left. One for several is looked up for each of them.
 */
async function prove<V extends ComposeValues>(context: Context, writing: TextChange<V>): Promise<readonly Reference[]> {
  const { composing, refs, values } = writing;
  const [reference, second] = refs;
  const kind = kindOf(composing.command);
  if (context.sending?.entry || kind === undefined || reference === undefined || second !== undefined) return refs;
  const { findMentioned } = await import('../references/find-named.js');
  try {
    return [{ ...reference, entity: await findMentioned(context, kind, reference) }];
  } catch (error) {
    // What a row was about may have another reference by now.
    if (error instanceof TrackerError && lasting.includes(error.kind) && reference.ref === undefined) {
      if (values.fromDraft !== undefined) ledgerOf(context).ledger.forget(Number(values.fromDraft));
      throw error;
    }
    await saveUnsent(context, writing, context.signal.aborted ? undefined : error);
    throw error;
  }
}

async function restore<V extends ComposeValues>(
  context: Context,
  given: V,
  { composing: { command, flags, check }, client }: Pick<TextChange<V>, 'composing' | 'client'>,
): Promise<{ readonly values: V; readonly meant: DraftTargets | undefined }> {
  const { fromDraft: id } = given;
  if (id === undefined) return { values: (await check?.(given, client)) ?? given, meant: context.sending?.entry };
  const { restoreFlags } = await import('./saved/restore-flags.js');
  const { values, meant } = await restoreFlags(context, given, { id, command, table: flags });
  return { values: (await check?.(values, client)) ?? values, meant };
}

/** The unsent draft to go on with, if there is one for the same references and the user wants that one. */
async function chooseDraft<V extends ComposeValues>(
  context: Context,
  { composing: { command, text }, first, refs }: Pick<TextChange<V>, 'composing' | 'refs'> & { readonly first: V },
): Promise<DraftChoice> {
  if (!text || refs.length === 0 || first.fromDraft !== undefined || context.settings.dryRun) return undefined;
  if (!context.prompt.possible || !opensEditor(first, text)) return undefined;
  return await (await import('./saved/earlier-draft.js')).offerEarlier(context, { command, refs });
}

/** Whether the text will be asked for in the editor where one can be opened. */
function opensEditor({ body, bodyFile, editor, quote, template }: TextSource, { isRequired }: TextNeed): boolean {
  if (body !== undefined || bodyFile !== undefined) return false;
  return editor === true || quote === true || (isRequired && template === undefined);
}

/** What is being written now, and whether something unfinished of it was saved. */
interface Desk<V extends ComposeValues> {
  writing: TextChange<V>;
  isSaved: boolean;
}

interface EditorNeed extends TextNeed {
  /** Runs before the editor opens and says what its file begins with, and to whom the text goes, in a sentence. */
  readonly start?: (() => Promise<Partial<Record<'text' | 'about', string | undefined>>>) | undefined;
  readonly mayStay?: boolean;
}

/**
 * The text from the editor, which opens in the draft of what is being written, if it was requested or is needed; otherwise undefined.
 * It is an error if the editor fails or leaves an empty text, so that nothing is sent (docs/requirements.md, R70).
 */
async function writeAt<V extends ComposeValues>(
  context: Context,
  desk: Desk<V>,
  { draftText, draftFile, editor, quote, template }: TextSource,
  { what, isRequired, start, mayStay = template !== undefined && !quote }: EditorNeed,
): Promise<string | undefined> {
  const isDraft = draftText !== undefined || draftFile !== undefined;
  if (!isDraft && !editor && !(isRequired && context.prompt.possible)) {
    if (!isRequired) return undefined;
    throw usageError(`no ${what} was given`, textInstead);
  }
  const { text: initial, about } = (await start?.()) ?? {};
  // A draft may be sent unchanged, and so may a template, which has nothing to fill in.
  const content = isDraft
    ? { initial: `${draftText ?? ''}\n`, copyOf: draftFile, mayStay: true }
    : { initial, about, mayStay };
  const onUnsent: EditorParts['onUnsent'] = async (left) => {
    desk.isSaved = true;
    if (typeof left === 'string') await saveUnsent(context, withBody(desk.writing, left));
    else await (await import('./saved/save-file.js')).saveUnsentFile(context, desk.writing, left);
  };
  const { writeInEditor } = await import('./text/write-in-editor.js');
  const { editInDraft } = await import('./saved/edited-draft.js');
  return await editInDraft(context, desk.writing, async (number, place) => {
    desk.writing = withDraft(desk.writing, number);
    return await writeInEditor(context, { what, place, onUnsent, ...content });
  });
}

/** Saves what was answered so far as a draft if the work fails. */
async function keeping<V extends ComposeValues, T>(context: Context, desk: Desk<V>, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    const { composing, unasked, values } = desk.writing;
    const isWritten = values.body !== undefined || (unasked && hasAnswerInWords(composing.flags, unasked, values));
    if (!unasked || !isWritten || desk.isSaved) throw error;
    await saveUnsent(context, desk.writing, error instanceof Declined ? error : undefined);
    throw error instanceof Declined ? new Declined() : error;
  }
}

/** The same, with the draft it was saved in if that worked. */
async function saveFirst<V extends ComposeValues>(context: Context, writing: TextChange<V>): Promise<TextChange<V>> {
  return withDraft(writing, (await saveDraft(context, writing))?.number);
}

function withDraft<V extends ComposeValues>(writing: TextChange<V>, number: number | undefined): TextChange<V> {
  return number === undefined ? writing : { ...writing, values: { ...writing.values, fromDraft: String(number) } };
}

/** Whether a prompt was answered with free text, such as a title. */
function hasAnswerInWords(flags: FlagTable, before: ComposeValues, after: ComposeValues): boolean {
  const [old, now]: readonly Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  return Object.entries(flags).some(
    ([key, { value }]) => value?.kind === 'text' && now?.[key] !== undefined && old?.[key] !== now?.[key],
  );
}

async function readTarget(context: Context, { target, wanted }: Pick<TextKind<never>, 'target' | 'wanted'>) {
  if (target === undefined) return [];
  return isMany(target) ? await readReferences(context, target) : [await oneReference(context, target, wanted)];
}

/** Array.isArray does not know arrays that are read-only. */
function isMany(target: RefArgument | readonly RefArgument[]): target is readonly RefArgument[] {
  return Array.isArray(target);
}

/** Throws a usage error if several flags or arguments would read standard input. */
function requireOneInput({ target, flags }: Pick<TextKind<never>, 'target' | 'flags'>, values: ComposeValues): void {
  const byKey: Readonly<Record<string, unknown>> = { ...values };
  const readers = Object.entries(flags).filter(([, { value }]) => value?.kind === 'file' || value?.kind === 'ref');
  requireOneReader([
    [Array.isArray(target) ? 'the references' : 'the reference', target],
    ...readers.map(([key, { flags }]) => [longName(flags), byKey[key]] as const),
  ]);
}
