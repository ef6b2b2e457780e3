import type { Io } from '../terminal/streams/io.js';
import type { OutputChoice } from './choice.js';
import type { SpawnPager } from './pager/spawn-pager.js';

/** The parts of the program's only writer. */
export interface ShowParts {
  readonly io: Io;
  readonly choice: OutputChoice;
  /** Whether stdout gets colour. */
  readonly color: boolean;
  readonly env: {
    /** `TRACKER_PAGER` or `PAGER`; undefined for the default. */
    readonly pager: string | undefined;
    /** Words instead of symbols. */
    readonly accessible: boolean;
    /** False if the terminal can show only ASCII. */
    readonly unicode?: boolean;
    /** True if the terminal is known to open links. */
    readonly links?: boolean;
  };
  readonly spawnPager?: SpawnPager;
}
