import type { Stored } from '../config/stored-file.js';
import { isRow } from '../contract/row.js';

/** One server someone signed in to, under a name of its own. */
export interface InstanceEntry {
  readonly name: string;
  /** Scheme, host, port and base path: what its token is bound to. */
  readonly url: string;
  /** The service name it must give, where it is not the built-in one. */
  readonly serviceName?: string;
  readonly insecureHttp?: boolean;
  /** The newest API generation that was warned about, where the server is newer than this client. */
  readonly api?: number;
  readonly userId?: string;
  readonly userName?: string;
}

/** Reads the instances out of the config file; entries that make no sense are passed over, and stay in the file. */
export function readInstances(config: Stored): readonly InstanceEntry[] {
  return Object.entries(objectAt(config, 'instances')).flatMap(([name, value]) => {
    if (!isRow(value) || typeof value.url !== 'string') return [];
    return [
      {
        name,
        url: value.url,
        ...textEntry(value, 'serviceName'),
        ...(value.insecureHttp === true && { insecureHttp: true }),
        ...(typeof value.api === 'number' && { api: value.api }),
        ...textEntry(value, 'userId'),
        ...textEntry(value, 'userName'),
      },
    ];
  });
}

/** Puts an entry into the config file's content and makes it the default when there is none, or when asked to. */
export function withInstance(config: Stored, entry: InstanceEntry, makeDefault: boolean): Stored {
  const instances = objectAt(config, 'instances');
  const { name, ...rest } = entry;
  const before = objectAt(instances, name);
  // What is known of another server, or of who was signed in before, does not hold any more.
  const { userId, userName, ...previous } = before.url === entry.url ? before : {};
  const chosen = makeDefault || readDefault(config) === undefined ? name : config.default;
  return { ...config, instances: { ...instances, [name]: { ...previous, ...rest } }, default: chosen };
}

/** Puts another name of the same account into the entry of an instance; as it is where the account is not that one any more. */
export function withUserName(
  config: Stored,
  { name, userId }: Pick<InstanceEntry, 'name' | 'userId'>,
  userName: string,
): Stored {
  const instances = objectAt(config, 'instances');
  const entry = objectAt(instances, name);
  if (userId === undefined || entry.userId !== userId || entry.userName === userName) return config;
  return { ...config, instances: { ...instances, [name]: { ...entry, userName } } };
}

export function withoutInstance(config: Stored, name: string): Stored {
  const { [name]: gone, ...left } = objectAt(config, 'instances');
  if (gone === undefined) return config;
  const { default: previous, ...others } = config;
  const [first] = Object.keys(left);
  const next = previous === name ? first : previous;
  return { ...others, instances: left, ...(next !== undefined && { default: next }) };
}

/** The name of the default instance, if it names one that exists. */
export function readDefault(config: Stored): string | undefined {
  const name = config.default;
  return typeof name === 'string' && Object.hasOwn(objectAt(config, 'instances'), name) ? name : undefined;
}

export function objectAt(stored: Stored, key: string): Stored {
  const value = Object.hasOwn(stored, key) ? stored[key] : undefined;
  return isRow(value) ? value : {};
}

function textEntry<K extends string>(value: Stored, key: K): { [P in K]?: string } {
  const text = value[key];
  // The key is the one asked for; TypeScript widens a computed key to string.
  return (typeof text === 'string' ? { [key]: text } : {}) as { [P in K]?: string };
}
