export type Random = ReturnType<typeof makeRandom>;

/** Creates a repeatable random source: the same text gives the same sequence. */
export function makeRandom(text: string) {
  let state = hash(text, 0x9e3779b9);
  /** A number from 0 up to but not including 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  /** A whole number from 0 up to but not including `below`. */
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    /** A random element. Throws a RangeError for an empty list. */
    pick<T>(list: readonly T[]): T {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
    chance: (probability: number): boolean => next() < probability,
  };
}

/** A uuid (in the form of version 4) derived from `text`: always the same, and different for different texts. */
export function uuidOf(text: string): string {
  // Four hashes in one pass, each fed into the next, so that similar texts give very different ids.
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0xdeadbeef;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x85ebca6b) ^ (d >>> 15);
    b = Math.imul(b ^ code, 0xc2b2ae35) ^ (a >>> 13);
    c = Math.imul(c ^ code, 0x27d4eb2f) ^ (b >>> 14);
    d = Math.imul(d ^ code, 0x165667b1) ^ (c >>> 16);
  }
  const [e, f, g, h] = [hex8(a ^ d), hex8(b ^ a), hex8(c ^ b), hex8(d ^ c ^ text.length)];
  const variant = '89ab'.charAt(c & 3);
  return `${e}-${f.slice(0, 4)}-4${f.slice(5)}-${variant}${g.slice(1, 4)}-${g.slice(4)}${h}`;
}

function hex8(value: number): string {
  return mix(value).toString(16).padStart(8, '0');
}

function hash(text: string, seed: number): number {
  let h = seed ^ text.length;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0xcc9e2d51);
    h = (h << 13) | (h >>> 19);
  }
  return mix(h);
}

function mix(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
