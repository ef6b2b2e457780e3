import { cleanLine } from '../text/clean.js';

/** The target of a link. */
export interface Address {
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
export function addressOf(href: string, base: string | undefined): Address | undefined {
  const text = href.trim();
  if (/^mailto:/i.test(text)) return { shown: cleanLine(text), target: undefined };
  if (/^https?:\/\//i.test(text)) return { shown: cleanLine(text), target: targetOf(text, undefined) };
  const isRelative = text !== '' && !text.startsWith('#') && !/^[^/?#]*:/.test(text);
  if (!isRelative || base === undefined) return undefined;
  const target = targetOf(text, base);
  return target === undefined ? undefined : { shown: target, target };
}

/** An http or https URL that is safe to pass to a terminal. */
export function targetOf(text: string, base: string | undefined): string | undefined {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.href.length <= longestTarget && /^[\x21-\x7e]+$/.test(url.href) ? url.href : undefined;
}
