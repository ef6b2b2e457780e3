import { writeSync } from 'node:fs';
import { attempt } from '../../contract/errors.js';

/** What a program that draws the whole screen needs beyond reading and writing. */
export type FullScreen = Omit<ReturnType<typeof createFullScreen>, 'end'>;

/** The program as its own process sees it; without it, nothing can be stopped. */
export interface Job {
  readonly pid?: number;
  readonly platform?: string;
  readonly kill?: (id: number, signal: string) => unknown;
  readonly on?: (event: string, listener: () => void) => unknown;
  readonly off?: (event: string, listener: () => void) => unknown;
  readonly emit?: (event: NodeJS.Signals) => unknown;
}

interface FullScreenParts {
  readonly stdout: NodeJS.EventEmitter;
  readonly job: Job;
  readonly divert: (take: ((text: string) => void) | undefined) => void;
}

/** How long a stop may take to arrive (milliseconds). */
const stopMs = 50;

/** Adding a listener gives a function that removes it. */
export function createFullScreen({ stdout, job, divert }: FullScreenParts) {
  let last = '';
  const onSignal = (signal: string, listener: () => void): (() => void) => {
    job.on?.(signal, listener);
    return () => void job.off?.(signal, listener);
  };
  /** To the whole job, unless the id says otherwise. Windows knows no signals: `kill` ends a program there, or throws. */
  const send = (signal: NodeJS.Signals, id = 0): unknown =>
    job.platform === 'win32' ? job.emit?.(signal) : job.kill?.(id, signal);
  // Only the job in front is told of another size, so that whoever was stopped has to look.
  const measure = (): void => void (job.pid && send('SIGWINCH', job.pid));
  return {
    /** Calls this whenever the window has another size. */
    onResize(listener: () => void) {
      stdout.on('resize', listener);
      return () => void stdout.off('resize', listener);
    },
    /** Calls this instead of stopping the program when somebody else wants it stopped. */
    onStop: (listener: () => void) => onSignal('SIGTSTP', listener),
    /** Calls this when the program goes on after it was stopped. */
    onContinue: (listener: () => void) =>
      onSignal('SIGCONT', () => {
        measure();
        listener();
      }),
    /** Stops the program and its job, as Ctrl-Z does. Resolves when they go on, at once if nobody could start them again. */
    async suspend() {
      // The whole job stops, so that a shell takes the terminal back from all of it.
      send('SIGTSTP');
      await new Promise((resolve) => setTimeout(resolve, stopMs));
      measure();
    },
    /** Interrupts the program and its job, as Ctrl-C does where keys are not read. */
    interrupt: () => void send('SIGINT'),
    /** Has this text written however the program ends, to restore the terminal; an empty text cancels it. */
    atEnd(text: string) {
      last = text;
    },
    /** Passes on what would be written to stderr, which would spoil the screen; undefined takes it back. */
    divert,
    /** What the program calls at its very end. */
    end() {
      divert(undefined);
      // The terminal may be gone.
      if (last !== '') attempt(() => writeSync(1, last));
      last = '';
    },
  };
}
