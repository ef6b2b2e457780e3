import { TrackerError } from './errors.js';

/** What a process may do with an account, from the least to the most (docs/requirements.md, R98). */
export const accessLevels = ['read', 'propose', 'full'] as const;

export type AccessLevel = (typeof accessLevels)[number];

export interface Access {
  readonly level: AccessLevel;
  /** What says so, such as `TRACKER_ACCESS`; empty if nothing does. */
  readonly why: string;
  /** The name of the agent that has started the program, if one is known to have. */
  readonly agent?: string | undefined;
}

/** Whether a command is kept for later: not at all, where the server cannot be reached, or for a person to decide about it. */
export type Queueing = boolean | 'propose';

export const fullAccess: Access = { level: 'full', why: '' };

/** The level that a word names; what nobody knows is `read`. */
export function levelOf(word: string): AccessLevel {
  return accessLevels.find((level) => level === word.trim().toLowerCase()) ?? 'read';
}

/** The one that allows least; of equals, the first. */
export function strictest([first = fullAccess, ...others]: readonly Access[]): Access {
  const rank = ({ level }: Access): number => accessLevels.indexOf(level);
  return others.reduce((least, each) => (rank(each) < rank(least) ? each : least), first);
}

/** The same with what was kept with a sign-in. */
export function withSignIn(
  access: Access,
  { name, access: level }: { readonly name: string; readonly access?: AccessLevel },
): Access {
  if (level === undefined) return access;
  return { ...strictest([access, { level, why: `of the sign-in ${name}` }]), agent: access.agent };
}

/** Such as `access is read (TRACKER_ACCESS)`. */
export function accessWords({ level, why }: Access): string {
  return `access is ${level}${why === '' ? '' : ` (${why})`}`;
}

/** The error of what access does not allow: nothing has left. */
export function notAllowed(access: Access, what: string, hint?: string): TrackerError {
  return new TrackerError('read_only', `${what}; ${accessWords(access)}`, { hint });
}

/**
 * Thrown instead of sending what only a person may send: the command is kept, as if the server could not be reached, but for a person
 * to decide about.
 */
export class ToPropose extends TrackerError {
  constructor(readonly access: Access) {
    super('network', `this is only proposed; ${accessWords(access)}`);
  }
}
