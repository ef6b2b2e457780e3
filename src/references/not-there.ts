import type { Client } from '../client/client.js';
import { type Sentence, TrackerError, unreadWords } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import { isReference, isUuid } from '../contract/row.js';

type EntityKind = 'task' | 'ticket' | 'project';

/** Whether the caller cannot see anything there. */
export function isUnseen(error: unknown): error is TrackerError {
  return error instanceof TrackerError && ['not_found', 'forbidden'].includes(error.kind);
}

/** What was never read, the command that reads it (default: the one that is running), and what may have been meant instead. */
interface MissingEntity {
  readonly name: string;
  readonly command: string | undefined;
  readonly hint?: Sentence | undefined;
}

/** The error for what was looked for as each of these kinds. What was read only proves that it was not read. */
export function notThere(client: Client, of: readonly EntityKind[], name: string, known?: string): TrackerError {
  const hint = known ?? inboxHint(client, name);
  const what = `there is no ${of.join(' or ')} ${name.slice(0, 80)} that you can see`;
  const list = of.includes('project') ? `tracker ${client.memory?.flags ?? ''}projects list` : undefined;
  const error = new TrackerError('not_found', what, { hint: hint ?? list });
  return unlessUnread(client, { name, command: commandFor(of, name), hint }, error);
}

/** The command for what looks like the id of a notification, as `inbox` shows it or whole. */
export function inboxHint({ memory }: Pick<Client, 'memory'>, text: string): string | undefined {
  const isStart = /^(?=.*\d)[\da-f]{8}$/i.test(text);
  return isStart || isUuid(text) ? `tracker ${memory?.flags ?? ''}inbox view ${text}` : undefined;
}

/** The error of a search that found nothing; where it only saw what was read, that this was not, with the command that reads it. */
export function unlessUnread(
  { memory }: Pick<Client, 'memory'>,
  unread: MissingEntity,
  error: TrackerError,
): TrackerError {
  const instead = memory?.instead();
  return instead ? neverRead({ memory }, unread, instead.why) : error;
}

/** The error, in these words if it says that something with this name was never read; a uuid may be that of a notification. */
export function named(client: Pick<Client, 'memory'>, error: unknown, kind: EntityKind, name: string): unknown {
  const isOffline = error instanceof NeverRead && error.cause === undefined;
  if (isOffline) return neverRead(client, { name, command: commandFor([kind], name), hint: error.hint });
  if (!(error instanceof TrackerError) || error.status !== 404 || kind === 'project' || !isUuid(name)) return error;
  return new TrackerError('not_found', error.message, { status: 404, hint: inboxHint(client, name), cause: error });
}

/** The error for what `@` stands for if that is no longer there; undefined for anything else. */
export async function lastGone(client: Client, error: unknown, uuid: string): Promise<TrackerError | undefined> {
  if (!(error instanceof TrackerError) || error.status !== 404 || !isUuid(uuid)) return undefined;
  const { entity } = await client.lastShown();
  if (entity?.uuid !== uuid || isUuid(entity.ref)) return undefined;
  const message = `${entity.ref} is no longer there, or you can no longer see it`;
  return new TrackerError('not_found', message, { status: 404, cause: error });
}

/** The error for what was never read; the command gets the flags that say for which account. */
export function neverRead(
  { memory }: Pick<Client, 'memory'>,
  { name, command, hint }: MissingEntity,
  why?: TrackerError,
) {
  const typed = command?.replace(/^tracker /, `$&${memory?.flags ?? ''}`) ?? memory?.ownLine() ?? '';
  return new NeverRead(unreadWords(name, typed), { failure: why, hint });
}

/** The command that reads something; undefined if only the one that is running is sure to. */
function commandFor(of: readonly EntityKind[], name: string): string | undefined {
  const flags = of.filter((kind) => kind !== 'project').map((kind) => ` --${kind}s all`);
  return of.includes('project') && !isReference(name) ? undefined : `tracker sync${flags.join('')}`;
}
