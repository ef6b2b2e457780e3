import type { StoredObject } from '../config/stored-file.js';
import { TrackerError } from '../contract/errors.js';
import { isRow, objectAt } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import {
  type KeptTokens,
  putToken,
  type SealedTokens,
  type SignInChanges,
  type SignInFiles,
  type TokenForm,
  type TokenOwner,
} from './helper/form.js';
import { type InstanceEntry, readInstances, withInstance, withoutInstance, withUserName } from './instances.js';

interface VaultParts extends SignInFiles {
  readonly kept: KeptTokens;
  /** Settings and instances, also those kept with their tokens. */
  readonly known: (again?: boolean) => Promise<StoredObject>;
  /** The tokens; empty if the file cannot be read. */
  readonly readable: (again?: boolean) => Promise<StoredObject>;
  readonly onApart: ((why: TrackerError) => void) | undefined;
}

/** The changes of a vault that few commands make. */
export function openVaultChanges(
  parts: VaultParts,
): SignInChanges & Pick<SealedTokens, 'erasingKeys'> & { needsHelper(): Promise<boolean> } {
  const { config, credentials, kept, known, readable, onApart } = parts;
  return {
    signIn: async (planned, token, { makeDefault, chooseName }) =>
      await credentials.locked(async () => {
        const entry = chooseName ? { ...planned, name: chooseName(readInstances(await known(true))) } : planned;
        const add = (stored: StoredObject): StoredObject => withInstance(stored, entry, makeDefault);
        let refusal: unknown;
        const addToConfig = async (): Promise<StoredObject> =>
          await config.update(add).catch((error: unknown) => {
            refusal = error;
            throw error;
          });
        try {
          await kept.store(
            entry.url,
            (stored, keep) =>
              withToken(makeDefault ? withoutDefault(stored) : stored, entry, (mark) => keep(token, mark)),
            { together: addToConfig },
          );
        } catch (error) {
          if (error !== refusal || !isForbidden(error)) throw error;
          const all = add(await known(true));
          const instance = objectAt(objectAt(all, 'instances'), entry.name);
          await kept.store(entry.url, (stored, keep) => ({
            ...withToken(stored, entry, (mark) => keep(token, mark), instance),
            default: all.default,
          }));
          onApart?.(error);
        }
        return entry;
      }),
    signOut: async (entry) => void (await credentials.update((stored) => withoutToken(stored, entry.name))),
    async remove(entry) {
      await credentials.update((stored) => withoutToken(stored, entry.name));
      const signedIn = Object.keys(objectAt(await credentials.read(true), 'tokens'));
      await config.update((stored) => withoutInstance(stored, entry.name, signedIn));
    },
    renameUser: async (entry, userName) =>
      void (await config.update((stored) => withUserName(stored, entry, userName))),
    needsHelper: async () => (await kept.isSet()) || hasSealed(await credentials.read()),
    async erasingKeys(work) {
      if (hasSealed(await credentials.read(true).catch(() => ({}))))
        return await (await kept.sealed()).erasingKeys(work);
      await work();
      return [];
    },
    async makeDefault(name) {
      try {
        await config.update((stored) => ({ ...stored, default: name }));
        if ((await readable()).default !== undefined) await credentials.update(withoutDefault);
      } catch (error) {
        if (!isForbidden(error)) throw error;
        await credentials
          .update((stored) => ({ ...stored, default: name }))
          .catch(() => {
            throw error;
          });
      }
    },
  };
}

function withToken(
  stored: StoredObject,
  entry: InstanceEntry,
  keep: (belonging: TokenOwner) => TokenForm,
  instance?: StoredObject,
) {
  const last = typeof stored.signIns === 'number' ? stored.signIns : 0;
  const { url, rotatedAt } = objectAt(objectAt(stored, 'tokens'), entry.name);
  // A server that has rotated a token will do so again, for any user.
  const isKnown = url === entry.url && typeof rotatedAt === 'number';
  return {
    ...putToken(stored, entry, {
      kept: keep({ url: entry.url, mark: last + 1 }),
      signIn: last + 1,
      userId: entry.userId,
      ...(isKnown && { rotatedAt }),
      ...(instance && { instance }),
    }),
    signIns: last + 1,
  };
}

/** Without the default that was chosen while the config file could not be written. */
function withoutDefault({ default: _, ...stored }: StoredObject): StoredObject {
  return stored;
}

/** EBUSY is what replacing a file that is a mount of its own ends with. */
const forbidden = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/** Whether an error says that a file may not be written here, unlike that of a full disk. */
function isForbidden(error: unknown): error is TrackerError {
  return error instanceof TrackerError && forbidden.includes(codeOf(error.cause));
}

function withoutToken(stored: StoredObject, name: string): StoredObject {
  const { [name]: gone, ...tokens } = objectAt(stored, 'tokens');
  return gone === undefined ? stored : { ...stored, tokens };
}

function hasSealed(stored: StoredObject): boolean {
  const values = ['tokens', 'successors'].flatMap((list) => Object.values(objectAt(stored, list)));
  return values.some((value) => isRow(value) && value.sealed !== undefined);
}
