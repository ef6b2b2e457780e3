import { chooseInstance, type Servers } from '../auth/servers.js';
import type { Session } from '../auth/tokens/sign-in.js';
import { openVault } from '../auth/vault.js';
import type { Client } from '../client/client.js';
import { openReferenceIndex, type ReferenceIndex } from '../client/state/references.js';
import type { ConnectOptions } from './connect.js';

/**
 * The servers of a command, and the client of the one that it is for. What connects is loaded then: not all commands do. Indexes that
 * are opened are added to `indexes`.
 */
export function createServers(
  options: ConnectOptions,
  indexes: Map<string, ReferenceIndex>,
): { readonly servers: Servers; connect(): Promise<Client> } {
  const { host, settings, warn, notice } = options;
  const { target, folders } = settings;
  const vault = openVault(settings);
  let loaded: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { createConnectParts, ...connecting } = await import('./connect.js');
    return { ...connecting, parts: createConnectParts(options) };
  };
  const connecting = (): ReturnType<typeof load> => (loaded ??= load());
  const indexOf = (url: string, userId?: string): ReferenceIndex => {
    const name = `${url}#${userId ?? ''}`;
    const index = indexes.get(name) ?? openReferenceIndex(folders.cache, url, userId);
    indexes.set(name, index);
    return index;
  };
  const signIns = () => import('../auth/tokens/sign-in.js');
  const openSession = async (): Promise<Session> =>
    await (await signIns()).chooseSession({ vault, settings, signal: host.signal, warn, notice });
  const servers: Servers = {
    vault,
    chosen: () => chooseInstance(vault, target),
    async unsigned({ key, url }, signal) {
      const { connectUnsigned, parts } = await connecting();
      return connectUnsigned(parts, url, { index: indexOf(key), signal });
    },
    async trial({ key, url }, given, signal) {
      const { connectSigned, parts } = await connecting();
      const { tokens, token } = (await signIns()).holdToken(given);
      const entry = { name: url.host, url: key, insecureHttp: true };
      return { client: connectSigned(parts, { entry, tokens, userId: undefined, signal }, indexOf(key)).client, token };
    },
    currentToken: async () => await (await openSession()).tokens.current(),
    async endSession(session) {
      const { connectSigned, parts } = await connecting();
      const { entry, token } = session;
      const { tokens } = (await signIns()).holdToken(token);
      const { send } = connectSigned(parts, { entry, tokens, userId: '' }, indexOf(entry.url, entry.userId ?? ''));
      await (await import('./end-session.js')).endSession(send, session);
    },
    hostName: host.hostName,
  };
  return {
    servers,
    async connect() {
      const { connectSigned, parts } = await connecting();
      const session = await openSession();
      return connectSigned(parts, session, indexOf(session.entry.url, session.userId)).client;
    },
  };
}
