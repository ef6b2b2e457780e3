import { onlineLine, selection } from '../args/selection.js';
import { leaveOffline, type Settings } from '../config/settings.js';
import { howToKeepMore } from '../config/stored-settings.js';
import { TrackerError, unreadWords, usageError } from '../contract/errors.js';
import { NeverRead, TooOld } from '../contract/never-read.js';
import { type HttpRequest, NetworkFailure } from '../http/message.js';
import type { RefOf } from '../memory/note-changes.js';
import { agoTo } from '../output/time.js';

interface OfflineCommand {
  readonly settings: Pick<Settings, 'queue' | 'env'>;
  /** Whether the command changes something on the server, and may wait where that cannot be reached. */
  readonly writes: boolean;
  readonly mayWait: boolean;
}

/** Throws instead of sending a request, for `--offline`. */
export function refuse(
  { isStream }: Pick<HttpRequest, 'isStream'>,
  { settings, writes, mayWait }: OfflineCommand,
): never {
  // A command that may wait, and a screen, take it for a server that cannot be reached.
  if (!writes || (settings.queue && mayWait) || isStream)
    throw new NetworkFailure('nothing is sent with --offline', true, { isLasting: true });
  throw changesSomething(settings, mayWait);
}

/** The error of what only a server can answer. */
export function asksServer(settings: Pick<Settings, 'env'>): TrackerError {
  return usageError('this command needs the server, so it does not work offline', leaveOffline(settings));
}

/** The error of what changes something on the server. */
export function changesSomething(settings: Pick<Settings, 'env'>, mayWait: boolean): TrackerError {
  return usageError(
    'this command changes something on the server, and --offline sends nothing',
    mayWait ? 'to have it sent later, add --queue' : leaveOffline(settings),
  );
}

/**
 * What commands ask, by its address: what people call it, followed by whose it is if the address says that, and the command that
 * reads it, if that is not the one that asks.
 */
const named: readonly (readonly [address: RegExp, name: string, command?: string])[] = [
  [/\/me$/, 'your account', 'sync'],
  [/\/me\/preferences$/, 'the list of your preferences', 'sync'],
  [/\/me\/views$/, 'the list of your saved views', 'sync'],
  [/\/inbox(?:\/badge|\?limit=(?:[12]?\d|30)|\?limit=(?:[1-9]?\d|100)&filter=unread)$/, 'your inbox', 'sync'],
  [/\/inbox(?:\?|$)/, 'this part of your inbox'],
  [/\/tasks\?scope=mine$/, 'the list of your tasks', 'sync'],
  [/\/tasks\?scope=all$/, 'the list of all tasks', 'sync --tasks all'],
  [/\/tasks(?:\?|$)/, 'the list of tasks'],
  [/\/tasks\/[^/?]+$/, 'this task', 'sync --tasks all'],
  [/\/tasks\/([^/?]+)\/meetings$/, 'the list of meetings about'],
  [/\/tickets\?segment=mine$/, 'the list of your tickets', 'sync'],
  [/\/tickets\?segment=watched$/, 'the list of tickets you watch', 'sync'],
  [/\/tickets\?segment=all(?:&status=\w+)?$/, 'the list of all tickets', 'sync'],
  [/\/tickets(?:\?|$)/, 'the list of tickets'],
  [/\/tickets\/[^/?]+$/, 'this ticket', 'sync --tickets all'],
  [/\/projects$/, 'the list of projects', 'sync'],
  [/\/projects\/[^/?]+$/, 'this project'],
  [/\/projects\/([^/?]+)\/activity(?:\?|$)/, 'the activity of'],
  [/\/notes\/list$/, 'the list of notes', 'sync'],
  [/\/notes\/[^/?]+$/, 'this note', 'sync'],
  [/\/wiki$/, 'the wiki', 'sync --wiki'],
  [/\/wiki\/[^/?]+$/, 'this page', 'sync --wiki'],
  [/\/chat\/threads(?:\?|$)/, 'the list of chats', 'sync --chats'],
  [/\/chat\/threads\/[^/?]+$/, 'this thread'],
  [/\/api\/attachments\//, 'this file'],
];

interface OldAnswer extends Omit<OfflineQuestion, 'hadNoRoom'> {
  /** What it answers; undefined for what a search has found. */
  readonly url: URL | undefined;
  readonly now: Date;
}

/** The error for what was read longer ago than `--max-age` allows. */
export function tooOld(from: Date, { url, settings, argv, refOf, now }: OldAnswer): TrackerError {
  const name = url ? nameOf(url, refOf).name : 'what was found';
  const when = from > now ? 'later than now, by the clock of this computer' : agoTo(from.toISOString(), now);
  return new TooOld(`${name} was read ${when}; --max-age allows less`, onlineLine(settings, argv));
}

interface OfflineQuestion {
  readonly settings: Settings;
  /** The words of the command. */
  readonly argv: readonly string[];
  readonly refOf: RefOf;
  /** Whether it was read and had no room, or others like it had none. */
  readonly hadNoRoom: 'itself' | 'perhaps' | undefined;
}

/** The error for what was never read, with the command that reads it: `tracker sync`, or this one without `--offline`. */
export function neverRead(url: URL, { settings, argv, refOf, hadNoRoom }: OfflineQuestion): TrackerError {
  if (settings.stored.memory === 'off')
    return new TrackerError('not_found', 'there is nothing to show offline, since the setting memory is off', {
      hint: 'tracker config set memory on',
    });
  const { name, reads } = nameOf(url, refOf);
  const sync = reads === 'sync' && settings.command.startsWith('chat ') ? 'sync --chats' : reads;
  const command = sync === undefined ? onlineLine(settings, argv) : `tracker ${selection({ settings })}${sync}`;
  const hint = hadNoRoom && `${howToKeepMore(settings.stored)}, then ${command}`;
  return new NeverRead(hadNoRoom === 'itself' ? `${name} had no room` : unreadWords(name, command), { hint });
}

/** What people call the answer of an address, and what reads it. */
function nameOf(
  { pathname, search }: URL,
  refOf: RefOf,
): { readonly name: string; readonly reads: string | undefined } {
  const [address, what = 'what this command shows', reads] = named.find(([each]) => each.test(pathname + search)) ?? [];
  const id = address?.exec(pathname)?.[1];
  return { name: id === undefined ? what : `${what} ${refOf(pathname.split('/').at(-3) ?? '', id) ?? id}`, reads };
}
