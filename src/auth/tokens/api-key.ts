/** Whether a token is an API key: it has no session, and only the web app can revoke it (docs/api.md, Authentication). */
export function isApiKey(token: string): boolean {
  return token.startsWith('trk_');
}
