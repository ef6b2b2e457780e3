import { type FlagTable, type FlagValues, longName } from '../../args/flag.js';
import type { LoginMode } from '../../auth/login/mode.js';
import type { Env } from '../../config/folders.js';
import { usageError } from '../../contract/errors.js';

/** A login mode as the command line knows it, before its code is loaded. */
export interface ModeEntry {
  /** One that no other mode has selects this mode. */
  readonly flags: FlagTable;
  /** Whether to use it when flags leave the choice. */
  readonly applies: (env: Env) => boolean;
  readonly load: () => Promise<LoginMode>;
}

/** Modes in order of preference. */
export type ModeTable = Readonly<Record<string, ModeEntry>>;

/** Declares a mode. Its code gets the values of its own flags. */
export function loginMode<const F extends FlagTable>(
  entry: ModeEntry & {
    readonly flags: F;
    readonly load: () => Promise<LoginMode<FlagValues<F>>>;
  },
): ModeEntry {
  return entry;
}

/** The flags of all modes, those of one mode first. */
export function flagsOf(modes: ModeTable): FlagTable {
  const entries = Object.values(modes);
  const all = entries.flatMap(({ flags }) => Object.entries(flags));
  const isShared = (key: string): boolean => entries.filter(({ flags }) => key in flags).length > 1;
  return Object.fromEntries([...all.filter(([key]) => !isShared(key)), ...all.filter(([key]) => isShared(key))]);
}

/** The mode that has all flags that were given, and of several the first that applies. Throws a usage error if there is none. */
export function chooseMode(modes: ModeTable, values: Readonly<Record<string, unknown>>, env: Env): ModeEntry {
  const given = Object.entries(flagsOf(modes)).filter(([key, { initial }]) => values[key] !== initial);
  const hasAll =
    (keys: readonly string[]) =>
    ({ flags }: ModeEntry) =>
      keys.every((key) => key in flags);
  const fitting = Object.values(modes).filter(hasAll(given.map(([key]) => key)));
  const mode = fitting.find(({ applies }) => applies(env)) ?? fitting[0];
  if (mode) return mode;
  const names = given.map(([, { flags }]) => longName(flags));
  throw usageError(`${names.join(' and ')} cannot be used together`, 'tracker login --help');
}
