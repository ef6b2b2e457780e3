import { cleanLine, cleanText } from '../../../contract/text/unsafe-characters.js';
import { plainPaint, type Span, type Style, span } from '../../text/span.js';
import type { MarkdownNode, MarkdownStyle } from '../node.js';

/** Inline markdown as spans; a newline in a span is a line break. Every text is made safe. */
export function inlineSpans(nodes: readonly MarkdownNode[], style: MarkdownStyle, looks: readonly Style[] = []) {
  return nodes.flatMap((node) => nodeSpans(node, style, looks));
}

function nodeSpans(node: MarkdownNode, style: MarkdownStyle, looks: readonly Style[]): readonly Span[] {
  switch (node.type) {
    case 'strong':
      return inlineSpans(node.tokens ?? [], style, looks.includes('strong') ? looks : [...looks, 'strong']);
    case 'em':
      return inlineSpans(node.tokens ?? [], style, [...looks, 'italic']);
    case 'del':
      return inlineSpans(node.tokens ?? [], style, [...looks, 'struck']);
    case 'sup':
    case 'sub':
      return [
        { text: node.type === 'sup' ? '^' : '_', styles: looks },
        ...inlineSpans(node.tokens ?? [], style, looks),
      ];
    case 'codespan':
      return [codeSpan(node.text ?? '', style, looks)];
    case 'link':
      return linkSpans(node, style, looks);
    case 'image':
      return [{ text: `[${['image', imageName(node)].filter(Boolean).join(': ')}]`, styles: [...looks, 'dim'] }];
    case 'tick':
      return [{ text: boxOf(node.checked === true, style.words), styles: looks }];
    case 'bullet':
      return [{ text: style.words ? '- ' : '• ', styles: [...looks, 'dim'] }];
    case 'mention':
      if (node.href) style.onLead?.({ to: `person:${node.href}`, text: (node.text ?? '').replace(/^@/, '') });
      if (node.tokens !== undefined) return inlineSpans(node.tokens, style, [...looks, 'accent']);
      return [{ text: cleanLine(node.text ?? ''), styles: [...looks, 'accent'] }];
    case 'reference':
      return [referenceSpan(node, style, looks)];
    case 'br':
      return [{ text: '\n', styles: looks }];
    case 'checkbox':
      return [];
    default:
      if (node.tokens !== undefined) return inlineSpans(node.tokens, style, looks);
      return [{ text: cleanText(node.text ?? node.raw ?? ''), styles: looks }];
  }
}

function codeSpan(text: string, style: MarkdownStyle, looks: readonly Style[]): Span {
  const shown = cleanLine(text);
  followCode(shown, style);
  return { text: style.color ? shown : `\`${shown}\``, styles: [...looks, 'accent'] };
}

/** Reports the addresses in code, where they are not links. */
export function followCode(text: string, { onLead }: MarkdownStyle): void {
  for (const [address] of onLead ? text.matchAll(/https?:\/\/[\w.~:/?#@!$&*+,;=%-]*[\w/]/gi) : []) {
    const to = targetOf(address, undefined);
    if (to !== undefined) onLead?.({ to, text: '' });
  }
}

export function boxOf(isTicked: boolean, words: boolean): string {
  if (words) return isTicked ? '[done]' : '[open]';
  return isTicked ? '☑' : '☐';
}

/** The name of an image: its description, or else its file name. */
function imageName({ text, href = '' }: MarkdownNode): string {
  if (text !== undefined && text.trim() !== '') return cleanLine(text.trim());
  if (/^data:/i.test(href.trim())) return '';
  return cleanLine(
    href
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '',
  ).slice(0, longestImageName);
}

const longestImageName = 80;

/** The pages of the web app, by the kind of thing a reference names. */
const pages: Readonly<Record<string, string>> = {
  ...{ task: 'tasks?task=', ticket: 'tickets/', project: 'projects/', thread: 'chat?thread=' },
  ...{ note: 'notes/', wiki: 'wiki/' },
};

function referenceSpan(node: MarkdownNode, style: MarkdownStyle, looks: readonly Style[]): Span {
  const [kind = '', id = ''] = (node.href ?? '').split(/:(.*)/s);
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  const isLinked = style.links === true && style.base !== undefined && page !== undefined;
  // The page of a task is found by its reference.
  const target = targetOf(`${page}${encodeURIComponent(kind === 'task' ? (node.text ?? '') : id)}`, style.base);
  const link = isLinked ? target : undefined;
  const isHere = kind === 'task' || kind === 'ticket';
  const to = isHere ? node.href : page !== undefined && style.base !== undefined ? target : undefined;
  if (to !== undefined) style.onLead?.({ to, text: node.text ?? '' });
  return { text: cleanLine(node.text ?? ''), styles: [...looks, 'accent'], ...(link !== undefined && { link }) };
}

/**
 * A link: clickable if the terminal supports it, or else `text (address)` or the number of a footnote. Link text that looks
 * like another address never hides the real one. Only links to web pages and mail addresses are links.
 */
function linkSpans(node: MarkdownNode, style: MarkdownStyle, looks: readonly Style[]): readonly Span[] {
  const address = addressOf(node.href ?? '', style.base);
  if (address === undefined) return inlineSpans(node.tokens ?? [], style, looks);
  const { shown } = address;
  const to = address.target ?? (/^mailto:/i.test(shown) ? shown : undefined);
  if (to !== undefined) style.onLead?.({ to, text: '' });
  const target = style.links === true ? address.target : undefined;
  const label = inlineSpans(node.tokens ?? [], style, [...looks, 'underline']);
  const linked = (spans: readonly Span[]): readonly Span[] =>
    target === undefined ? spans : spans.map((each) => ({ ...each, link: target }));
  const words = plainPaint(label);
  if (words.trim() === '') return linked([span(shown, ...looks, 'underline')]);
  const isSame = [words, `mailto:${words}`, `http://${words}`, `https://${words}`].some(
    (each) => each === shown || `${each}/` === shown,
  );
  if (isSame) return linked(label);
  if (target !== undefined && !looksLikeAddress(words)) return linked(label);
  return [...linked(label), { text: written(shown, style), styles: [...looks, 'dim'] }];
}

function looksLikeAddress(words: string): boolean {
  return /:\/\/|^\s*www\.|^\s*[\w-]+(?:\.[\w-]+)+(?:[/:?#]\S*)?\s*$/i.test(words);
}

function written(shown: string, { footnotes }: MarkdownStyle): string {
  if (footnotes === undefined) return ` (${shown})`;
  const number = footnotes.get(shown) ?? footnotes.size + 1;
  footnotes.set(shown, number);
  return ` [${number}]`;
}

interface Address {
  /** Safe to print, in the form people read. */
  readonly shown: string;
  /** The URL a terminal may open: http or https in plain ASCII (docs/requirements.md, R38). */
  readonly target: string | undefined;
}

/** Longer URLs are shown but never passed to the terminal as links (UTF-16 units). */
const longestTarget = 2000;

/**
 * The target of a link from the server: a web page or a mail address. Relative links are resolved against `base`, the server's
 * URL. Undefined for anything else, such as `javascript:`, `data:` or a fragment of the same page.
 */
function addressOf(href: string, base: string | undefined): Address | undefined {
  const text = href.trim();
  if (/^mailto:/i.test(text)) return { shown: cleanLine(text), target: undefined };
  if (/^https?:\/\//i.test(text)) return { shown: cleanLine(text), target: targetOf(text, undefined) };
  const isRelative = text !== '' && !text.startsWith('#') && !/^[^/?#]*:/.test(text);
  if (!isRelative || base === undefined) return undefined;
  const target = targetOf(text, base);
  return target === undefined ? undefined : { shown: target, target };
}

/** An http or https URL that is safe to pass to a terminal. */
function targetOf(text: string, base: string | undefined): string | undefined {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.href.length <= longestTarget && /^[\x21-\x7e]+$/.test(url.href) ? url.href : undefined;
}
