/** The least width that text is wrapped to, however narrow the terminal (cells). */
export const narrowest = 30;

/** Lays out a topic below its summary, for a terminal of this width (cells). Topics are ASCII, so a character is a cell. */
export function layOut(summary: string, topic: Topic, width: number): string {
  const parts: string[] = [`${summary}.`];
  let indent = 0;
  let isBelowHeading = false;
  for (const block of topic) {
    const isHeading = typeof block === 'object' && 'heading' in block;
    const lines = linesOf(block, Math.max(narrowest, width - indent));
    const text = lines.map((line) => (isHeading ? line : `${' '.repeat(indent)}${line}`)).join('\n');
    parts.push(isBelowHeading ? text : `\n${text}`);
    if (isHeading) indent = 2;
    isBelowHeading = isHeading;
  }
  return `${parts.join('\n')}\n`;
}

/** A part of a topic, laid out for a terminal by `layout.ts` and for man pages by `scripts/man`. */
export type Block =
  /** Running text. */
  | string
  | { readonly heading: string }
  /** Terms and their meanings. */
  | { readonly rows: Rows }
  /** Lines printed as they are. */
  | readonly string[];

export type Rows = readonly (readonly [term: string, meaning: string])[];

/** The text of a help topic, such as `tracker help exit-codes`. */
export type Topic = readonly Block[];

/** Terms and their meanings in this order, except that whole numbers come first. */
export function rows(meanings: Readonly<Record<string, string>>): Block {
  return { rows: Object.entries(meanings) };
}

function linesOf(block: Block, width: number): readonly string[] {
  if (typeof block === 'string') return wrap(block, width);
  if ('heading' in block) return [`${block.heading}:`];
  return 'rows' in block ? rowLines(block.rows, width) : block;
}

/** Terms next to their meanings, or above them if there is no room. */
export function rowLines(rows: Rows, width: number): readonly string[] {
  const column = Math.max(...rows.map(([term]) => term.length)) + 2;
  if (width - column < narrowest)
    return rows.flatMap(([term, meaning]) => [term, ...wrap(meaning, width - 8).map((line) => `        ${line}`)]);
  return rows.flatMap(([term, meaning]) =>
    wrap(meaning, width - column).map((line, at) => `${(at === 0 ? term : '').padEnd(column)}${line}`),
  );
}

/** Wraps text to lines of at most this many characters, breaking only at spaces. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
