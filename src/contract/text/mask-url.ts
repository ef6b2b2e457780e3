/** A URL without user name, password, fragment, or the values of parameters that look secret. */
export function maskUrl(url: URL): string {
  const masked = new URL(url);
  masked.username = '';
  masked.password = '';
  if (masked.hash !== '') masked.hash = '***';
  for (const key of [...masked.searchParams.keys()]) {
    if (/token|state|secret|pass|key|auth|code|session|sig/i.test(key)) masked.searchParams.set(key, '***');
  }
  return masked.href;
}

/**
 * What the user typed, quoted for a message. If it looks like an address, the parts that may be secret are masked:
 * everything up to the last `@`, the query and the fragment. At most `longest` characters (docs/requirements.md, R28).
 */
export function quoteTyped(text: string, longest = 100): string {
  return JSON.stringify(maskTyped(text).slice(0, longest)).replace(/[\u007f-\u009f]/g, '?');
}

/** The same without quotes. */
export function maskTyped(text: string): string {
  // First anything before an `@`: a user name before a host, or a password after a colon. Then a query or fragment: one that
  // follows something with a dot, slash or colon, or one that has a `=`.
  const unnamed = text.replace(/^(?:(https?:\/*)(?=\S+@|[^@]*:)|(?=\S+@\S|[^@]*:))[^@].*@/is, '$1***@');
  return unnamed.replace(/^([^?#\s]*[./:@][^?#]*[?#]).+$|^([^?#]*[?#])(?=\S*=).+$/s, '$1$2***');
}
