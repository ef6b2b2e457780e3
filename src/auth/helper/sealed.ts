import type { UpdateOptions } from '../../config/change-file.js';
import { loadStored, type StoredObject } from '../../config/stored-file.js';
import { settingChecks, settingsKey } from '../../config/stored-settings.js';
import { attempt, phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { isRow, objectAt } from '../../contract/row.js';
import { loginCommand } from '../../contract/server-url.js';
import { isToken } from '../../http/session.js';
import {
  type Change,
  helperKey,
  readKept,
  type SealedToken,
  type SealedTokens,
  type SignInFiles,
  signInOf,
  type TokenForm,
  type TokenOwner,
} from './form.js';
import { openKeys, reasonOf, seal, unseal } from './keys.js';

/** One token of the file, and where it is there. */
export interface KeptItem extends TokenOwner {
  readonly kept: TokenForm;
  readonly list: 'tokens' | 'successors';
  readonly name: string;
}

/** A key is missing that only the helper has. */
class NeedsKey extends Error {
  constructor(readonly helper: string) {
    super(helper);
  }
}

/** Work that must not be interrupted: a token that is not stored is lost. */
const uninterrupted = (): AbortSignal => new AbortController().signal;

/** What `openKeptTokens` gives, where a helper is set or needed. */
export function openSealedTokens({ config, credentials, ...starting }: SignInFiles): SealedTokens {
  const keys = openKeys(starting);
  const helperAtStart = async (): Promise<string | undefined> => {
    const content = await config.read().catch(() => undefined);
    return content ? helperSetting(content) : helpersIn(await credentials.read())[0]?.helper;
  };
  /** The helper for what is written now, under the lock that also a change of the setting takes. */
  const helperNow = (stored: StoredObject): string | undefined => {
    const content = attempt(() => loadStored(config.path));
    return content ? helperSetting(content) : helpersIn(stored)[0]?.helper;
  };
  const attemptStore = async (
    url: string,
    change: Change,
    { fresh, ...options }: UpdateOptions & { readonly fresh?: { readonly helper: string; readonly key: Buffer } },
  ): Promise<void> => {
    await credentials.update((stored) => {
      const helper = helperNow(stored);
      return change(stored, (token, belonging) => {
        if (helper === undefined) return { token };
        // While a token of the address is encrypted, nobody erases its key.
        const isUsed = helpersIn(stored).some((each) => each.helper === helper && each.url === url);
        const key = fresh?.helper === helper ? fresh.key : isUsed ? keys.known(helper, url) : undefined;
        if (!key) throw new NeedsKey(helper);
        return { helper, sealed: seal(key, token, belonging) };
      });
    }, options);
  };
  return {
    async open(kept, belonging) {
      if ('token' in kept) return kept.token;
      if (!isHelper(kept.helper)) throw cannotOpen(kept, belonging.url, true);
      for (const again of [false, true]) {
        const wasKnown = keys.known(kept.helper, belonging.url) !== undefined;
        const key = await keys.find(kept.helper, belonging.url, again);
        const token = key && unseal(key, kept.sealed, belonging);
        if (token !== undefined && isToken(token)) return token;
        // What is in memory may be older than the token.
        if (!wasKnown) throw cannotOpen(kept, belonging.url, key !== undefined);
      }
      throw cannotOpen(kept, belonging.url, true);
    },
    async store(url, change, options = {}) {
      try {
        await attemptStore(url, change, options);
      } catch (error) {
        if (!(error instanceof NeedsKey)) throw error;
        const { helper } = error;
        await credentials.locked(async () => {
          const fresh = { helper, key: await keys.make(helper, url) };
          await attemptStore(url, change, { ...options, fresh });
        }, uninterrupted());
      }
    },
    async warm(url) {
      const helper = await helperAtStart();
      if (helper !== undefined) await keys.find(helper, url);
    },
    async erasingKeys(work) {
      const before = helpersIn(await credentials.read(true).catch(() => ({})));
      await work();
      const problems: Sentence[] = [];
      await credentials.locked(async () => {
        const left = helpersIn(await credentials.read(true));
        for (const { helper, url } of before) {
          if (left.some((each) => each.helper === helper && each.url === url)) continue;
          const others = left.filter((each) => each.url === url).map((each) => each.helper);
          await keys.erase(helper, url, others).catch((error: unknown) => {
            problems.push(phrase`erasing the key for ${url}, which opens nothing any more, failed: ${reasonOf(error)}`);
          });
        }
      }, uninterrupted());
      return problems;
    },
  };
}

/** The helper that the settings name. Throws TrackerError `sign_in_required` for what cannot be the name of one. */
export function helperSetting(config: StoredObject): string | undefined {
  const value = objectAt(config, settingsKey)[helperKey];
  if (value === undefined) return undefined;
  if (isHelper(value)) return value;
  const hint = `tracker config set ${helperKey} NAME, or tracker config unset ${helperKey}`;
  throw new TrackerError('sign_in_required', `the setting ${helperKey} is invalid, so no token can be kept`, {
    hint,
    reason: 'login_is_no_help',
  });
}

function isHelper(value: unknown): value is string {
  return settingChecks[helperKey](value);
}

/** The token in a value of the file, if a helper of that name can exist. */
function readValid(value: unknown): TokenForm | undefined {
  const kept = readKept(value);
  return !kept || 'token' in kept || isHelper(kept.helper) ? kept : undefined;
}

/** All tokens of the file. A successor that is kept as it is does not say its address, and gets that of a sign-in. */
export function keptItems(stored: StoredObject): readonly KeptItem[] {
  const tokens = Object.entries(objectAt(stored, 'tokens')).flatMap(([name, value]) => {
    const kept = readValid(value);
    if (!kept || !isRow(value) || typeof value.url !== 'string') return [];
    return [{ kept, list: 'tokens' as const, name, url: value.url, mark: signInOf(value) }];
  });
  const anyUrl = tokens[0]?.url ?? 'https://tracker.invalid';
  const successors = Object.entries(objectAt(stored, 'successors')).flatMap(([name, value]) => {
    const kept = readValid(value);
    if (!kept) return [];
    const url = isRow(value) && typeof value.url === 'string' ? value.url : anyUrl;
    return [{ kept, list: 'successors' as const, name, url, mark: name }];
  });
  return [...tokens, ...successors];
}

/** Which helper keeps a key that is needed, and for which address; each once. */
export function helpersIn(stored: StoredObject) {
  const places = keptItems(stored).flatMap(({ kept, url }) =>
    'helper' in kept ? [[`${kept.helper} ${url}`, { helper: kept.helper, url }] as const] : [],
  );
  return [...new Map(places).values()];
}

function cannotOpen({ helper }: SealedToken, url: string, hasKey: boolean): TrackerError {
  const why = hasKey
    ? `the token for ${url} cannot be decrypted with the key that docker-credential-${helper} gives`
    : `docker-credential-${helper} has no key for ${url}, so its token cannot be decrypted`;
  return new TrackerError('sign_in_required', why, { hint: loginCommand(url) });
}
