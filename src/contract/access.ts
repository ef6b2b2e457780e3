/** What a process may do with an account (docs/requirements.md, R98). */
export type AccessLevel = 'read' | 'propose' | 'full';

export interface Access {
  readonly level: AccessLevel;
  /** What says so, such as `TRACKER_ACCESS`; empty if nothing does. */
  readonly why: string;
  /** With `propose`, whether what `undo` could reverse is proposed, too. */
  readonly proposesAll?: boolean;
  /** The name of the agent that started the program, if one is known. */
  readonly agent?: string | undefined;
}

/** Whether a command is kept for later: not at all, where the server cannot be reached, or for a person to decide on it. */
export type QueueChoice = boolean | 'propose';

export const fullAccess: Access = { level: 'full', why: '' };
