import { Tokenizer } from 'htmlparser2';
import { decodeEntities } from '../entities.js';

/** An element, or text as written, with its character references. */
export type HtmlNode = string | HtmlElement;

/** The attributes that matter to a reader, as written: character references are not decoded yet. */
type HtmlAttributes = Readonly<Record<string, string>>;

export interface HtmlElement {
  readonly name: string;
  readonly attributes: HtmlAttributes;
  readonly children: readonly HtmlNode[];
  /** Whether it is a block, or contains one. */
  readonly isBlock: boolean;
}

const voidNames: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const lineBreak: HtmlElement = { name: 'br', attributes: {}, children: [], isBlock: false };

type Rule = readonly [closes: RegExp, within: RegExp];

const endsSection: Rule = [/^(?:thead|tbody|tfoot|caption)$/, /^table$/];
const endsCell: Rule = [/^t[dh]$/, /^(?:tr|table)$/];
const endsTerm: Rule = [/^d[dt]$/, /^dl$/];

/** What an opening tag closes, and what stops the search. */
const implied: ReadonlyMap<string, Rule> = new Map([
  ['li', [/^li$/, /^(?:ul|ol|menu|dir)$/]],
  ['dt', endsTerm],
  ['dd', endsTerm],
  ['tr', [/^(?:tr|caption)$/, /^table$/]],
  ['td', endsCell],
  ['th', endsCell],
  ['tbody', endsSection],
  ['thead', endsSection],
  ['tfoot', endsSection],
  ['option', [/^option$/, /^select$/]],
]);

/** A block ends the paragraph before it. */
const endsParagraph: Rule = [/^p$/, /^(?:td|th|li|dd|table|blockquote|div|button)$/];

interface Growing extends HtmlElement {
  readonly children: HtmlNode[];
  isBlock: boolean;
}

interface Open {
  readonly name: string;
  /** The element its content is added to; an ancestor if the element itself is left out. */
  readonly element: Growing;
}

/** Elements deeper than this, or beyond this many, are left out of the tree; their text stays. */
const deepest = 40;

const maxElements = 100_000;

/** How many open elements are searched for one that must be closed implicitly. */
const nearest = 64;

const blockNames: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
   form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table
   tbody td tfoot th thead tr ul`.split(/\s+/),
);

/** Parses HTML to a tree that is bounded in depth and size for any input, in linear time. */
export function parseHtml(html: string): HtmlElement {
  const root: Growing = { name: '', attributes: {}, children: [], isBlock: true };
  const stack: Open[] = [{ name: '', element: root }];
  const opened = new Map<string, number>();
  let elements = 0;
  const top = (): Growing => stack.at(-1)?.element ?? root;
  const pop = (): void => {
    const { name } = stack.pop() ?? { name: '' };
    opened.set(name, (opened.get(name) ?? 1) - 1);
  };
  const closeImplied = (closes: RegExp, within: RegExp): void => {
    for (let at = stack.length - 1; at > 0 && at >= stack.length - nearest; at -= 1) {
      const name = stack[at]?.name ?? '';
      if (within.test(name)) return;
      if (!closes.test(name)) continue;
      while (stack.length > at) pop();
      return;
    }
  };
  scanHtml(html, (token) => {
    if (token.kind === 'text') {
      const { children } = top();
      const isBlankLine = children.at(-1) === lineBreak && token.text.trim() === '';
      if (!isBlankLine) children.push(token.text);
    } else if (token.kind === 'close') {
      // A closing tag without an opening one must not close the elements around it.
      if ((opened.get(token.name) ?? 0) === 0) return;
      while (stack.at(-1)?.name !== token.name) pop();
      pop();
      if (blockNames.has(token.name) && stack.length > deepest) breakLine(top());
    } else {
      const { name, attributes } = token;
      const isBlock = blockNames.has(name);
      const rule = implied.get(name) ?? (isBlock ? endsParagraph : undefined);
      if (rule) closeImplied(...rule);
      const parent = top();
      if (stack.length > deepest || elements >= maxElements) {
        if (isBlock || name === 'br') breakLine(parent);
        if (!voidNames.has(name)) push(stack, opened, { name, element: parent });
        return;
      }
      elements += 1;
      const element: Growing = { name, attributes, children: [], isBlock };
      parent.children.push(element);
      if (isBlock) markBlocks(stack);
      if (!voidNames.has(name)) push(stack, opened, { name, element });
    }
  });
  return root;
}

/** The text of HTML with each block on its own line, for pages too long to lay out. */
export function bareText(html: string): string {
  const parts: string[] = [];
  let isLineStart = true;
  let isCode = false;
  scanHtml(html, (token) => {
    if (token.kind !== 'text' && token.name === 'pre') isCode = token.kind === 'open';
    if (token.kind === 'text') {
      const folded = isCode ? token.text : token.text.replace(/\s+/g, ' ');
      const text = isLineStart && !isCode ? folded.trimStart() : folded;
      if (text === '') return;
      parts.push(decodeEntities(text));
      isLineStart = false;
    } else if (!isLineStart && (token.name === 'br' || blockNames.has(token.name))) {
      parts.push('\n');
      isLineStart = true;
    }
  });
  return parts.join('');
}

function push(stack: Open[], opened: Map<string, number>, open: Open): void {
  stack.push(open);
  opened.set(open.name, (opened.get(open.name) ?? 0) + 1);
}

/** An element that contains a block is a block too. */
function markBlocks(stack: readonly Open[]): void {
  for (let at = stack.length - 1; at >= 0; at -= 1) {
    const element = stack[at]?.element;
    if (!element || element.isBlock) return;
    element.isBlock = true;
  }
}

function breakLine({ children }: Growing): void {
  if (children.length > 0 && children.at(-1) !== lineBreak) children.push(lineBreak);
}

/** A piece of HTML. Text and attributes are as written, with their character references. */
type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: HtmlAttributes }
  | { readonly kind: 'close'; readonly name: string };

const known: ReadonlySet<string> = new Set(
  'href src alt title type checked data-checked data-type data-label colspan rowspan align style start hidden class'.split(
    ' ',
  ),
);

const none: HtmlAttributes = Object.freeze({});

/** Elements whose content is not markup; only textarea's text is for readers. */
const rawElements = /^(?:script|style|iframe|noembed|noframes|xmp|title|textarea)$/;

/**
 * Reads HTML token by token, as forgiving as browsers, in linear time. Leaves out comments, declarations, scripts, styles and
 * frames (docs/requirements.md, R38), and an unclosed tag at the end.
 */
function scanHtml(html: string, take: (token: HtmlToken) => void): void {
  const text = { start: 0, end: 0 };
  let name = '';
  let attributes: Record<string, string> | undefined;
  let attribute = { key: '', value: '' };
  let raw: string | undefined;
  const flush = (): void => {
    if (text.end > text.start) take({ kind: 'text', text: html.slice(text.start, text.end) });
    text.end = text.start;
  };
  const open = (): void => {
    if (rawElements.test(name)) raw = name;
    else take({ kind: 'open', name, attributes: attributes ?? none });
  };
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext(start, end) {
        if (raw !== undefined && raw !== 'textarea') return;
        // A < that starts no tag splits a text.
        if (text.end !== start || text.end === text.start) {
          flush();
          text.start = start;
        }
        text.end = end;
      },
      onopentagname(start, end) {
        flush();
        name = html.slice(start, end).toLowerCase();
        attributes = undefined;
      },
      onattribname(start, end) {
        attribute = { key: html.slice(start, end).toLowerCase(), value: '' };
      },
      onattribdata(start, end) {
        attribute.value += html.slice(start, end);
      },
      onattribend() {
        const { key, value } = attribute;
        if (!known.has(key) || (attributes && Object.hasOwn(attributes, key))) return;
        attributes ??= {};
        attributes[key] = value;
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(start, end) {
        flush();
        if (raw === undefined) take({ kind: 'close', name: html.slice(start, end).toLowerCase() });
        raw = undefined;
      },
      ...{ onattribentity: ignore, oncdata: ignore, oncomment: flush, ondeclaration: flush, onend: flush },
      ...{ onprocessinginstruction: ignore, ontextentity: ignore },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
