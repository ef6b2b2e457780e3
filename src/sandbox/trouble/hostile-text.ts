const foreign = new Set([
  'title',
  'subject',
  'name',
  'orgName',
  'subtitle',
  'label',
  'description',
  'body',
  'text',
  'note',
  'message',
]);

/** Everything a terminal, a table or a web page might act on: escapes, C1, bells, bidi marks, markup, odd spaces. */
const before = '\u001b[2J\u001b]0;hacked\u0007\u202e<b onclick="x()">';
const after = '</b>\u202c\u2066\u009b31m\b\r\u007f\u2028\u{e0041}\ud800\u001b]8;;file:///etc/passwd\u0007';

/** Adds characters to a person's text that must never reach a terminal raw (docs/requirements.md, R36 and R37). */
export function makeHostile(text: string): string {
  return `${before}${text}${after}`;
}

/** A copy of a JSON reply with titles, names, texts and messages made hostile; ids, keys and fixed values are unchanged. */
export function makeTextsHostile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makeTextsHostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, disguise(key, item)]));
}

function disguise(key: string, item: unknown): unknown {
  return typeof item === 'string' && foreign.has(key) ? makeHostile(item) : makeTextsHostile(item);
}
