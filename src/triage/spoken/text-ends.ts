import { writingKeys } from '../model/update.js';
import { shownKey } from '../view/panels.js';

/** A line that ends a text, to be asked what becomes of it. */
const end = '.';

/** The lines that are no part of a text, with the keys of the composer that they stand for. */
const keysByLine: ReadonlyMap<string, string> = new Map(
  writingKeys
    .map(({ key }) => [shownKey(key), key] as const)
    .filter(([shown]) => /^\^[A-Z]$/.test(shown))
    .flatMap(([shown, key]) => [shown, shown.toLowerCase()].map((line) => [line, key] as const)),
);

export const textEnds: readonly string[] = [end, ...keysByLine.keys()];

/** How a text is written, said once. */
export const howToWrite =
  'To end the text, enter a line with only a dot. Or enter one with only ^S, two characters, to send it; ^O opens it in your editor, ^T inserts a template, ^F attaches a file, ^X removes the last file, and ^P reads the text as it will look.';

/** The key that such a line stands for; undefined for the end, after which it is asked about. */
export function keyOfLine(line: string): string | undefined {
  return keysByLine.get(line);
}
