/** Whether a token is an API key: it has no session, and is revoked in the web app alone (docs/api.md, Authentication). */
export function isApiKey(token: string): boolean {
  return token.startsWith('trk_');
}
