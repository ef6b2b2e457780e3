import { stat } from 'node:fs';
import { askOn, terminated } from './questions.js';

/**
 * A program with one question, which a test runs at a pseudo-terminal: what it was told goes to stdout as JSON. The
 * arguments are the kind of question and its message.
 */
async function main(): Promise<void> {
  const [kind = '', message = ''] = process.argv.slice(2);
  const cancel = new AbortController();
  process.on('SIGTERM', () => cancel.abort(terminated()));
  // Most questions follow something that was read: there, what is done next comes before the terminal is read.
  await new Promise((resolve) => stat('.', resolve));
  const asking = askOn(process, { kind, message, env: process.env }, cancel.signal);
  await new Promise(setImmediate);
  process.stdout.write('asking\n');
  const { code, result } = await asking;
  // A terminal that closes loses what nobody has read yet.
  const { answer } = result;
  const isLong = typeof answer === 'string' && answer.length > 10_000;
  process.stdout.write(`${JSON.stringify(isLong ? { answer: `${answer.length} characters` } : result)}\n`);
  process.exitCode = code;
}

void main();
