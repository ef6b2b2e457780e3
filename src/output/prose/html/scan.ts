/** The attributes that are of any use to a reader, as they are written: character references are not decoded yet. */
export type HtmlAttributes = Readonly<Record<string, string>>;

/** A piece of HTML. Text and attributes are as written, with their character references. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: HtmlAttributes }
  | { readonly kind: 'close'; readonly name: string };

const known: ReadonlySet<string> = new Set(
  'href src alt title type checked data-checked data-type data-label colspan rowspan align style start hidden class'.split(
    ' ',
  ),
);

const none: HtmlAttributes = Object.freeze({});

/** Elements whose content is no markup; only the text of the last one is for readers. */
const rawElements = /^(?:script|style|iframe|noembed|noframes|xmp|title|textarea)$/;

/**
 * Reads HTML piece by piece, forgiving as browsers are, in time linear in its length. Comments, declarations, scripts,
 * styles and frames are left out (docs/requirements.md, R38), and so is what follows a tag that is never closed.
 */
export function* scanHtml(html: string): Generator<HtmlToken> {
  let at = 0;
  const tag = /<[a-z/!?]/gi;
  while (at < html.length) {
    tag.lastIndex = at;
    const open = tag.exec(html)?.index ?? html.length;
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };
    const mark = html.slice(open + 1, open + 3);
    if (/^[a-z]/i.test(mark)) at = yield* opening(html, open);
    else if (/^\/[a-z]/i.test(mark)) at = yield* closing(html, open);
    else at = afterComment(html, open);
  }
}

function afterComment(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return after(html, '>', open);
  // <!--> and <!---> are comments too.
  return after(html, '-->', open + 2);
}

function after(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from);
  return found === -1 ? html.length : found + what.length;
}

function* closing(html: string, open: number): Generator<HtmlToken, number> {
  yield { kind: 'close', name: wordAt(/[^\s/>]+/y, html, open + 2).toLowerCase() };
  return after(html, '>', open);
}

function* opening(html: string, open: number): Generator<HtmlToken, number> {
  const name = wordAt(/[^\s/>]+/y, html, open + 1);
  const { attributes, end } = readAttributes(html, open + 1 + name.length);
  if (end === undefined) return html.length;
  const lower = name.toLowerCase();
  if (!rawElements.test(lower)) {
    yield { kind: 'open', name: lower, attributes };
    return end;
  }
  const close = new RegExp(`</${lower}(?=[\\s/>])`, 'gi');
  close.lastIndex = end;
  const found = close.exec(html)?.index ?? html.length;
  if (lower === 'textarea') yield { kind: 'text', text: html.slice(end, found) };
  return after(html, '>', found);
}

/** The attributes behind a tag's name, and where the tag ends; no end where it is never closed. */
function readAttributes(html: string, start: number): { attributes: HtmlAttributes; end: number | undefined } {
  let attributes: Record<string, string> | undefined;
  let at = start;
  for (;;) {
    at += wordAt(/[\s/]+/y, html, at).length;
    if (at >= html.length) return { attributes: none, end: undefined };
    if (html[at] === '>') return { attributes: attributes ?? none, end: at + 1 };
    const name = wordAt(/[^\s/>][^\s/>=]*/y, html, at);
    at += name.length;
    const equals = wordAt(/\s*=\s*/y, html, at);
    at += equals.length;
    let value = '';
    if (equals !== '') {
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1);
        if (close === -1) return { attributes: none, end: undefined };
        value = html.slice(at + 1, close);
        at = close + 1;
      } else {
        value = wordAt(/[^\s>]*/y, html, at);
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (!known.has(key) || (attributes && Object.hasOwn(attributes, key))) continue;
    attributes ??= {};
    attributes[key] = value;
  }
}

function wordAt(pattern: RegExp, html: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0] ?? '';
}
