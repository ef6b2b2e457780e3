import { dataText } from '../data/json.js';
import type { Writer } from '../format.js';
import { cleanText } from '../text/clean.js';

/** Writes a value as text, made safe for a terminal. */
export async function writeText({ io: { stdout } }: Writer, value: unknown): Promise<void> {
  const text = dataText(value);
  await stdout.write(`${stdout.isTerminal ? cleanText(text) : text}\n`);
}
