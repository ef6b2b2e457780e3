import { TrackerError } from '../../../src/contract/errors.js';
import { createPrompt } from '../../../src/terminal/prompt/create-prompt.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';

type Streams = Parameters<typeof createIo>[0];

/** A question of a kind; `late` is how long after the first key `more` choices come (milliseconds). */
export interface Asked {
  readonly kind: string;
  readonly message: string;
  readonly late?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Asks it. Resolves to the answer, or to what a command that asks fails with. */
export async function askOn(streams: Streams, { kind, message, late = 0, env }: Asked, signal: AbortSignal) {
  const looks = { color: !env.NO_COLOR, plain: Boolean(env.ACCESSIBLE) };
  const prompt = createPrompt({ io: createIo(streams), interactive: true, signal, ...looks });
  const question = { message, instead: 'use a flag' };
  const choices = [
    { name: 'first', value: { id: 1 } },
    { name: 'sécond\u001b[2J', value: { id: 2 } },
  ];
  // They need not come in the same order.
  const all = [{ name: 'zeroth', value: { id: 0 } }, ...choices, { name: 'third', value: { id: 3 } }];
  const more = async () => {
    await new Promise((resolve) => streams.stdin.once('data', resolve));
    if (late > 0) await new Promise((resolve) => setTimeout(resolve, late).unref());
    return all;
  };
  const ask: Record<string, () => Promise<unknown>> = {
    secret: () => prompt.secret(question),
    line: () => prompt.line(question),
    confirm: () => prompt.confirm(question),
    choose: () => prompt.choose({ ...question, choices }),
    search: () => prompt.search({ ...question, choices }),
    more: () => prompt.search({ ...question, choices, more: more() }),
    'only-more': () => prompt.search({ ...question, choices: [], more: more() }),
  };
  try {
    return { code: 0, result: { answer: await ask[kind]?.() } };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { code: error.exitCode, result: { kind: error.kind, message: error.message } };
  }
}

export const terminated = (): TrackerError => new TrackerError('interrupted', 'terminated', { exitCode: 143 });
