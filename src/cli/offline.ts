import { selection } from '../args/selection.js';
import { leaveOffline, type Settings } from '../config/settings.js';
import { howToKeepMore } from '../config/stored-settings.js';
import { NeverRead, TrackerError, unreadWords, usageError } from '../contract/errors.js';
import { shellWord } from '../contract/shell-word.js';
import { type HttpRequest, NetworkFailure } from '../http/message.js';

interface Refused {
  readonly settings: Pick<Settings, 'queue' | 'env'>;
  /** Whether the command changes something on the server, and may wait where that cannot be reached. */
  readonly writes: boolean;
  readonly mayWait: boolean;
}

/** Throws instead of sending a request, for `--offline`. */
export function refuse({ isStream }: Pick<HttpRequest, 'isStream'>, { settings, writes, mayWait }: Refused): never {
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

/** What `tracker sync` reads, by its address: what people call it, and the flags with which it does. */
const synced: readonly (readonly [address: RegExp, name: string, flags?: string])[] = [
  [/\/me$/, 'your account'],
  [/\/me\/preferences$/, 'the list of your preferences'],
  [/\/me\/views$/, 'the list of your saved views'],
  [/\/inbox(\/badge|\?limit=([12]?\d|30)|\?limit=([1-9]?\d|100)&unread=1)$/, 'your inbox'],
  [/\/tasks\?scope=mine$/, 'the list of your tasks'],
  [/\/tasks\?scope=all$/, 'the list of all tasks', ' --tasks all'],
  [/\/tasks\/[^/?]+$/, 'this task', ' --tasks all'],
  [/\/tickets\?segment=mine$/, 'the list of your tickets'],
  [/\/tickets\?segment=watched$/, 'the list of tickets you watch'],
  [/\/tickets\?segment=all(&status=\w+)?$/, 'the list of all tickets'],
  [/\/tickets\/[^/?]+$/, 'this ticket', ' --tickets all'],
  [/\/projects$/, 'the list of projects'],
  [/\/notes\/list$/, 'the list of notes'],
  [/\/notes\/[^/?]+$/, 'this note'],
  [/\/wiki$/, 'the wiki', ' --wiki'],
  [/\/wiki\/[^/?]+$/, 'this page', ' --wiki'],
  [/\/chat\/threads\?orgId=[^&]+$/, 'the list of chats', ' --chats'],
];

interface Asked {
  readonly settings: Settings;
  /** The words of the command. */
  readonly argv: readonly string[];
  /** Whether it was read and had no room, or others like it had none. */
  readonly hadNoRoom: 'itself' | 'perhaps' | undefined;
}

/** The error for what was never read, with the command that reads it: `tracker sync`, or this one without `--offline`. */
export function neverRead({ pathname, search }: URL, { settings, argv, hadNoRoom }: Asked): TrackerError {
  if (settings.stored.memory === 'off')
    return new TrackerError('not_found', 'there is nothing to show offline, since the setting memory is off', {
      hint: 'tracker config set memory on',
    });
  const found = synced.find(([address]) => address.test(`${pathname}${search}`));
  const words = argv.filter((word) => word !== '--offline').map(shellWord);
  const unset = leaveOffline(settings).startsWith('unset') ? 'TRACKER_OFFLINE=0 ' : '';
  const [name, command] = found
    ? [found[1], `tracker ${selection({ settings })}sync${found[2] ?? ''}`]
    : ['what this command shows', `${unset}tracker ${words.join(' ')}`];
  const hint = hadNoRoom && `${howToKeepMore(settings.stored)}, then ${command}`;
  return new NeverRead(hadNoRoom === 'itself' ? `${name} had no room` : unreadWords(name, command), { hint });
}
