import { decodeEntities } from '../entities.js';
import type { MarkdownNode } from '../node.js';
import { escapeLabel, escapeText, linkTarget, unlinkEnd } from './escape.js';

/** The context of inline text. */
export interface InlinePlace {
  /** The text of a line break. */
  readonly lineBreak: string;
  readonly isInLink?: boolean;
  /** Whether to leave out emphasis marks. */
  readonly isPlain?: boolean;
}

/** A piece of text without marks, and with them if it has any. */
interface Piece {
  readonly plain: string;
  readonly marked?: string;
  /** Whether it is a link, so that the text after it cannot become part of its address. */
  readonly isLink?: boolean;
}

/** Inline nodes as markdown. Marks that a parser would not recognise next to the surrounding text are left out. */
export function inlineMarkdown(nodes: readonly MarkdownNode[], place: InlinePlace): string {
  const pieces = nodes.flatMap((node) => piecesOf(node, place)).filter(({ plain, marked }) => plain || marked);
  const written: string[] = [];
  let isAfterMarks = false;
  for (const [index, { plain, marked, isLink }] of pieces.entries()) {
    const before = written.at(-1)?.slice(-2) ?? '';
    const after = pieces[index + 1]?.plain ?? '';
    const isCode = marked?.startsWith('`') === true;
    const isMarked: boolean = isCode ? isOwnFence(before, after) : !isAfterMarks && isRecognised(before, plain, after);
    const shown: string = isMarked ? (marked ?? plain) : plain;
    const isOpen = shown === plain && isLink !== true && !/^(?:$|[\s<])/.test(after);
    written.push(isOpen ? unlinkEnd(shown) : shown);
    isAfterMarks = shown === marked && !isCode;
  }
  return written.join('');
}

/** Whether marks around `inner` are recognised: next to punctuation inside, they need a space outside. */
function isRecognised(before: string, inner: string, after: string): boolean {
  const isOpen = !/^[\p{P}\p{S}]/u.test(inner) || /(?:^|\s)$/.test(before);
  const isClosed = !/[\p{P}\p{S}]$/u.test(inner) || /^(?:$|\s)/.test(after);
  return isOpen && isClosed;
}

/** Whether backticks here cannot merge with those before or after them. */
function isOwnFence(before: string, after: string): boolean {
  return !before.endsWith('`') && !/^\\?`/.test(after);
}

function piecesOf(node: MarkdownNode, place: InlinePlace): readonly Piece[] {
  const { type, tokens = [], text = '' } = node;
  switch (type) {
    case 'strong':
    case 'em':
    case 'del':
      return emphasized(node, place);
    case 'codespan':
      if (place.isInLink === true && /[`[\]]/.test(text)) return [{ plain: escapeLabel(text) }];
      return [{ plain: escapeText(text), marked: codeSpan(text) }];
    case 'link':
      return [linkPiece(node, place)];
    case 'image':
      return [{ plain: imageMarkdown(node), isLink: true }];
    case 'tick':
      return [{ plain: node.checked === true ? '[x] ' : '[ ] ' }];
    case 'bullet':
      return [{ plain: '• ' }];
    case 'sup':
    case 'sub':
      return [{ plain: `<${type}>${inlineMarkdown(tokens, place)}</${type}>` }];
    case 'br':
      return [{ plain: place.lineBreak }];
    default:
      if (node.tokens) return [{ plain: inlineMarkdown(tokens, place) }];
      return [{ plain: (place.isInLink === true ? escapeLabel : escapeText)(decodeEntities(text)) }];
  }
}

const marks: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' };

/** Spaces go outside the marks. Nested marks are left out, because parsers disagree about them. */
function emphasized(
  { type, tokens = [] }: MarkdownNode,
  place: InlinePlace,
  outer: readonly string[] = [],
): readonly Piece[] {
  const mark = marks[type] ?? '';
  const around = outer.includes(mark) ? outer : [...outer, mark];
  const [only] = tokens;
  if (tokens.length === 1 && only && Object.hasOwn(marks, only.type)) return emphasized(only, place, around);
  const plain = inlineMarkdown(tokens, { ...place, isPlain: true });
  const core = plain.trim();
  if (place.isPlain === true || core === '') return [{ plain }];
  return [
    { plain: startSpace(plain) },
    { plain: core, marked: `${around.join('')}${core}${[...around].reverse().join('')}` },
    { plain: endSpace(plain) },
  ];
}

function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

function linkPiece({ href = '', title, tokens = [] }: MarkdownNode, place: InlinePlace): Piece {
  const target = place.isInLink === true ? undefined : linkTarget(href);
  const text = inlineMarkdown(tokens, { ...place, isInLink: true });
  if (target === undefined) return { plain: text };
  const core = text.trim();
  const [before, after] = core === '' ? ['', ''] : [startSpace(text), endSpace(text)];
  const link = `[${core === '' ? escapeText(target) : core}](${target}${titleMarkdown(title)})`;
  return { plain: `${before}${link}${after}`, isLink: true };
}

function startSpace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function endSpace(text: string): string {
  return text.slice(text.trimEnd().length);
}

function titleMarkdown(title: string | undefined): string {
  if (title === undefined || title.trim() === '') return '';
  return ` "${folded(decodeEntities(title)).replace(/[\\"&]/g, '\\$&')}"`;
}

function imageMarkdown({ text = '', href = '', title }: MarkdownNode): string {
  const target = href === '' ? undefined : linkTarget(href);
  const words = folded(decodeEntities(text));
  return target === undefined ? escapeText(words) : `![${escapeLabel(words)}](${target}${titleMarkdown(title)})`;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
