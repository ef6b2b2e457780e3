import type { Hint } from '../../contract/session.js';

/** What has become stale: what these hints say, or everything. */
export type Stale = readonly Hint[] | 'everything';

/** How changes are noticed now: as they happen, at the next look, or not at all since then. */
export type LiveState =
  | { readonly is: 'live' }
  | { readonly is: 'polling'; readonly why: string }
  | {
      readonly is: 'offline';
      readonly since: Date;
      readonly why: string;
      /** The server responds, but what it sends is of no use. */
      readonly isReached?: boolean;
    };

export type LiveUpdate =
  | { readonly kind: 'look'; readonly stale: Stale }
  | { readonly kind: 'state'; readonly state: LiveState };

export interface LiveOptions {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Waits; rejects with the signal's reason when aborted (default: a timer). */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Gets a function that causes a look at everything, for a window that gets the focus or another size. */
  readonly onReady?: (look: () => void) => void;
}
