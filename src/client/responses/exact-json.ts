const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number with more digits than this is not written out, to save memory. */
const maxDigits = 1_000;

/**
 * Parses JSON like JSON.parse, but whole numbers that a `number` cannot hold become `bigint`, so that they are printed as
 * they were received (docs/requirements.md, R40). Numbers too large to write out become strings, since JSON has no Infinity.
 * Throws SyntaxError if the text is not JSON.
 */
export function parseExactly(text: string): unknown {
  // The mark is random, so no string in the JSON can be mistaken for a number.
  const mark = `${Math.random()}${Math.random()}#`;
  let isMarked = false;
  const marked = outsideStrings(text, (piece) =>
    piece.replace(number, (found) => {
      const whole = wholeNumber(found) ?? (Number.isFinite(Number(found)) ? undefined : found);
      if (whole === undefined) return found;
      isMarked = true;
      return `"${mark}${whole}"`;
    }),
  );
  // The original is parsed first: the marks must not turn invalid JSON into valid JSON.
  const plain: unknown = JSON.parse(text);
  if (!isMarked) return plain;
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? readMarked(value.slice(mark.length)) : value,
  );
}

/** Whether the object of a valid JSON text has a key twice. JSON.parse would keep the last one, and a long list shows the first. */
export function hasTwice(json: string, key: string): boolean {
  let depth = 0;
  let count = 0;
  outsideStrings(json, (piece, before) => {
    if (depth === 1 && /^\s*:/.test(piece) && JSON.parse(before) === key) count += 1;
    depth += piece.replace(/[^[{]/g, '').length - piece.replace(/[^\]}]/g, '').length;
    return piece;
  });
  return count > 1;
}

function readMarked(digits: string): bigint | string {
  return /^-?\d{1,1000}$/.test(digits) ? BigInt(digits) : digits;
}

/** The digits of a whole number that a `number` would change; undefined for any other number. */
function wholeNumber(found: string): string | undefined {
  const [, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(found) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (digits.length + fraction.length + Math.abs(shift) > maxDigits) return undefined;
  const whole = shift >= 0 ? digits + fraction + '0'.repeat(shift) : cutZeros(digits + fraction, -shift);
  if (whole === undefined) return undefined;
  const exact = BigInt(sign + whole);
  const held = Number(found);
  return Number.isFinite(held) && BigInt(held) === exact ? undefined : exact.toString();
}

/** The digits without the last `count`, which must be zeros; undefined if the number is not whole. */
function cutZeros(digits: string, count: number): string | undefined {
  if (/[1-9]/.test(digits.slice(-count))) return undefined;
  return digits.slice(0, -count) || '0';
}

/**
 * Applies `change` to the parts of a JSON text outside its strings; it also gets the string before. Strings are skipped by hand,
 * because a regular expression would overflow the stack on strings of several megabytes.
 */
function outsideStrings(json: string, change: (piece: string, before: string) => string): string {
  const pieces: string[] = [];
  let before = '';
  for (let at = 0; ; ) {
    const open = json.indexOf('"', at);
    if (open === -1) return pieces.join('') + change(json.slice(at), before);
    pieces.push(change(json.slice(at, open), before));
    at = endOfString(json, open + 1);
    before = json.slice(open, at);
    pieces.push(before);
  }
}

/** The position after the quote that ends a string, or the end of the text if there is none. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return json.length;
}
