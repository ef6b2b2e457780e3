import { createEmulator } from './emulator.js';
import type { Player } from './fake-streams.js';
import type { Size } from './terminal.js';

/** What is typed, and what must be on the screen before; a name keeps the screen. */
export interface Step {
  readonly shows: RegExp;
  readonly type: string;
  readonly name?: string;
  /** Done before it is typed. */
  readonly before?: () => unknown;
}

export interface Played {
  readonly player: Player;
  /** The screens that were kept, as text, and with their colours. */
  readonly shots: ReadonlyMap<string, readonly string[]>;
  readonly painted: ReadonlyMap<string, readonly string[]>;
  /** Everything that was written. */
  readonly written: () => string;
  /** The last screen, and what was still to come. */
  readonly stuck: () => string;
}

/** Someone at a terminal of this size who looks at what a program draws, and types. */
export function playScreen(size: Size, steps: readonly Step[]): Played {
  const emulator = createEmulator(size);
  const left = [...steps];
  const shots = new Map<string, readonly string[]>();
  const painted = new Map<string, readonly string[]>();
  let everything = '';
  const player: Player = (written, type) => {
    everything += written;
    void emulator.write(written).then(async () => {
      const [step] = left;
      const lines = emulator.lines();
      if (!step?.shows.test(lines.join('\n'))) return;
      left.shift();
      if (step.name !== undefined) {
        shots.set(step.name, lines);
        painted.set(step.name, emulator.painted());
      }
      await step.before?.();
      type(step.type);
    });
  };
  const stuck = (): string => [`waiting for ${left[0]?.shows}`, ...emulator.lines()].join('\n');
  return { player, shots, painted, written: () => everything, stuck };
}
