import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import type { TextSource } from '../../compose/text/read-text.js';
import { takeChoice } from '../../config/project-file.js';
import { type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import { type Row, rowIn, uuidOf } from '../../contract/row.js';
import type { VerbResult } from '../../output/shown.js';
import { findMentioned } from '../../references/find-named.js';
import type { Reference } from '../../references/read.js';

/** What the server was asked to create, and the command, without `tracker`, that shows whether it exists. */
interface Creation {
  readonly title: string;
  readonly look: string;
  readonly kind: 'task' | 'ticket' | 'note' | 'thread';
  readonly answer: Row;
  readonly ref: string;
  readonly sentence: Sentence;
}

/** What was created, for which `@` then stands. Throws `unknown_outcome` without a reference: it may exist all the same. */
export async function createdShown(
  context: Context,
  { answer, ref, sentence, kind, title, look }: Creation,
): Promise<Extract<VerbResult, { readonly is: 'created' }>> {
  if (ref.trim() === '') {
    const message = `the server accepted ${JSON.stringify(title)} but did not send its reference`;
    throw new TrackerError('unknown_outcome', message, { hint: `tracker ${selection(context)}${look}` });
  }
  const name = kind === 'note' || kind === 'thread' ? title : ref;
  const row = createdIn(answer, kind);
  const uuid = uuidOf(row);
  if (uuid !== '') (await (await context.client()).lastShown()).keep({ entity: { kind, uuid, ref: name } });
  const object = row === answer ? answer : { uuid, ...answer };
  return { is: 'created', sentence, object, ref, isSaid: name === ref };
}

/** What a response says was created: itself, or the object in this field where only that has an id. */
export function createdIn(answer: Row, field: Creation['kind']): Row {
  return uuidOf(answer) === '' ? rowIn(answer, field) : answer;
}

/** Whether something new is shown and confirmed before it is sent: unless `--yes` is given, or both title and text are. */
export function isReviewed({ settings }: Context, { body, bodyFile }: TextSource, title: string | undefined): boolean {
  if (settings.yes || settings.dryRun) return false;
  return title === undefined || (body === undefined && bodyFile === undefined);
}

/** The files of something new, for its summary. */
export function fileRemarks(attach: readonly string[]): readonly string[] {
  return attach.length === 0 ? [] : [`Files: ${attach.join(', ')}`];
}

/**
 * The key of the project for something new, given by key, name, id or URL. Throws `not_found` or `ambiguous`, and `conflict` if
 * it was another project when the draft was written (docs/requirements.md, R79).
 */
export async function projectKeyForNew(context: Context, project: Reference): Promise<string> {
  const { ref, uuid } = await findMentioned(context, 'project', project);
  if (ref !== uuid) return ref;
  throw new TrackerError('failed', `the server did not send the key of project ${uuid}`);
}

/** What `.tracker.json` chooses, if that file is meant for this server (docs/requirements.md, R27). */
export function choiceFor(
  { settings: { projectFile } }: Context,
  { instanceName }: Client,
  key: 'org' | 'project',
): string | undefined {
  return [undefined, instanceName].includes(projectFile?.instance) ? takeChoice(projectFile, key) : undefined;
}

/** Throws a usage error naming every flag that is missing where no prompt is possible (docs/requirements.md, R63). */
export function requireFlags(
  context: Pick<Context, 'settings'>,
  { project, title }: { readonly project?: unknown; readonly title?: unknown },
): void {
  const keys = `for the keys: tracker ${selection(context)}projects list; .tracker.json can set a default`;
  requireGiven('task', { '--title TEXT': title, '--project KEY': project }, project === undefined ? keys : undefined);
}

/** The same for something else that is new, with its flags as they are named. */
export function requireGiven(what: string, given: Readonly<Record<string, unknown>>, hint: Sentence | undefined): void {
  const missing = Object.keys(given).filter((flag) => given[flag] === undefined);
  if (missing.length > 0) throw usageError(`a new ${what} needs ${missing.join(' and ')}`, hint);
}
