import { decodeEntities } from '../entities.js';
import { isUnseen } from './inline.js';
import { findBox, without } from './list.js';
import { type HtmlElement, type HtmlNode, parseHtml } from './tree.js';

/** Attributes that say something in markdown too. */
const kept = ['alt', 'title', 'start', 'align', 'style', 'type', 'checked'] as const;

/**
 * The blocks of a piece of HTML, and the text between them, without scripts, hidden parts and links to anything but pages
 * and mail; each bounded in depth.
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

/** What stands in the elements that only wrap a whole page. */
function contentOf(children: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only, second] = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const isWrapper =
    second === undefined && typeof only === 'object' && /^(?:html|body|div|main|article|section)$/.test(only.name);
  return isWrapper && only.isBlock && !isUnseen(only) ? contentOf(only.children) : children;
}

/** A node as HTML, its space folded as browsers fold it, but in code that stands on lines of its own. */
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

/** A mention whose name is not in its text. */
function isMention({ attributes, children }: HtmlElement): boolean {
  return attributes['data-type'] === 'mention' && attributes['data-label'] !== undefined && children.length === 0;
}

/** Tables of markdown have cells of one paragraph: others, and the items of lists, become lines of it. */
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

/** Cells of markdown cover one column: empty ones stand in the others. */
function covered({ name, attributes }: HtmlElement): string {
  const columns = /^\d{1,2}$/.test(attributes.colspan ?? '') ? Number(attributes.colspan) : 1;
  return `<${name}></${name}>`.repeat(Math.max(0, columns - 1));
}

/** An item of a task list has its box at the start of its text, whatever an editor put around it. */
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
  // The language of code.
  if (/^language-[\w+#.-]+$/.test(attributes.class ?? '')) pairs.push(['class', attributes.class ?? '']);
  const place = name === 'a' ? 'href' : name === 'img' ? 'src' : undefined;
  const address = place === undefined ? undefined : attributes[place];
  if (place !== undefined && address !== undefined && isHarmless(address)) pairs.push([place, inert(address)]);
  return pairs
    .map(([key, value]) => ` ${key}="${folded(value).replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`)
    .join('');
}

/** What is decoded this often and still holds a reference is no address that anybody has written. */
const mostLayers = 4;

/**
 * An address of the web or of mail, or one within the same server. Browsers overlook controls within a scheme, and readers
 * of markdown decode references and backslashes once more (docs/requirements.md, R38).
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

/** An attribute as it is; in a title, which markdown sets in quotes, a backslash must not undo theirs. */
function inWords(key: string, value: string): string {
  if (key !== 'title' || !/[\\&]/.test(value)) return value;
  return decodeEntities(value).replaceAll('\\', '\\\\').replaceAll('&', '&amp;');
}

/** An address that cannot end the link it stands in: a backslash is a slash to browsers, and brackets are encoded. */
function inert(address: string): string {
  return decodeEntities(address)
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .replace(/[ <>`]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '&amp;');
}
