import type { Block } from '../../src/cli/topics/topic.js';

/** Characters that roff reads as something else, or shows as something that cannot be copied. */
const special: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** Text as roff shows it, character for character; the roff itself is ASCII. */
export function escapeRoff(text: string): string {
  return text.replace(/[\\\-'"`^~]|[^\n -~]/gu, (found) => {
    const code = found.codePointAt(0) ?? 0;
    return special[found] ?? `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** A line that begins with a dot is a request unless something stands before the dot. */
export function textLine(escaped: string): string {
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escapeRoff(text)}\\fR`;

/** Running text: options, and what stands between backticks, in bold. */
export function prose(text: string): string {
  const parts = text.split(/(`[^`]+`|(?<=^|[\s(])--?[A-Za-z][\w-]*)/);
  return parts.map((part, at) => (at % 2 === 1 ? bold(part.replaceAll('`', '')) : escapeRoff(part))).join('');
}

/** The longest line of running text in the source of a page (characters). */
const longestLine = 79;

/** Running text in lines of the source; where they break means nothing. */
export function paragraph(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of prose(text.trim()).split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > longestLine) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map(textLine);
}

/** Paragraphs divided by empty lines. */
export function paragraphs(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n\n').flatMap((each) => ['.PP', ...paragraph(each)]);
}

/** A term, which is roff already, and below it what it means. */
export function term(tag: string, meaning: string): readonly string[] {
  return ['.TP', textLine(tag), ...paragraph(meaning)];
}

/** Lines to copy. */
export function literal(lines: readonly string[]): readonly string[] {
  return ['.PP', '.RS 4', '.nf', ...lines.map((line) => textLine(escapeRoff(line))), '.fi', '.RE'];
}

/** The head of a page. `date` and `version` are those of the release, so that a page changes only with its text. */
export function head(name: string, section: number, summary: string, release: Release): readonly string[] {
  return [
    '.\\" Made by npm run man; do not edit.',
    `.TH "${escapeRoff(name.toUpperCase())}" "${section}" "${release.date}" "tracker ${release.version}" "tracker manual"`,
    // What can be copied is neither stretched nor divided.
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

/** A topic of help; its headings are sections. */
export function blocks(all: readonly Block[]): readonly string[] {
  const lines: string[] = [];
  for (const block of all) {
    if ('heading' in block) lines.push(`.SH "${escapeRoff(block.heading.toUpperCase())}"`);
    else if ('text' in block) lines.push(...paragraphs(block.text));
    else if ('lines' in block) lines.push(...literal(block.lines));
    else lines.push(...block.rows.flatMap(([name, meaning]) => term(bold(name), meaning)));
  }
  return lines;
}
