/** A key of the user's own. */
export interface OwnKey {
  readonly key: string;
  /** The key or the name of what it does, or else a shell command. */
  readonly does?: string;
  readonly run?: string;
  readonly help: string;
}

/** What the user has in `triage.json`. */
export interface OwnChoices {
  readonly keys: readonly OwnKey[];
  /** The columns of the list; the usual ones if there are none. */
  readonly columns: readonly string[];
}

/** A list that a digit opens. */
export interface Tab {
  readonly title: string;
  /** How many rows it has, once that is known. */
  readonly count?: number | undefined;
}

/** The part of an entry that depends on the user's own keys. */
interface KeyedAction {
  readonly keys: readonly string[];
  readonly label: unknown;
  readonly name?: string;
  readonly help: string;
}

/** What the keys of these entries do, as `does` names it. */
export function namesOfEntry({ keys, label, name }: KeyedAction): readonly string[] {
  return [...(typeof label === 'string' ? [label] : name === undefined ? [] : [name]), ...keys];
}

/**
 * The entries with the user's own keys, which replace others: the help of such a key names what it replaces. An entry without a key can
 * still be found.
 */
export function withOwnKeys<E extends KeyedAction>(
  entries: readonly E[],
  own: readonly OwnKey[],
  made: (key: OwnKey) => E,
) {
  const takes = ({ key, does = '' }: OwnKey, entry: E): boolean =>
    entry.keys.includes(key) && !namesOfEntry(entry).includes(does);
  const left = entries.map((entry): E => {
    const added = own.filter(({ does = '', key }) => namesOfEntry(entry).includes(does) && !entry.keys.includes(key));
    const keys = entry.keys.filter((key) => !own.some((each) => each.key === key && takes(each, entry)));
    const all = [...keys, ...added.map(({ key }) => key)];
    const help = [entry.help, ...added.flatMap((each) => insteadOf(entries.filter((other) => takes(each, other))))];
    // No terminal sends such a key.
    return { ...entry, keys: all.length > 0 ? all : [`:${entry.help}`], help: help.join(' ') };
  });
  const commands = own.filter(({ run }) => run !== undefined);
  return [
    ...left,
    ...commands.map((each): E => {
      const entry = made(each);
      return { ...entry, help: [entry.help, ...insteadOf(entries.filter((other) => takes(each, other)))].join(' ') };
    }),
  ];
}

function insteadOf(others: readonly KeyedAction[]): readonly string[] {
  return others.length === 0 ? [] : [`(instead of: ${others.map(({ help }) => help).join('; ')})`];
}
