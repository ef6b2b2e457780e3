import { stat } from 'node:fs';
import { TrackerError } from '../../../src/contract/errors.js';
import { createPrompt } from '../../../src/terminal/prompt/create-prompt.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';

/**
 * A program with one question, which a test runs at a pseudo-terminal: what it was told goes to stdout as JSON. The
 * arguments are the kind of question, its message, and how long after the first key `more` choices come (milliseconds).
 */
async function main(): Promise<void> {
  const [kind = '', message = '', late = '0'] = process.argv.slice(2);
  const cancel = new AbortController();
  process.on('SIGTERM', () => cancel.abort(new TrackerError('interrupted', 'terminated', { exitCode: 143 })));
  const io = createIo(process);
  const { NO_COLOR, ACCESSIBLE } = process.env;
  const looks = { color: !NO_COLOR, plain: Boolean(ACCESSIBLE) };
  const prompt = createPrompt({ io, interactive: true, signal: cancel.signal, ...looks });
  const question = { message, instead: 'use a flag' };
  const choices = [
    { name: 'first', value: { id: 1 } },
    { name: 'sécond\u001b[2J', value: { id: 2 } },
  ];
  // They need not come in the same order.
  const all = [{ name: 'zeroth', value: { id: 0 } }, ...choices, { name: 'third', value: { id: 3 } }];
  const more = async () => {
    await new Promise((resolve) => process.stdin.once('data', resolve));
    if (late !== '0') await new Promise((resolve) => setTimeout(resolve, Number(late)).unref());
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
  // Most questions follow something that was read: there, what is done next comes before the terminal is read.
  await new Promise((resolve) => stat('.', resolve));
  try {
    const asking = ask[kind]?.();
    await new Promise(setImmediate);
    await io.stdout.write('asking\n');
    const answer = await asking;
    // A terminal that closes loses what nobody has read yet.
    const isLong = typeof answer === 'string' && answer.length > 10_000;
    await io.stdout.write(`${JSON.stringify({ answer: isLong ? `${answer.length} characters` : answer })}\n`);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await io.stdout.write(`${JSON.stringify({ kind: error.kind, message: error.message })}\n`);
    process.exitCode = error.exitCode;
  }
}

void main();
