import { decodeEntities } from '../entities.js';

/** Addresses that readers of markdown link by themselves, with whatever follows up to a space. */
const bareAddress = /((?:https?:\/\/|www\.)\S*)/i;

/** Text in which nothing is markup, a tag, a reference to a character or a link (docs/requirements.md, R38). */
export function escapeText(text: string): string {
  return text
    .split(bareAddress)
    .map((part, index) => (index % 2 === 1 ? escapeAddress(part) : escapeWords(part)))
    .join('');
}

/** The same within the brackets of a link or an image, where not every reader knows a mark after a backslash. */
export function escapeLabel(text: string): string {
  return escapeText(text).replace(/\\(.)/gs, (escaped, mark: string) =>
    /[[\]`]/.test(mark) ? `&#${mark.charCodeAt(0)};` : escaped,
  );
}

/** An address stays one where nothing in it needs a backslash, which would be part of it. */
function escapeAddress(text: string): string {
  return /^[\w.~:/?#=&%+,@-]+$/.test(text) ? text : unlink(escapeWords(text));
}

function unlink(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&');
}

/** The text so that an address at its end does not take in what follows. */
export function unlinkEnd(text: string): string {
  return text.replace(/(?:https?:\/\/|www\.)[^\s<`]*$/i, unlink);
}

function escapeWords(text: string): string {
  return text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?]|$)|&(?=#|[a-z][a-z\d]*;|$)|!$/gi, '\\$&');
}

/** A line of a paragraph that begins no block. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^>/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-=:|](?=[-=:|\s]*$)/, '\\$&');
}

/** What is decoded this often and still holds a reference is no address that anybody has written. */
const mostLayers = 4;

/**
 * A decoded address as the target of a link: of the web, of mail, or within the same server; undefined for any other, such
 * as `javascript:`. Browsers overlook controls within a scheme, and readers of markdown decode references and backslashes
 * once more (docs/requirements.md, R38).
 */
export function linkTarget(address: string): string | undefined {
  let text = address;
  for (let layers = 0; ; layers += 1) {
    const decoded = decodeEntities(text);
    if (decoded === text) break;
    if (layers === mostLayers) return undefined;
    text = decoded;
  }
  text = text.replace(/[\x00-\x20\x7f-\xa0\\]/g, '');
  if (!/^(?:https?:|mailto:)/i.test(text) && /^[^/?#]*:/.test(text)) return undefined;
  return inert(address);
}

/** The address so that it cannot end the link it is in: a backslash is a slash to browsers, and brackets are encoded. */
function inert(address: string): string {
  return address
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .replace(/[ <>`()]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/&(?=#|[a-z][a-z\d]*;)/gi, '&amp;');
}
