import { toJson } from '../data/json.js';
import type { ShowParts } from '../show.js';
import { cleanLine } from '../text/clean.js';
import { createPaint } from '../text/colour.js';
import { type Style, span } from '../text/span.js';
import { wrapSentence } from '../text/wrap-sentence.js';

/** A warning, and what to do about it. */
export interface Warning {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Writes a warning to stderr: a JSON object if the output is JSON, or else plain lines. */
export async function writeWarning(
  { io, color }: Pick<ShowParts, 'io' | 'color'>,
  isJson: boolean,
  warning: Warning,
): Promise<void> {
  if (isJson) return await io.stderr.write(`${toJson({ warning })}\n`);
  const paint = await createPaint(color && io.stderr.isTerminal);
  const lineOf = async (label: string, style: Style, text: string): Promise<string> => {
    const line = await wrapSentence(io.stderr, `${label} ${cleanLine(text)}`);
    return paint([span(label, style), span(line.slice(label.length))]);
  };
  const lines = [await lineOf('warning:', 'warn', warning.message)];
  if (warning.hint !== undefined) lines.push(await lineOf('hint:', 'dim', warning.hint));
  await io.stderr.write(`${lines.join('\n')}\n`);
}
