/** What is kept at most: of a list, and of anything else (bytes). */
const mostOfList = 32 * 1024 * 1024;
const mostOfDetail = 4 * 1024 * 1024;

/** Whether an answer is kept: a search asks something else each time, unless it is for a reference, and the probe is about the server. */
export function isKept(url: URL): boolean {
  return !/\/(?:search|instance)$/.test(url.pathname) || lookedUp(url) !== undefined;
}

/** What a search for a reference is about: `task` or `ticket`. It says nothing where no server may be asked. */
export function lookedUp({ pathname, search }: URL): string | undefined {
  return /\/search\?q=\w+-\d+&types=(task|ticket)$/.exec(pathname + search)?.[1];
}

const entity = /^.*\/(?:tasks|tickets|projects|threads|notes|wiki)\/(?!list$)[^/]+/;

/** The address of the detail that an address is about, or something in it; none for a list. */
export function entityOf(url: URL): URL | undefined {
  const [pathname] = entity.exec(url.pathname) ?? [];
  return pathname === undefined ? undefined : new URL(pathname, url);
}

/** What an address is about: the first word of its path, such as `tickets`, the id of one of them, and what of that. */
export function partsOf({ pathname }: URL): { readonly under: string; readonly id?: string; readonly rest?: string } {
  const [, under = pathname, id, rest] =
    /\/api\/v1\/(tasks|tickets|projects|notes|wiki|chat\/threads|[^/]+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(pathname) ??
    [];
  const isEntity = /^(?:tasks|tickets|projects|notes|wiki|chat\/threads)$/.test(under) && id !== 'list';
  return { under, ...(isEntity && id !== undefined && { id: decodeURIComponent(id), ...(rest && { rest }) }) };
}

export function mostOf(url: URL): number {
  return entityOf(url) ? mostOfDetail : mostOfList;
}

/** Whether it can be the answer of this service, an object or rows alone; what a captive network sends in its place begins like a page. */
export function mayBeAnswer(bytes: Buffer): boolean {
  const isSpace = (byte: number | undefined): boolean =>
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
  let [start, end] = [0, bytes.length - 1];
  while (isSpace(bytes[start])) start += 1;
  while (isSpace(bytes[end])) end -= 1;
  return (bytes[start] === 0x7b && bytes[end] === 0x7d) || (bytes[start] === 0x5b && bytes[end] === 0x5d);
}
