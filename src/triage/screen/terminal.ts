import type { Paint } from '../../output/text/span.js';
import { type KeyboardInput, readKeys } from '../../terminal/read-keys.js';
import type { FullScreen } from '../../terminal/streams/full-screen.js';
import type { Io } from '../../terminal/streams/io.js';
import type { Size } from '../model/state.js';
import type { Frame } from '../view/look.js';

/** The terminal while the whole screen is drawn on it. */
export interface Terminal {
  size(): Size;
  /** Draws what has changed since the last frame. */
  draw(frame: Frame): Promise<void>;
  /** Draws everything the next time, because something else may have written to the terminal. */
  forget(): void;
  /** Gives the terminal back as it was; `open` takes it again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const csi = '\u001b[';

/** The other screen, no wrapping, mouse reports, marked pastes, focus reports. */
const enter = `${csi}?1049h${csi}?7l${csi}?1000h${csi}?1006h${csi}?2004h${csi}?1004h${csi}?25l${csi}2J`;
const modesOff = `${csi}?1004l${csi}?2004l${csi}?1006l${csi}?1000l${csi}?7h${csi}?25h${csi}0m`;
const leave = `${modesOff}${csi}?1049l`;

/** Puts a terminal right that a killed program has left; does nothing to any other, whose cursor stays where it is. */
export const putRight = `${modesOff}${csi}?1047l`;

/** Terminals that know these show a frame only when it is whole. */
const [begin, end] = [`${csi}?2026h`, `${csi}?2026l`];

interface RawStream extends NodeJS.ReadableStream {
  setRawMode?(isRaw: boolean): unknown;
}

interface TerminalParts {
  readonly paint: Paint;
  readonly input: KeyboardInput;
}

/** A terminal that passes on keys once it is open. */
export function createTerminal(io: Io, fullScreen: FullScreen, { paint, input }: TerminalParts): Terminal {
  let before: readonly string[] = [];
  let stop: (() => void) | undefined;
  const stream: RawStream = io.stdin.stream();
  return {
    size: () => ({ columns: io.stdout.columns(), rows: io.stdout.rows() }),
    async draw({ lines, cursor }) {
      // Erased first: after the last column, it would take the last character away.
      const now = lines.map(paint);
      const changed = now.flatMap((line, at) =>
        line === before[at] ? [] : [`${csi}${at + 1};1H${csi}K${line}${csi}0m`],
      );
      const rest = now.length < before.length ? [`${csi}${now.length + 1};1H${csi}J`] : [];
      const place = cursor ? `${csi}${cursor.row + 1};${cursor.column + 1}H${csi}?25h` : `${csi}?25l`;
      before = now;
      await io.stdout.write([begin, ...changed, ...rest, place, end].join(''));
    },
    forget() {
      before = [];
    },
    async open() {
      // A shell may have changed the mode of a stopped program, and Node does nothing for the mode it believes to be set.
      stream.setRawMode?.(false);
      stream.setRawMode?.(true);
      fullScreen.atEnd(leave);
      before = [];
      await io.stdout.write(enter);
      // Whoever continues a stopped program may have typed already.
      stop ??= readKeys(stream, input);
    },
    async close() {
      stop?.();
      stop = undefined;
      await io.stdout.write(leave);
      fullScreen.atEnd('');
      stream.setRawMode?.(false);
    },
  };
}
