import { cleanLine } from './clean.js';
import { createPaint } from './colour.js';
import { toJson } from './json.js';
import { printsJson, type Writer } from './writer.js';

export interface Warning {
  readonly message: string;
  readonly hint: string | undefined;
}

/** Writes a warning to stderr: one or two lines for people, one JSON object beside JSON. */
export async function writeWarning(writer: Writer, { message, hint }: Warning): Promise<void> {
  const { stderr } = writer.io;
  if (printsJson(writer)) return await stderr.write(`${toJson({ warning: { message, hint } })}\n`);
  const paint = await createPaint(writer.color && stderr.isTerminal);
  const line = (word: string, style: 'warn' | 'dim', text: string): string => {
    const words = [
      { text: `${word}:`, styles: [style] },
      { text: ` ${cleanLine(text)}`, styles: [] },
    ];
    return `${paint(words)}\n`;
  };
  await stderr.write(line('warning', 'warn', message) + (hint === undefined ? '' : line('hint', 'dim', hint)));
}
