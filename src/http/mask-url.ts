/** An address without user, password, or the values of secret-looking parameters. */
export function maskUrl(url: URL): string {
  const masked = new URL(url);
  masked.username = '';
  masked.password = '';
  for (const key of [...masked.searchParams.keys()]) {
    if (/token|state|secret|pass|key|auth|code|session|sig/i.test(key)) masked.searchParams.set(key, '***');
  }
  return masked.href;
}

/**
 * What somebody typed, quoted for a message, without what may be secret where it looks like an address: everything up to
 * the last `@`, a query and a fragment. At most `longest` characters (docs/requirements.md, R28).
 */
export function quoteTyped(text: string, longest = 100): string {
  return JSON.stringify(maskTyped(text).slice(0, longest)).replace(/[\u007f-\u009f]/g, '?');
}

/** The same without quotes. */
export function maskTyped(text: string): string {
  // A name stands before the `@`, or a password behind a colon; a dot, a slash or a colon before the query, or `=` in it.
  const unnamed = text.replace(/^(https?:\/*)?(?=\S+@|[^@]*:)[^@].*@/is, '$1***@');
  return unnamed.replace(/^([^?#\s]*[./:@][^?#]*[?#]).+$|^([^?#]*[?#])(?=\S*=).+$/s, '$1$2***');
}
