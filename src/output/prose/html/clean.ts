import { decodeEntities } from '../entities.js';
import { isUnseen } from './inline.js';
import { findBox, without } from './list.js';
import { type HtmlElement, type HtmlNode, parseHtml } from './tree.js';

/** Attributes that also have a meaning in markdown. */
const kept = ['alt', 'title', 'start', 'align', 'style', 'type', 'checked'] as const;

/**
 * The blocks of a piece of HTML and the text between them, without scripts, hidden parts and links to anything but pages and
 * mail; each bounded in depth.
 */
export function cleanBlocks(html: string): readonly string[] {
  const blocks: string[] = [];
  let run = '';
  const flush = (): void => {
    if (run.trim() !== '') blocks.push(run);
    run = '';
  };
  for (const node of contentOf(parseHtml(html).children)) {
    if (typeof node === 'string' || !node.isBlock) {
      run += write(node, false);
      continue;
    }
    flush();
    blocks.push(write(node, false));
  }
  flush();
  return blocks;
}

/** The content of the elements that only wrap a whole page. */
function contentOf(children: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only, second] = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const isWrapper =
    second === undefined && typeof only === 'object' && /^(?:html|body|div|main|article|section)$/.test(only.name);
  return isWrapper && only.isBlock && !isUnseen(only) ? contentOf(only.children) : children;
}

/** A node as HTML, with white space collapsed as in browsers, except in preformatted code. */
function write(node: HtmlNode, isCode: boolean): string {
  if (typeof node === 'string') return (isCode ? node : folded(node)).replaceAll('<', '&lt;');
  if (isUnseen(node)) return '';
  const { name, children } = node;
  if (!/^[a-z][a-z\d-]*$/.test(name)) return writeAll(children, isCode);
  if (name === 'br' || name === 'hr' || name === 'img' || name === 'input') return `<${name}${attributesOf(node)}>`;
  if (isMention(node)) return `@${folded(node.attributes['data-label'] ?? '').replaceAll('<', '&lt;')}`;
  const inner = name === 'li' ? writeItem(node, isCode) : writeAll(children, isCode || name === 'pre');
  if (name === 'td' || name === 'th')
    return `<${name}${attributesOf(node)}>${oneParagraph(inner)}</${name}>${covered(node)}`;
  return `<${name}${attributesOf(node)}>${inner}</${name}>`;
}

function writeAll(nodes: readonly HtmlNode[], isCode: boolean): string {
  return nodes.map((node) => write(node, isCode)).join('');
}

function folded(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

/** Whether it is a mention whose name is missing from its text. */
function isMention({ attributes, children }: HtmlElement): boolean {
  return attributes['data-type'] === 'mention' && attributes['data-label'] !== undefined && children.length === 0;
}

/** Cells of markdown tables have a single paragraph: paragraphs and list items become lines of it. */
function oneParagraph(cell: string): string {
  const flat = cell
    .replaceAll(/<li>(?:\s*<p>)?/g, '<p>• ')
    .replaceAll(/(?:<\/p>\s*)?<\/li>/g, '</p>')
    .replaceAll(/<\/?(?:ul|ol)(?: [^>]*)?>/g, '');
  return flat
    .replace(/^\s*<p>|<\/p>\s*$/g, '')
    .replaceAll(/(?:<\/p>\s*)+<p>|<p>/g, '<br>')
    .replaceAll('</p>', '');
}

/** Cells of markdown tables span one column, so empty cells are added for the others. */
function covered({ name, attributes }: HtmlElement): string {
  const columns = /^\d{1,2}$/.test(attributes.colspan ?? '') ? Number(attributes.colspan) : 1;
  return `<${name}></${name}>`.repeat(Math.max(0, columns - 1));
}

/** An item of a task list has its checkbox at the start of its text, whatever elements an editor put around it. */
function writeItem({ attributes, children }: HtmlElement, isCode: boolean): string {
  const box = findBox(children);
  const sent = attributes['data-checked'];
  if (box === undefined && sent === undefined) return writeAll(children, isCode);
  const inner = writeAll(box === undefined ? children : without(children, box), isCode);
  const isTicked = sent === undefined ? box?.attributes.checked !== undefined : sent === 'true';
  const text = inner.replace(/^\s*<label>\s*(?:<span>\s*<\/span>\s*)?<\/label>/, '');
  const start = /^(?:\s*<(?:div|p|label|span)>)*/.exec(text)?.[0] ?? '';
  return `${start}<input type="checkbox"${isTicked ? ' checked' : ''}>${text.slice(start.length).trimStart()}`;
}

function attributesOf({ name, attributes }: HtmlElement): string {
  const pairs: (readonly [string, string])[] = [];
  for (const key of kept) if (attributes[key] !== undefined) pairs.push([key, inWords(key, attributes[key])]);
  // The language of a code block.
  if (/^language-[\w+#.-]+$/.test(attributes.class ?? '')) pairs.push(['class', attributes.class ?? '']);
  const place = name === 'a' ? 'href' : name === 'img' ? 'src' : undefined;
  const address = place === undefined ? undefined : attributes[place];
  if (place !== undefined && address !== undefined && isHarmless(address)) pairs.push([place, inert(address)]);
  return pairs
    .map(([key, value]) => ` ${key}="${folded(value).replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`)
    .join('');
}

/** An address that still has character references after this many decodings was never typed by a person. */
const mostLayers = 4;

/**
 * Whether an address leads to the web, to mail, or to the same server. Browsers ignore control characters within a scheme, and
 * markdown readers decode references and backslashes once more (docs/requirements.md, R38).
 */
function isHarmless(address: string): boolean {
  let text = address;
  for (let layers = 0; ; layers += 1) {
    const decoded = decodeEntities(text);
    if (decoded === text) break;
    if (layers === mostLayers) return false;
    text = decoded;
  }
  text = text.replace(/[\x00-\x20\x7f-\xa0\\]/g, '');
  return /^(?:https?:|mailto:)/i.test(text) || !/^[^/?#]*:/.test(text);
}

/** An attribute as it is; in a title, which markdown puts in quotes, backslashes are escaped so they cannot escape a quote. */
function inWords(key: string, value: string): string {
  if (key !== 'title' || !/[\\&]/.test(value)) return value;
  return decodeEntities(value).replaceAll('\\', '\\\\').replaceAll('&', '&amp;');
}

/** An address that cannot end the link it is in: backslashes become slashes, as in browsers, and brackets are encoded. */
function inert(address: string): string {
  return decodeEntities(address)
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .replace(/[ <>`]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '&amp;');
}
