import { asText, type Sentence, shortened } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { toJson } from '../data/json.js';
import type { Age, ShowParts } from '../show.js';
import { createPaint, type Style, span } from '../text/span.js';
import { wrapSentence } from '../text/wrap.js';
import { agoTo } from '../time.js';

interface Warning {
  readonly message: Sentence;
  readonly hint?: Sentence | undefined;
  /** For scripts, like all that follow. */
  readonly code?: string;
  readonly as_of?: string;
  readonly changed_here?: readonly string[];
}

/** Writes a warning to stderr: a JSON object if the output is JSON, or else plain lines. */
export async function writeWarning(
  parts: Pick<ShowParts, 'io' | 'color' | 'isNewHint'>,
  isJson: boolean,
  warning: Warning,
) {
  const { io, color, isNewHint = async () => true } = parts;
  const message = shortened(warning.message);
  if (isJson) return await io.stderr.write(`${toJson({ warning: { ...warning, message } })}\n`);
  const paint = await createPaint(color && io.stderr.isTerminal);
  const lineOf = async (label: string, style: Style, text: Sentence): Promise<string> => {
    const line = await wrapSentence(io.stderr, `${label} ${cleanLine(asText(text))}`);
    return paint([span(label, style), span(line.slice(label.length))]);
  };
  const lines = [await lineOf('warning:', 'warn', message)];
  if (warning.hint !== undefined && (await isNewHint(asText(warning.hint))))
    lines.push(await lineOf('hint:', 'dim', warning.hint));
  await io.stderr.write(`${lines.join('\n')}\n`);
}

/** How many of these are named in a sentence. */
const mostNamed = 10;

/** Up to this age, what is young enough for a command is as good as new (milliseconds). */
const unsaidMs = 5_000;

/** Writes to stderr how old something is: a dim line for people, or else a warning. What is young enough is not said to be old at once. */
export async function writeAge(
  { io, color, now = () => new Date() }: Pick<ShowParts, 'io' | 'color' | 'now'>,
  isJson: boolean,
  { from, why, changed = [], isYoung = false }: Age,
): Promise<void> {
  if (isYoung && now().getTime() - from.getTime() <= unsaidMs) return;
  const time = from.toISOString();
  const reason = why === undefined ? '' : `${asText(why)}; `;
  const named =
    changed.length > mostNamed ? [...changed.slice(0, mostNamed), `${changed.length - mostNamed} more`] : changed;
  const since = changed.length > 0 ? `; changed here since: ${named.join(', ')}` : '';
  if (isJson || !io.stderr.isTerminal) {
    const message = `${reason}shown as of ${time}${since}`;
    const data = { code: 'offline', message, as_of: time, ...(changed.length > 0 && { changed_here: changed }) };
    await writeWarning({ io, color }, isJson, data);
    return;
  }
  const paint = await createPaint(color);
  const line = await wrapSentence(io.stderr, cleanLine(`${reason}as of ${agoTo(time, now())}${since}`));
  await io.stderr.write(`${paint([span(line, 'dim')])}\n`);
}
