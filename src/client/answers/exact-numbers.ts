import { outsideStrings } from '../../contract/json-strings.js';

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number with more digits than this is not written out, which would take memory. */
const mostDigits = 1_000;

/**
 * Reads JSON text as JSON.parse does, but whole numbers that a `number` cannot hold become `bigint`, so that they are passed
 * on as they came (docs/requirements.md, R40); those that are too large to be written out become the text that stood there,
 * since JSON has no Infinity. Throws SyntaxError for what is no JSON.
 */
export function parseExactly(text: string): unknown {
  // Nobody who sends texts can know the mark, so that no text is taken for a number.
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
  // First as it came: what is put in must not make JSON of what is none.
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
  if (digits.length + fraction.length + Math.abs(shift) > mostDigits) return undefined;
  const whole = shift >= 0 ? digits + fraction + '0'.repeat(shift) : cutZeros(digits + fraction, -shift);
  if (whole === undefined) return undefined;
  const exact = BigInt(sign + whole);
  const held = Number(found);
  return Number.isFinite(held) && BigInt(held) === exact ? undefined : exact.toString();
}

/** The digits without their last `count`, which have to be zeros; undefined where the number is not whole. */
function cutZeros(digits: string, count: number): string | undefined {
  if (/[1-9]/.test(digits.slice(-count))) return undefined;
  return digits.slice(0, -count) || '0';
}
