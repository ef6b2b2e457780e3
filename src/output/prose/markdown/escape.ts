import { decodeEntities } from '../entities.js';

/** Addresses that markdown parsers turn into links by themselves, up to the next space. */
const bareAddress = /((?:https?:\/\/|www\.)\S*)/i;

/** Escapes text so that nothing in it is markup, a tag, a character reference or a link (docs/requirements.md, R38). */
export function escapeText(text: string): string {
  return text
    .split(bareAddress)
    .map((part, index) => (index % 2 === 1 ? escapeAddress(part) : escapeWords(part)))
    .join('');
}

/** The same for the text of a link or an image, where not every parser accepts a backslash before a bracket. */
export function escapeLabel(text: string): string {
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
export function unlinkEnd(text: string): string {
  return text.replace(/(?:https?:\/\/|www\.)[^\s<`]*$/i, unlink);
}

function escapeWords(text: string): string {
  return text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?]|$)|&(?=#|[a-z][a-z\d]*;|$)|!$/gi, '\\$&');
}

/** Escapes the start of a paragraph's line, so that it does not start a block. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^>/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-=:|](?=[-=:|\s]*$)/, '\\$&');
}

/** An address that still contains a character reference after this many decodings is not a genuine one. */
const maxLayers = 4;

/**
 * A decoded address as a link target: http, https, mailto, or on the same server; undefined for anything else, such as
 * `javascript:`. Browsers ignore control characters in a scheme, and markdown parsers decode references and backslashes once
 * more (docs/requirements.md, R38).
 */
export function linkTarget(address: string): string | undefined {
  let text = address;
  for (let layers = 0; ; layers += 1) {
    const decoded = decodeEntities(text);
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
