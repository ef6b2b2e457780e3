/** Things that have references, by the name of their file in the reference index. */
export type Referable = 'tasks' | 'tickets' | 'projects' | 'wiki' | 'notes' | 'threads' | 'views' | 'inbox';

/** A value that only the server defines, such as the status of a task. */
export type ServerWord =
  | `task-${'status' | 'priority' | 'type' | 'tag'}`
  | `ticket-${'status' | 'priority' | 'category' | 'tag'}`
  | 'project-status';

/** The kind of a value. It decides what completion offers, and scripts can read it in `help --json`. */
export type ValueKind =
  | ServerWord
  | `${'task' | 'ticket'}-view`
  | 'ref'
  | 'user'
  | 'org'
  | 'project'
  | 'item'
  | 'instance'
  | 'draft'
  | 'change'
  | 'undone'
  | 'template'
  | 'alias'
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

/** The value of a flag or an argument. */
export interface Value {
  readonly kind: ValueKind;
  /** What usage and help call it: `status` in `--status <status>`. */
  readonly name: string;
  /** The words allowed; for a `text`, common ones. */
  readonly words?: readonly string[];
  /** The kinds of things a reference may name. */
  readonly of?: readonly Referable[];
  /** What `-` reads from standard input: a text, one line, a text for each line, or the text as a file, with `--body-file`. */
  readonly input?: 'text' | 'line' | 'lines' | 'file';
}

/** A value that is one of a few words. */
export interface Words<W extends string = string> extends Value {
  readonly kind: 'word';
  readonly words: readonly W[];
}

/** A value that its kind fully describes. Usage and help call it `name`, or else by its kind. */
export function kind<K extends ValueKind>(kind: K, name: string = kind): Value & { readonly kind: K } {
  return { kind, name };
}

/** Free text that usage and help call `name`; `words` are common ones. */
export function freeText(name: string, words?: readonly string[]): Value {
  return words ? { kind: 'text', name, words } : { kind: 'text', name };
}

/** Text that usage and help call `name`, and that `-` reads from standard input. */
export function pipedText(input: NonNullable<Value['input']>, name = 'text'): Value {
  return { kind: 'text', name, input };
}

/** One of these words. */
export function oneOf<const W extends string>(name: string, words: readonly W[]): Words<W> {
  return { kind: 'word', name, words };
}

/** A reference to one of these kinds of things. */
export function ref(...of: readonly Referable[]): Value {
  return { kind: 'ref', name: 'ref', of };
}

/** A value the server defines, such as `task-status`. */
export function serverWord(kind: ServerWord): Value {
  return { kind, name: kind.slice(kind.indexOf('-') + 1) };
}

/** Whether a word is `none`, in any case: the word that clears a value. */
export function isNone(word: string): boolean {
  return word.trim().toLowerCase() === 'none';
}

/** What days look like, for help and hints. */
export const dayForms = '2026-11-20, today, tomorrow, 3d, 2w, next week, fri or dec 3';
