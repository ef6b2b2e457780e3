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
