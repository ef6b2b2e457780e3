import { shortened } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { toJson } from '../data/json.js';
import type { ShowParts } from '../show.js';
import { createPaint, type Style, span } from '../text/span.js';
import { wrapSentence } from '../text/wrap.js';

/** A warning, and what to do about it. */
interface Warning {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Writes a warning to stderr: a JSON object if the output is JSON, or else plain lines. */
export async function writeWarning(
  { io, color }: Pick<ShowParts, 'io' | 'color'>,
  isJson: boolean,
  warning: Warning,
): Promise<void> {
  const message = shortened(warning.message);
  if (isJson) return await io.stderr.write(`${toJson({ warning: { ...warning, message } })}\n`);
  const paint = await createPaint(color && io.stderr.isTerminal);
  const lineOf = async (label: string, style: Style, text: string): Promise<string> => {
    const line = await wrapSentence(io.stderr, `${label} ${cleanLine(text)}`);
    return paint([span(label, style), span(line.slice(label.length))]);
  };
  const lines = [await lineOf('warning:', 'warn', message)];
  if (warning.hint !== undefined) lines.push(await lineOf('hint:', 'dim', warning.hint));
  await io.stderr.write(`${lines.join('\n')}\n`);
}
