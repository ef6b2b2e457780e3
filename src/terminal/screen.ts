import { type KeyboardInput, readKeys, restoreRawMode } from './read-keys.js';
import type { Io } from './streams/io.js';

/** The whole terminal, while the program draws on it. */
export type Screen = ReturnType<typeof createScreen>;

interface ScreenParts {
  readonly input: KeyboardInput;
  /** The window has another size, or the terminal is back, so that a frame must be drawn. */
  readonly onChange: () => void;
  /** Somebody else wants the program stopped. */
  readonly onStop: () => void;
  /** Gets what stderr would write to the terminal. */
  readonly onSaid?: (text: string) => void;
}

const csi = '\u001b[';

/** Mouse reports, marked pastes, focus reports. */
const reports = `${csi}?1000h${csi}?1006h${csi}?2004h${csi}?1004h`;

/** The other screen, without wrapping and without a cursor. */
const enter = `${csi}?1049h${csi}?7l${csi}?25l${csi}2J`;
const modesOff = `${csi}?1004l${csi}?2004l${csi}?1006l${csi}?1000l${csi}?7h${csi}?25h${csi}0m`;
const leave = `${modesOff}${csi}?1049l`;

/** Puts a terminal right that a killed program has left; does nothing to any other, whose cursor stays where it is. */
export const putRight = `${modesOff}${csi}?1047l`;

/** Terminals that know these show a frame only when it is whole. */
const [begin, end] = [`${csi}?2026h`, `${csi}?2026l`];

/** A screen that passes on keys once it is open. */
export function createScreen(
  io: Pick<Io, 'stdin' | 'stdout' | 'fullScreen'>,
  { input, onChange, onStop, onSaid }: ScreenParts,
) {
  const { stdout } = io;
  const fullScreen = io.fullScreen();
  let before: readonly string[] = [];
  let [isOpen, isAway] = [false, false];
  let [endReading, endOnStop, endListening] = [doNothing, doNothing, doNothing];
  const take = async (): Promise<void> => {
    if (io.stdin.isTerminal) endReading = readKeys(io.stdin.stream(), input);
    await takeScreen();
  };
  const takeScreen = async (): Promise<void> => {
    fullScreen.atEnd(leave);
    before = [];
    await stdout.write(`${enter}${input.mouse ? reports : ''}`);
  };
  const giveBack = async (): Promise<void> => {
    await stdout.write(leave);
    fullScreen.atEnd('');
    endReading();
  };
  const change = (): void => {
    before = [];
    onChange();
  };
  const goOn = async (): Promise<void> => {
    if (isAway) return;
    // Whoever stopped it may have changed the modes of the terminal. Keys that have arrived meanwhile still count.
    if (io.stdin.isTerminal) restoreRawMode(io.stdin.stream());
    await takeScreen();
    change();
    input.focus?.();
  };
  const listenForStop = (): void => {
    endOnStop = fullScreen.onStop(onStop);
  };
  const screen = {
    /** Takes the terminal, unless that has been done. */
    async open(): Promise<void> {
      if (isOpen) return;
      isOpen = true;
      listenForStop();
      // If a write fails, so does the next one, and that one is waited for.
      const onContinue = (): void => void goOn().catch(doNothing);
      const ends = [fullScreen.onResize(change), fullScreen.onContinue(onContinue)];
      endListening = () => ends.forEach((end) => void end());
      if (onSaid) fullScreen.divert(onSaid);
      await take();
    },
    /** Draws what has changed since the last frame. False while something else has the terminal. */
    async draw(lines: readonly string[], cursor?: { readonly row: number; readonly column: number }): Promise<boolean> {
      if (isAway) return false;
      // Erased first: after the last column, it would take the last character away.
      const changed = lines.flatMap((line, at) =>
        line === before[at] ? [] : [`${csi}${at + 1};1H${csi}K${line}${csi}0m`],
      );
      const isShorter = lines.length !== before.length && lines.length < stdout.rows();
      const rest = isShorter ? [`${csi}${lines.length + 1};1H${csi}J`] : [];
      const place = cursor ? `${csi}${cursor.row + 1};${cursor.column + 1}H${csi}?25h` : `${csi}?25l`;
      before = lines;
      await stdout.write([begin, ...changed, ...rest, place, end].join(''));
      return !isAway;
    },
    /** Draws everything the next time, because something else may have written to the terminal. */
    forget(): void {
      before = [];
    },
    /** Hands the terminal to something else until that is done. */
    async away(work: () => Promise<void>): Promise<void> {
      isAway = true;
      await giveBack();
      try {
        await work();
      } finally {
        if (isOpen) await take();
        isAway = false;
        change();
      }
    },
    /** Stops the program, and what else has the terminal; the shell shows these words. */
    async suspend(words = ''): Promise<void> {
      // Without a listener, the signal stops the program.
      endOnStop();
      const stop = async (): Promise<void> => {
        if (words !== '') await stdout.write(`${words}\n`);
        await fullScreen.suspend();
      };
      await (isAway ? stop() : screen.away(stop));
      if (isOpen) listenForStop();
    },
    async close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      endListening();
      endOnStop();
      if (!isAway) await giveBack();
      if (onSaid) fullScreen.divert(undefined);
    },
  };
  return screen;
}

function doNothing(): void {}
