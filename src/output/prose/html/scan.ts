import { Tokenizer } from 'htmlparser2';

/** The attributes that matter to a reader, as written: character references are not decoded yet. */
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

/** Elements whose content is not markup; only textarea's text is for readers. */
const rawElements = /^(?:script|style|iframe|noembed|noframes|xmp|title|textarea)$/;

/**
 * Reads HTML token by token, as forgiving as browsers, in linear time. Leaves out comments, declarations, scripts, styles and
 * frames (docs/requirements.md, R38), and an unclosed tag at the end.
 */
export function scanHtml(html: string, take: (token: HtmlToken) => void): void {
  const text = { start: 0, end: 0 };
  let name = '';
  let attributes: Record<string, string> | undefined;
  let attribute = { key: '', value: '' };
  /** The raw element that is open. */
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
