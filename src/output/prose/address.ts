import { cleanLine } from '../text/clean.js';

/** Where a link leads. */
export interface Address {
  /** Harmless, as people read it. */
  readonly shown: string;
  /** What a terminal may open: http or https in plain ASCII (docs/requirements.md, R38). */
  readonly target: string | undefined;
}

/** Longer addresses are shown, but no terminal is handed them. */
const longestTarget = 2000;

/**
 * Where a foreign link leads: to the web, or to a mail address. A relative one is meant under `base`, the address of the
 * server. Undefined for anything else, such as `javascript:`, `data:` or a place in the same page.
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

/** An http address as a terminal may be handed it. */
export function targetOf(text: string, base: string | undefined): string | undefined {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.href.length <= longestTarget && /^[\x21-\x7e]+$/.test(url.href) ? url.href : undefined;
}
