/** The bytes that structure JSON. */
export const ascii = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
  e: 0x65,
} as const;

/** The position of the next byte that is not white space. */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at] as number)) at += 1;
  return at;
}

/** The text between these positions. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}

export function isDigit(byte: number): boolean {
  return byte >= ascii.zero && byte <= ascii.zero + 9;
}

/** Whether JSON takes this byte as white space. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
