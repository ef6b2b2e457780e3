import { type FlagTable, longName } from '../args/flag.js';
import type { Client } from '../client/client.js';
import type { Context } from '../context.js';
import { Declined } from '../errors.js';
import { requireOneReader } from '../files/one-reader.js';
import type { FilePart } from '../http/body/multipart.js';
import type { Wanted } from '../references/last-shown.js';
import { oneReference, readReferences } from '../references/read.js';
import { saveDraft, saveUnsent } from './saved/save.js';
import { openDrafts } from './saved/store.js';
import { type SendingDraft, sendSubmission } from './send.js';
import { refsIn, type Submission } from './submission.js';
import type { EditorStart } from './text/editor-note.js';
import type { Unsendable } from './text/left-by-editor.js';
import { type EditorWanted, readFromEditor, readGiven, type TextSource, type TextWanted } from './text/read-text.js';
import { findUnsent } from './unsent/find-unsent.js';
import type { DraftChoice } from './unsent/offer-draft.js';

/** The values of the flags that compose() reads. A verb may have others too, and need not have all of these. */
export interface ComposeValues extends TextSource {
  readonly fromDraft: string | undefined;
  readonly attach?: readonly string[] | undefined;
  readonly attachName?: string | undefined;
}

/** How a verb gets its text. The functions are called in this order. */
export interface Composing<V extends ComposeValues> {
  /** The command its drafts belong to, such as `tasks comment`. */
  readonly command: string;
  readonly flags: FlagTable;
  /** The arguments with the references it is for: a string for exactly one, an array for any number. */
  readonly target?: string | readonly string[];
  /** What `@` may stand for, if not an entity with a reference. */
  readonly wanted?: Wanted;
  /** The arguments after the references, saved in a draft unchanged. */
  readonly words?: readonly string[];
  /** Undefined if the verb has no `textFlags`. */
  readonly text?: TextWanted;
  /** Checks and normalizes the flags before anything is read; for example, a relative day becomes a date. */
  settle?(values: V, client: Client): V;
  /** Asks for what is missing. */
  ask?(values: V, asking: Asking<V>): Promise<void>;
  /** The text given by a flag of the verb that is not one of `textFlags`, if no editor is wanted. */
  written?(known: Pick<Composed<V>, 'client' | 'values' | 'refs'>): Promise<string | undefined>;
  /** Runs before an editor opens and says what its file begins with. Throws if the text could not be sent anyway. */
  beforeEditor?(known: Pick<Composed<V>, 'client' | 'values' | 'refs'>): Promise<EditorStart>;
}

/** How a verb asks for what is missing. */
export interface Asking<V> extends Pick<Composed<V>, 'client' | 'refs'> {
  /** Takes each answer as it is given, so that nothing typed is lost: texts are saved as a draft. */
  readonly onAnswer: (answer: Partial<V>) => Promise<void>;
  /** Opens the editor with this text, or with what `beforeEditor` returns, and gives what was written. */
  readonly write: (initial?: string) => Promise<string>;
}

/** What was written, ready to be sent. */
export interface Composed<V> {
  readonly client: Client;
  /** The flags, those of the draft and the answers, with the text as `body`. */
  readonly values: V;
  /** The references it is for. */
  readonly refs: readonly string[];
  readonly body: string | undefined;
  readonly files: readonly FilePart[];
  /** Sends it, keeping a draft until the server has accepted it; see sendSubmission. */
  send<T>(work: (draft: SendingDraft) => Promise<T>): Promise<T>;
}

/**
 * Gets what a verb should send: from flags, a draft, a file, standard input, prompts or an editor. Nothing is sent yet. The text
 * is saved as a draft if this fails or is interrupted (docs/requirements.md, R70). Throws usage errors before any prompt.
 */
export async function compose<V extends ComposeValues>(
  context: Context,
  given: V,
  composing: Composing<V>,
): Promise<Composed<V>> {
  const { command, flags, words = [] } = composing;
  const client = await context.client();
  const url = client.base.href.replace(/\/$/, '');
  const { fromDraft: id } = given;
  const restored =
    id === undefined
      ? given
      : await (await import('./saved/restore-flags.js')).restoreFlags(context, given, {
          id,
          command,
          url,
          table: flags,
        });
  const settled = composing.settle?.(restored, client) ?? restored;
  requireOneInput(composing, settled);
  const refs = await readTarget(context, composing);
  const chosen = await chooseDraft(context, { composing, settled, refs, url });
  if (chosen) {
    const target = typeof composing.target === 'string' ? (refs[0] ?? '') : refs;
    return await compose(context, { ...given, quote: false, template: undefined, ...chosen }, { ...composing, target });
  }
  const { attach, attachName } = settled;
  const files =
    attach && (attach.length > 0 || attachName !== undefined)
      ? (await import('../files/attachments.js')).openAttachments(
          context,
          { ...settled, attach, attachName },
          refs.length,
        )
      : [];
  const toSubmission = (values: V): Submission => ({
    command,
    args: [...refs, ...words],
    flags: Object.fromEntries(Object.entries(values)),
    flagRefs: refsIn(composing.flags, Object.fromEntries(Object.entries(values))),
    url,
    fromDraft: values.fromDraft,
    files,
  });
  const values = await complete(context, { composing, client, settled, refs, toSubmission });
  return {
    client,
    values,
    refs,
    body: values.body,
    files,
    send: async (work) => await sendSubmission(context, toSubmission(values), work),
  };
}

/** The unsent draft to go on with, if there is one for the same references and the user wants that one. */
async function chooseDraft<V extends ComposeValues>(
  context: Context,
  {
    composing: { command, text },
    settled,
    refs,
    url,
  }: Pick<Incomplete<V>, 'composing' | 'settled' | 'refs'> & { readonly url: string },
): Promise<DraftChoice> {
  if (!text || refs.length === 0 || settled.fromDraft !== undefined || context.settings.dryRun) return undefined;
  if (!context.prompt.possible && !context.io.stderr.isTerminal) return undefined;
  const draft = await findUnsent(context, { command, url, refs });
  if (!draft) return undefined;
  const { mentionDraft, offerDraft } = await import('./unsent/offer-draft.js');
  if (context.prompt.possible && opensEditor(settled, text)) return await offerDraft(context, draft);
  await mentionDraft(context, draft);
  return undefined;
}

/** Whether the text will be asked for in the editor where one can be opened. */
function opensEditor({ body, bodyFile, editor, quote, template }: TextSource, { isRequired }: TextWanted): boolean {
  if (body !== undefined || bodyFile !== undefined) return false;
  return editor === true || quote === true || (isRequired && template === undefined);
}

interface Incomplete<V extends ComposeValues> {
  readonly composing: Composing<V>;
  readonly client: Client;
  readonly settled: V;
  readonly refs: readonly string[];
  readonly toSubmission: (values: V) => Submission;
}

/**
 * Reads the text, asks for what is missing, and opens the editor. From the first prompt on, everything that was written is in a
 * draft, or is saved as one if this fails.
 */
async function complete<V extends ComposeValues>(
  context: Context,
  { composing, client, settled, refs, toSubmission }: Incomplete<V>,
): Promise<V> {
  const { text, flags, ask, written: sayWritten, beforeEditor } = composing;
  const body = text && (await readGiven(context, settled, text.what));
  const start: V = text ? { ...settled, body, bodyFile: undefined } : settled;
  const mayAsk = ask !== undefined && !context.settings.dryRun && context.prompt.possible;
  let values = mayAsk && body !== undefined ? await saveFirst(context, start, toSubmission) : start;
  let isSaved = false;
  const onUnsent = async (left: string | Unsendable): Promise<void> => {
    isSaved = true;
    if (typeof left === 'string') await saveUnsent(context, toSubmission({ ...values, body: left }));
    else await (await import('./saved/save-file.js')).saveUnsentFile(context, toSubmission(values), left);
  };
  try {
    const onAnswer = async (answer: Partial<V>): Promise<void> => {
      const before = values;
      values = { ...values, ...answer };
      if (mayAsk && hasAnswerInWords(flags, before, values)) values = await saveFirst(context, values, toSubmission);
    };
    const editing: Pick<EditorWanted, 'beforeEditor' | 'inPlace' | 'onUnsent'> = {
      beforeEditor: async () => (await beforeEditor?.({ client, values, refs })) ?? {},
      inPlace: async (edit) => {
        const { editInDraft } = await import('./saved/edited-draft.js');
        return await editInDraft(context, toSubmission(values), async (id, place) => {
          values = { ...values, fromDraft: id ?? values.fromDraft };
          return await edit(place);
        });
      },
      onUnsent,
    };
    const write = async (initial?: string): Promise<string> => {
      const source = { editor: true, draftText: initial };
      const wanted = { what: text?.what ?? 'text', isRequired: true, mayStay: true, ...editing };
      return (await readFromEditor(context, source, wanted)) ?? '';
    };
    await ask?.(start, { client, refs, onAnswer, write });
    if (!text || values.body !== undefined) return values;
    const said = await sayWritten?.({ client, values, refs });
    if (said !== undefined) return { ...values, body: said };
    const written = await readFromEditor(context, values, { ...text, ...editing });
    return { ...values, body: written };
  } catch (error) {
    const isWritten = values.body !== undefined || hasAnswerInWords(flags, start, values);
    if (!mayAsk || !isWritten || isSaved) throw error;
    await saveUnsent(context, toSubmission(values), error);
    throw error instanceof Declined ? new Declined() : error;
  }
}

/** The values, with the draft they were saved in if that worked. */
async function saveFirst<V extends ComposeValues>(
  context: Context,
  values: V,
  toSubmission: (values: V) => Submission,
): Promise<V> {
  const drafts = openDrafts(context.settings.folders.state);
  const draft = await saveDraft(context, drafts, toSubmission(values));
  return draft ? { ...values, fromDraft: draft.id } : values;
}

/** Whether a prompt was answered with free text, such as a title. */
function hasAnswerInWords(flags: FlagTable, before: ComposeValues, after: ComposeValues): boolean {
  const [old, now]: readonly Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  return Object.entries(flags).some(
    ([key, { value }]) => value?.kind === 'text' && now?.[key] !== undefined && old?.[key] !== now?.[key],
  );
}

async function readTarget(
  context: Context,
  { target, wanted }: Pick<Composing<never>, 'target' | 'wanted'>,
): Promise<readonly string[]> {
  if (target === undefined) return [];
  return typeof target === 'string'
    ? [await oneReference(context, target, wanted)]
    : await readReferences(context, target);
}

/** Throws a usage error if several flags or arguments would read standard input. */
function requireOneInput({ target, flags }: Pick<Composing<never>, 'target' | 'flags'>, values: ComposeValues): void {
  const byKey: Readonly<Record<string, unknown>> = { ...values };
  const readers = Object.entries(flags).filter(([, { value }]) => value?.kind === 'file' || value?.kind === 'ref');
  requireOneReader([
    [typeof target === 'string' ? 'the reference' : 'the references', target],
    ...readers.map(([key, { flags }]) => [longName(flags), byKey[key]] as const),
  ]);
}
