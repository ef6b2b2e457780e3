import type { Block } from '../../src/cli/topics/layout.js';

/** Characters that are special in roff, or that it would replace with others, so that the text could not be copied. */
const special: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** Text escaped for roff, as ASCII. */
export function escapeRoff(text: string): string {
  return text.replace(/[\\\-'"`^~]|[^\n -~]/gu, (found) => {
    const code = found.codePointAt(0) ?? 0;
    return special[found] ?? `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** Escapes a dot at the beginning of a line, where it would start a request. */
export function textLine(escaped: string): string {
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escapeRoff(text)}\\fR`;

/** Running text, with options and text in backticks in bold. */
export function prose(text: string): string {
  const parts = text.split(/(`[^`]+`|(?<=^|[\s(])--?[A-Za-z][\w-]*)/);
  return parts.map((part, at) => (at % 2 === 1 ? bold(part.replaceAll('`', '')) : escapeRoff(part))).join('');
}

/** The longest line of running text in a page's source (characters). */
const longestLine = 79;

/** Running text as lines of source; the line breaks do not matter. */
export function paragraph(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of prose(text.trim()).split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > longestLine) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map(textLine);
}

/** Paragraphs separated by blank lines. */
export function paragraphs(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n\n').flatMap((each) => ['.PP', ...paragraph(each)]);
}

/** A term (already roff) with its definition below. */
export function term(tag: string, meaning: string): readonly string[] {
  return ['.TP', textLine(tag), ...paragraph(meaning)];
}

/** Lines to copy. */
export function literal(lines: readonly string[]): readonly string[] {
  return ['.PP', '.RS 4', '.nf', ...lines.map((line) => textLine(escapeRoff(line))), '.fi', '.RE'];
}

/** The header of a page. `date` and `version` are those of the release, so a page changes only if its text does. */
export function head(name: string, section: number, summary: string, release: Release): readonly string[] {
  return [
    '.\\" Made by npm run man; do not edit.',
    `.TH "${escapeRoff(name.toUpperCase())}" "${section}" "${release.date}" "tracker ${release.version}" "tracker manual"`,
    // No justification or hyphenation, so that text can be copied.
    '.nh',
    '.ad l',
    '.SH NAME',
    `${escapeRoff(name)} \\- ${escapeRoff(summary)}`,
  ];
}

export interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** A help topic; its headings are sections. */
export function blocks(all: readonly Block[]): readonly string[] {
  const lines: string[] = [];
  for (const block of all) {
    if (typeof block === 'string') lines.push(...paragraphs(block));
    else if ('heading' in block) lines.push(`.SH "${escapeRoff(block.heading.toUpperCase())}"`);
    else if ('rows' in block) lines.push(...block.rows.flatMap(([name, meaning]) => term(bold(name), meaning)));
    else lines.push(...literal(block));
  }
  return lines;
}
