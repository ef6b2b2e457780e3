import { decodeHTML } from '../entities.js';
import type { MarkdownNode } from '../node.js';

const marks: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' };

interface InlinePlace {
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

/** Addresses that markdown parsers turn into links by themselves, up to the next space. */
const bareAddress = /((?:https?:\/\/|www\.)\S*)/i;

/** Escapes text so that nothing in it is markup, a tag, a character reference or a link (docs/requirements.md, R38). */
export function escapeText(text: string): string {
  return text
    .split(bareAddress)
    .map((part, index) => (index % 2 === 1 ? escapeAddress(part) : escapeWords(part)))
    .join('');
}

/** Escapes the start of a paragraph's line, so that it does not start a block. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^>/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-=:|](?=[-=:|\s]*$)/, '\\$&');
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
      return [{ plain: (place.isInLink === true ? escapeLabel : escapeText)(text) }];
  }
}

/** Spaces go outside the marks. Nested marks are left out, because parsers disagree about them. */
function emphasized({ type, tokens = [] }: MarkdownNode, place: InlinePlace, outer: readonly string[] = []) {
  const mark = marks[type] ?? '';
  const around = outer.includes(mark) ? outer : [...outer, mark];
  const [only] = tokens;
  if (tokens.length === 1 && only && Object.hasOwn(marks, only.type)) return emphasized(only, place, around);
  const plain = inlineMarkdown(tokens, { ...place, isPlain: true });
  const core = withoutEmptyLines(plain.trim());
  if (place.isPlain === true || core === '') return [{ plain }];
  return [
    { plain: startSpace(plain) },
    { plain: core, marked: `${around.join('')}${core}${[...around].reverse().join('')}` },
    { plain: endSpace(plain) },
  ];
}

/** An empty line would end the paragraph, and what is open in it. */
function withoutEmptyLines(text: string): string {
  return text.replace(/\n(?:[ \t]*\n)+/g, '\n');
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
  const core = withoutEmptyLines(text.trim());
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
  return ` "${folded(title).replace(/[\\"&]/g, '\\$&')}"`;
}

function imageMarkdown({ text = '', href = '', title }: MarkdownNode): string {
  const target = href === '' ? undefined : linkTarget(href);
  const words = folded(text);
  return target === undefined ? escapeText(words) : `![${escapeLabel(words)}](${target}${titleMarkdown(title)})`;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same for the text of a link or an image, where not every parser accepts a backslash before a bracket. */
function escapeLabel(text: string): string {
  return escapeText(text).replace(/\\(.)/gs, (escaped, mark: string) =>
    /[[\]`]/.test(mark) ? `&#${mark.charCodeAt(0)};` : escaped,
  );
}

/** Keeps an address if nothing in it needs escaping, because a backslash would become part of it. */
function escapeAddress(text: string): string {
  return /^[\w.~:/?#=&%+,@-]+$/.test(text) ? text : unlink(escapeWords(text));
}

function unlink(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&');
}

/** Escapes an address at the end of the text, so that the text after it does not become part of the link. */
function unlinkEnd(text: string): string {
  return text.replace(/(?:https?:\/\/|www\.)[^\s<`]*$/i, unlink);
}

function escapeWords(text: string): string {
  return text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?]|$)|&(?=#|[a-z][a-z\d]*;|$)|!$/gi, '\\$&');
}

/** An address that still contains a character reference after this many decodings is not a genuine one. */
const maxLayers = 4;

/**
 * A decoded address as a link target: http, https, mailto, or on the same server; undefined for anything else, such as
 * `javascript:`. Browsers ignore control characters in a scheme, and markdown parsers decode references and backslashes once
 * more (docs/requirements.md, R38).
 */
function linkTarget(address: string): string | undefined {
  let text = address;
  for (let layers = 0; ; layers += 1) {
    const decoded = decodeHTML(text);
    if (decoded === text) break;
    if (layers === maxLayers) return undefined;
    text = decoded;
  }
  text = text.replace(/[\x00-\x20\x7f-\xa0\\]/g, '');
  if (!/^(?:https?:|mailto:)/i.test(text) && /^[^/?#]*:/.test(text)) return undefined;
  return inert(address);
}

/** Encodes brackets and spaces, so that the address cannot end its link. A backslash is a slash to browsers. */
function inert(address: string): string {
  return address
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .replace(/[ <>`()]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/&(?=#|[a-z][a-z\d]*;)/gi, '&amp;');
}
