import { type TrackerError, usageError } from '../../errors.js';
import { climbs } from '../../http/climbs.js';
import { maskUrl } from '../../http/mask-url.js';

/** Everything under it is the API of docs/api.md, Conventions 1. */
const prefix = 'api/v1/';

/** Whether a PATH is that of the probe, which goes without a token (docs/api.md, Authentication 1). */
export function isProbe(text: string): boolean {
  return /^(\/?|(\{base\}|https?:\/\/.*)\/api\/v1\/)instance$/i.test(text.split('?')[0] ?? '');
}

/**
 * The address of a PATH: `/tasks` below `{base}/api/v1`, `{base}/…` below the base, or a whole address there. Throws a usage
 * error for what lies on another server or outside the base, before anything is sent (docs/requirements.md, R34).
 */
export function readAddress(text: string, base: URL): URL {
  const refuse = (why: string): TrackerError => usageError(`${shown(text)} ${why}`, 'tracker api /tasks?scope=all');
  if (text.trim() === '') throw usageError('an empty path names nothing', 'tracker api /tasks?scope=all');
  if (/[\u0000-\u001f\u007f\\]|\p{Surrogate}/u.test(text)) throw refuse('holds a character that no address has');
  if (text.includes('#')) throw refuse('holds a #, which is not sent; in a value it is written %23');
  const [path = '', ...rest] = text.split('?');
  if (/%(?:25)*5c/i.test(path)) throw refuse('holds a backslash');
  if (climbs(path)) throw refuse('must not hold . or .. as a step');
  const url = new URL(base);
  url.pathname =
    /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')
      ? pathWithin(path, base, refuse)
      : base.pathname + below(path);
  if (rest.length > 0) url.search = `?${rest.join('?')}`;
  return url;
}

function below(path: string): string {
  const raw = /^\{base\}\/(.*)$/s.exec(path)?.[1];
  return raw ?? prefix + path.replace(/^\//, '');
}

/** The path of a whole address. */
function pathWithin(text: string, base: URL, refuse: (why: string) => TrackerError): string {
  const url = URL.canParse(text, base.href) ? new URL(text, base) : undefined;
  if (!url) throw refuse('is not an address');
  const isSame = url.origin === base.origin && !url.username && !url.password;
  if (!isSame || !url.pathname.startsWith(base.pathname)) throw refuse(`is not below ${base.href}; nothing was sent`);
  return url.pathname;
}

function shown(text: string): string {
  const safe = URL.canParse(text) ? maskUrl(new URL(text)) : text;
  return JSON.stringify(safe.slice(0, 120));
}

/** What stands behind `/api/v1` in an address below the base, such as `/inbox`; undefined for anything else. */
export function apiPath(url: URL, base: URL): string | undefined {
  const start = `${base.pathname}${prefix}`;
  return url.pathname.startsWith(start) ? url.pathname.slice(start.length - 1) : undefined;
}
