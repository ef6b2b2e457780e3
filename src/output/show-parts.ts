import type { Io } from '../terminal/io.js';
import type { OutputChoice } from './choice.js';
import type { SpawnPager } from './pager/spawn-pager.js';

/** What the only writer of the program is made from. */
export interface ShowParts {
  readonly io: Io;
  readonly choice: OutputChoice;
  /** Whether stdout gets colour, as the caller decided. */
  readonly color: boolean;
  readonly env: {
    /** `TRACKER_PAGER`, else `PAGER`; undefined for the built-in choice. */
    readonly pager: string | undefined;
    /** Words instead of symbols. */
    readonly accessible: boolean;
    /** False where the terminal shows nothing but ASCII. */
    readonly unicode?: boolean;
    /** True where the terminal is known to open links. */
    readonly links?: boolean;
  };
  readonly spawnPager?: SpawnPager;
}
