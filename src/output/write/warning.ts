import { shortened } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { toJson } from '../data/json.js';
import type { ShowParts } from '../show.js';
import { createPaint, type Style, span } from '../text/span.js';
import { wrapSentence } from '../text/wrap.js';
import { relativeTime } from '../time.js';

/** A warning, and what to do about it. */
interface Warning {
  readonly message: string;
  readonly hint?: string | undefined;
  /** For scripts, like all that follow. */
  readonly code?: string;
  readonly as_of?: string;
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

/** The time of what was shown, and why it does not come from the server. */
interface Age {
  readonly from: Date;
  readonly why?: string | undefined;
}

/** Writes to stderr how old something is: a dim line for people, or else a warning. */
export async function writeAge(
  { io, color, now = () => new Date() }: Pick<ShowParts, 'io' | 'color' | 'now'>,
  isJson: boolean,
  { from, why }: Age,
): Promise<void> {
  const time = from.toISOString();
  const reason = why === undefined ? '' : `${why}; `;
  if (isJson || !io.stderr.isTerminal) {
    const message = `${reason}shown as of ${time}`;
    await writeWarning({ io, color }, isJson, { code: 'offline', message, as_of: time });
    return;
  }
  const paint = await createPaint(color);
  await io.stderr.write(`${paint([span(cleanLine(`${reason}as of ${relativeTime(time, now())}`), 'dim')])}\n`);
}
