import { type DefaultTreeAdapterTypes, parseFragment, Tokenizer, TokenizerMode } from 'parse5';

export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
  /** Whether it is a block, or contains one, and is not too deep. */
  readonly isBlock: boolean;
}

export function isElement(node: HtmlNode, name: string): node is HtmlElement {
  return typeof node !== 'string' && node.name === name;
}

export function childOf(children: readonly HtmlNode[], name: string): HtmlElement | undefined {
  return children.find((child): child is HtmlElement => isElement(child, name));
}

/** Blocks deeper than this are lines of the block around them. */
const deepest = 40;

export const blockNames: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
   form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table
   tbody td tfoot th thead tr ul`.split(/\s+/),
);

/** Elements whose content is not for readers (docs/requirements.md, R38). */
const unreadNames = /^(?:script|style|iframe|noembed|noframes|xmp|title)$/;

/** Parses HTML as browsers do. Only blocks are bounded in depth, so it throws RangeError if it is nested absurdly deeply. */
export function parseHtml(html: string): readonly HtmlNode[] {
  return nodesOf(parseFragment(html, { scriptingEnabled: false }), 0);
}

function nodesOf({ childNodes }: DefaultTreeAdapterTypes.ParentNode, depth: number): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  for (const child of childNodes) {
    if ('value' in child) nodes.push(child.value);
    if (!('tagName' in child) || unreadNames.test(child.tagName)) continue;
    const name = child.tagName;
    const attributes = Object.fromEntries(child.attrs.map((each) => [each.name, each.value]));
    const children = nodesOf(child, depth + 1);
    const holdsBlock = blockNames.has(name) || children.some((each) => typeof each !== 'string' && each.isBlock);
    nodes.push({ name, attributes, children, isBlock: holdsBlock && depth < deepest });
  }
  return nodes;
}

/** The text of HTML with each block on its own line, for pages too long to lay out. */
export function bareText(html: string): string {
  const parts: string[] = [];
  let isLineStart = true;
  let isCode = false;
  let isUnread = false;
  const take = (text: string): void => {
    if (isUnread || text === '') return;
    parts.push(text);
    isLineStart = false;
  };
  const breakLine = (name: string): void => {
    if (isLineStart || (name !== 'br' && !blockNames.has(name))) return;
    parts.push('\n');
    isLineStart = true;
  };
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onCharacter: ({ chars }) => take(chars),
      onWhitespaceCharacter: ({ chars }) => take(isCode ? chars : isLineStart ? '' : ' '),
      onStartTag({ tagName }) {
        isCode ||= tagName === 'pre';
        isUnread = unreadNames.test(tagName);
        if (isUnread) tokenizer.state = TokenizerMode.RAWTEXT;
        breakLine(tagName);
      },
      onEndTag({ tagName }) {
        isCode &&= tagName !== 'pre';
        isUnread = false;
        breakLine(tagName);
      },
      ...{ onNullCharacter: ignore, onComment: ignore, onDoctype: ignore, onEof: ignore, onParseError: null },
    },
  );
  tokenizer.write(html, true);
  return parts.join('').replaceAll('\u00a0', ' ');
}
