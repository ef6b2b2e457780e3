import type { TokenStore } from '../../http/token-store.js';

/** A token kept only in memory; `token` gives the newest one if the server rotates it. */
export function holdToken(given: string): { readonly tokens: TokenStore; readonly token: () => string } {
  let token = given;
  const tokens: TokenStore = {
    current: async () => token,
    async rotate(next) {
      token = next;
      return undefined;
    },
    repeatWithNewer: async () => undefined,
  };
  return { tokens, token: () => token };
}
