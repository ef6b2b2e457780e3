import type { StoredObject } from '../config/stored-file.js';
import { isRow, objectAt } from '../contract/row.js';

/** A sign-in to a server, under a unique name. */
export interface InstanceEntry {
  readonly name: string;
  /** Scheme, host, port and base path; the token is bound to them. */
  readonly url: string;
  /** The service name the server must report, if it is not the default. */
  readonly serviceName?: string;
  readonly insecureHttp?: boolean;
  /** The newest API generation the user was warned about, if the server is newer than this client. */
  readonly api?: number;
  readonly userId?: string;
  readonly userName?: string;
  /** If it is a sandbox, its folder; the token is sent only while that sandbox runs. */
  readonly sandboxFolder?: string;
  /** What it may be used for, if not for everything: a level, or an unknown word. */
  readonly access?: string;
}

/** What is read of an instance beside its name and address, with a value of its type. */
const known: Omit<Required<InstanceEntry>, 'name' | 'url'> = {
  ...{ serviceName: '', insecureHttp: true, api: 0, userId: '', userName: '', sandboxFolder: '', access: '' },
};

/** Reads the instances from the config file. Invalid entries are skipped, and stay in the file. */
export function readInstances(config: StoredObject): readonly InstanceEntry[] {
  return Object.entries(objectAt(config, 'instances')).flatMap(([name, value]) => {
    if (!isRow(value) || typeof value.url !== 'string') return [];
    return [
      {
        name,
        url: value.url.trim(),
        ...Object.fromEntries(
          Object.entries(known).flatMap(([key, like]) =>
            typeof value[key] === typeof like ? [[key, value[key]]] : [],
          ),
        ),
      },
    ];
  });
}

/**
 * The instances of both files: those of the config file, and those kept with their tokens because it could not be written.
 * The result reads like the content of the config file.
 */
export function withApart(config: StoredObject, credentials: StoredObject): StoredObject {
  const apart = Object.fromEntries(
    Object.entries(objectAt(credentials, 'tokens')).flatMap(([name, value]) =>
      isRow(value) && isRow(value.instance) ? [[name, value.instance]] : [],
    ),
  );
  const names = Object.keys(apart);
  if (names.length === 0 && credentials.default === undefined) return config;
  const merged = { ...config, instances: { ...objectAt(config, 'instances'), ...apart } };
  const first = readDefault({ ...merged, default: credentials.default }) ?? readDefault(merged) ?? names[0];
  return first === undefined ? merged : { ...merged, default: first };
}

/** Adds an entry to the content of the config file, and makes it the default if asked to or if there is none. */
export function withInstance(config: StoredObject, entry: InstanceEntry, makeDefault: boolean): StoredObject {
  const instances = objectAt(config, 'instances');
  const { name, ...rest } = entry;
  const before = objectAt(instances, name);
  // What was stored about another server, or about the previous user, no longer applies.
  const { userId, userName, ...previous } = before.url === entry.url ? before : {};
  const chosen = makeDefault || readDefault(config) === undefined ? name : config.default;
  return { ...config, instances: { ...instances, [name]: { ...previous, ...rest } }, default: chosen };
}

/** Updates the user name of an instance. Gives the content unchanged if the account is a different one by now. */
export function withUserName(
  config: StoredObject,
  { name, userId }: Pick<InstanceEntry, 'name' | 'userId'>,
  userName: string,
): StoredObject {
  const instances = objectAt(config, 'instances');
  const entry = objectAt(instances, name);
  if (userId === undefined || entry.userId !== userId || entry.userName === userName) return config;
  return { ...config, instances: { ...instances, [name]: { ...entry, userName } } };
}

/** Without an instance; if it was the default, one of those signed in to takes its place, or else any. */
export function withoutInstance(config: StoredObject, name: string, signedIn: readonly string[]): StoredObject {
  const { [name]: gone, ...left } = objectAt(config, 'instances');
  if (gone === undefined) return config;
  const { default: previous, ...others } = config;
  const first = Object.keys(left).find((each) => signedIn.includes(each)) ?? Object.keys(left)[0];
  const next = previous === name ? first : previous;
  return { ...others, instances: left, ...(next !== undefined && { default: next }) };
}

/** The name of the default instance, if that instance exists. */
export function readDefault(config: StoredObject): string | undefined {
  const name = config.default;
  return typeof name === 'string' && Object.hasOwn(objectAt(config, 'instances'), name) ? name : undefined;
}
