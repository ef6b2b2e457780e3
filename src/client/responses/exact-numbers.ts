import { outsideStrings } from '../../contract/json-strings.js';

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
