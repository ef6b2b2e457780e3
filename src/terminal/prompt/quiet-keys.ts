import type { Key } from 'node:readline';
import { interruption } from '../../contract/errors.js';
import type { Io } from '../streams/io.js';
import type { Prompt } from './prompt.js';
import { inputAnew, openKeys } from './prompt-input.js';

/** A terminal that shows and keeps nothing of what is typed while no question is open. */
export type QuietKeys = ReturnType<typeof quietKeys>;

/** Keeps a terminal quiet from now on. `onDropped` runs before a question if something was typed that is no answer to it. */
export function quietKeys(io: Pick<Io, 'stdin' | 'fullScreen'>, onDropped: () => Promise<void>) {
  let interrupt: (error: unknown) => void = () => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    interrupt = reject;
  });
  // It may be rejected when nobody waits for it.
  interrupted.catch(() => undefined);
  let held: ReturnType<typeof openKeys> | undefined;
  let [depth, isTyped, isOver] = [0, false, false];
  const hold = (): void => {
    const input = inputAnew(io.stdin.stream());
    if (!input.isTTY || isOver || depth > 0) return;
    held = openKeys(io, input);
    held.stream.on('keypress', (_text: string | undefined, { ctrl, name }: Key) => {
      if (ctrl && name === 'c') {
        isOver = true;
        interrupt(interruption());
      } else isTyped = true;
    });
  };
  const release = (): void => {
    held?.stop();
    held = undefined;
  };
  hold();
  return {
    /** Rejects when Ctrl-C is pressed while no question is open. */
    interrupted,
    /** Runs work that reads keys, such as a question. */
    async open<T>(work: () => Promise<T>): Promise<T> {
      // Nothing is asked any more.
      if (isOver) return await interrupted;
      depth++;
      release();
      try {
        if (isTyped) await onDropped();
        isTyped = false;
        return await work();
      } finally {
        depth--;
        hold();
      }
    },
    end() {
      isOver = true;
      release();
    },
  };
}

/** The same questions; keys are taken only while one of them is open. */
export function openingKeys(prompt: Prompt, { open }: Pick<QuietKeys, 'open'>): Prompt {
  return {
    ...prompt,
    line: async (question) => await open(async () => await prompt.line(question)),
    lines: async (question) => await open(async () => await prompt.lines(question)),
  };
}
