/** The things that have references, by the name of their file in the reference index. */
export type Referable = 'tasks' | 'tickets' | 'projects' | 'wiki' | 'notes' | 'threads' | 'views' | 'inbox';

/** A word that only a server knows, such as the status of a task. */
export type ServerWord =
  | `task-${'status' | 'priority' | 'type' | 'tag'}`
  | `ticket-${'status' | 'priority' | 'category' | 'tag'}`
  | 'project-status';

/** What a value is. Completion offers what fits; scripts read it in `help --json`. */
export type ValueKind =
  | ServerWord
  | 'ref'
  | 'user'
  | 'org'
  | 'project'
  | 'item'
  | 'instance'
  | 'url'
  | 'day'
  | 'past-day'
  | 'duration'
  | 'age'
  | 'count'
  | 'number'
  | 'seconds'
  | 'file'
  | 'folder'
  | 'command'
  | 'columns'
  | 'order'
  | 'word'
  | 'text';

/** The declaration of one value, of a flag or of an argument. */
export interface Value {
  readonly kind: ValueKind;
  /** Its placeholder in usage and help: `status` in `--status <status>`. */
  readonly name: string;
  /** The words it may be; for a `text` the usual ones among others. */
  readonly words?: readonly string[];
  /** What a reference may name. */
  readonly of?: readonly Referable[];
}

/** A value of one of a few words. */
export interface Words<W extends string = string> extends Value {
  readonly kind: 'word';
  readonly words: readonly W[];
}

/** A value that its kind says all about. `name` is its placeholder where that is another word. */
export function kind<K extends ValueKind>(kind: K, name: string = kind): Value & { readonly kind: K } {
  return { kind, name };
}

/** Free text under a placeholder; `words` are the usual ones. */
export function freeText(name: string, words?: readonly string[]): Value {
  return words ? { kind: 'text', name, words } : { kind: 'text', name };
}

/** One of a few words. */
export function oneOf<const W extends string>(name: string, words: readonly W[]): Words<W> {
  return { kind: 'word', name, words };
}

/** A reference to one of these things. */
export function ref(...of: readonly Referable[]): Value {
  return { kind: 'ref', name: 'ref', of };
}

/** A word of the server, such as `task-status`. */
export function serverWord(kind: ServerWord): Value {
  return { kind, name: kind.slice(kind.indexOf('-') + 1) };
}
