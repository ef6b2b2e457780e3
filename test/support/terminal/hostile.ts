/** Everything in docs/requirements.md, R36: clears the screen, sets the title, opens links, writes the clipboard, moves back. */
export const controls =
  '\u001b[2J\u001b]0;owned\u0007\u001b]2;owned\u001b\\\u001b]8;;file:///etc/passwd\u0007\u001b]52;c;b3duZWQ=\u0007\u001bP1;1|17/ab\u001b\\\u009b31m\u0007\b\b\rx\u007f';

/** Everything in docs/requirements.md, R37: reorders text or hides it. */
export const disorder =
  '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u{e0041}\u{e007f}\udc00-\ud800';

/** Characters that must not reach a terminal, apart from newlines and our own colours. */
const driving =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/** The first character in a text that could drive a terminal, with its surroundings, as JSON; undefined if there is none. */
export function harmIn(text: string): string | undefined {
  const shown = text.replaceAll(/\r+\n/g, '\n').replaceAll(/\u001b\[\d{1,3}(?:;\d{1,3})*m/g, '');
  const found = driving.exec(shown);
  return found ? JSON.stringify(shown.slice(Math.max(0, found.index - 40), found.index + 40)) : undefined;
}

/** Ids, references and times: if these changed, nothing would be found any more. */
const keys = /^(?:[\da-f]{8}-[\da-f-]{27}|[A-Z]{2,5}(?:-\d+)?|\d{4}-\d\d-\d\d.*)$/;

/** A JSON value with `more` added before and after every text except ids and times. */
export function withHarm(value: unknown, more: string, name = ''): unknown {
  if (typeof value === 'string') return keys.test(value) || name === 'slug' ? value : `${more}${value}${more}`;
  if (Array.isArray(value)) return value.map((item) => withHarm(item, more, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withHarm(item, more, key)]));
}
