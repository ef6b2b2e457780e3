import { resolve } from 'node:path';
import type { FlagTable } from '../args/flag.js';
import { isParsed } from '../args/more-flags.js';
import type { Client } from '../client/client.js';
import type { ReferenceIndex } from '../client/state/references.js';
import type { Change } from '../contract/change.js';
import { type Row, textsOf } from '../contract/row.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { plainName } from '../ledger/entry.js';
import { type LastShownKind, type RefArgument, type Reference, shown } from '../references/read.js';
import type { ChosenPlace } from './by-file.js';
import type { OnFound } from './saved/drafts.js';
import type { TextNeed, TextSource } from './text/read-text.js';

/** The values of the flags that a text needs. A verb may have others too, and need not have all of these. */
export interface ComposeValues extends TextSource, ChosenPlace {
  readonly fromDraft: string | undefined;
  readonly once?: string | undefined;
  readonly attach?: readonly string[] | undefined;
  readonly attachName?: string | undefined;
}

/** What a verb writes, and to what. */
export interface TextKind<V extends ComposeValues> {
  /** The command its drafts belong to, such as `tasks comment`. */
  readonly command: string;
  readonly flags: FlagTable;
  /** The arguments with the references it is for: a string for exactly one, an array for any number. */
  readonly target?: RefArgument | readonly RefArgument[];
  /** What `@` may stand for, if not an entity with a reference. */
  readonly wanted?: LastShownKind;
  /** The arguments after the references, saved in a draft unchanged. */
  readonly words?: readonly string[];
  /** Undefined if the verb has no `textFlags`. */
  readonly text?: TextNeed;
  /** Checks the flags, those of a draft included, before anything is read or asked; adds what is meant if some are not given. */
  check?(values: V, client: Client): V | Promise<V>;
}

/** A text on its way, from the flags to the server: what `get`, `ask` and `edit` pass on, and what is sent. */
export interface TextChange<V extends ComposeValues = ComposeValues> {
  readonly refs: readonly Reference[];
  /** A reference that a flag names, as its draft has it. */
  readonly named: (reference: Reference, onFound?: OnFound) => Reference;
  /** Keeps in the draft only the references that are left; none once the server has accepted everything. */
  readonly keepOnly?: ((left: readonly Reference[]) => void) | undefined;
  readonly composing: TextKind<V>;
  readonly client: Client;
  /** The flags, those of the draft and the answers, with the text as `body`. */
  readonly values: V;
  /** The values before questions were asked, if they were. */
  readonly unasked?: V;
  /** Whether the text was given, and no draft. */
  readonly isNew?: boolean;
  /** Whether the text came from standard input. */
  readonly isPiped?: boolean;
  /** The attachments; one from standard input is read after the draft has been saved. */
  readonly files: readonly FilePart[];
}

/** What of it is kept, sent and reported. */
export type Text = Pick<TextChange, 'composing' | 'client' | 'refs' | 'values' | 'files'>;

/** The change that a text makes, as far as it is written. */
export function changeOf({ composing: { command, flags, words = [] }, client, refs, values }: Text) {
  return changeBy(client.index, { command, args: [...refs.map(shown), ...words], flags, values: { ...values } });
}

/** The number of the draft that it came from, which it replaces. */
export function draftOf({ values: { fromDraft } }: Pick<Text, 'values'>): number | undefined {
  return fromDraft === undefined ? undefined : Number(fromDraft);
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly flags: FlagTable;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The change that a command makes, with the uuids of its references, as far as this computer knows them. */
export function changeBy(index: ReferenceIndex, { command, args, flags, values }: Command): Change & { flags: Row } {
  // A command without a noun takes any kind.
  const of = command.includes(' ')
    ? kinds.filter((kind) => command.startsWith(kind === 'threads' ? 'chat ' : `${kind} `))
    : kinds;
  const refs = [...refsIn(flags, values), ...args.map((text) => ({ of, text }))];
  const found = refs.flatMap(({ of, text }) =>
    kinds.filter((kind) => of.includes(kind)).flatMap((kind) => index.find(kind, plainName(text)) ?? []),
  );
  return {
    words: [...command.split(' '), ...args],
    flags: flagsToSave(values),
    ...(refs.length > 0 && { targets: Object.fromEntries(found.map(({ ref, uuid }) => [ref.toLowerCase(), uuid])) }),
  };
}

/** What has references that may come to mean something else. */
const kinds = ['tasks', 'tickets', 'projects', 'threads'] as const;

/** The references among the values of flags, with the kinds of things they may name. */
export function refsIn(flags: FlagTable, values: Command['values']) {
  return Object.entries(flags).flatMap(([key, { value }]) => {
    const of: readonly string[] = value?.kind === 'project' ? ['projects'] : (value?.of ?? []);
    return of.length === 0 ? [] : textsOf([values[key]].flat()).map((text) => ({ of, text }));
  });
}

/** Flags that say where a text comes from, and the key, which has a place of its own; a draft holds the text itself. */
const sources = ['fromDraft', 'once', 'bodyFile', 'editor', 'quote', 'template', 'draftText', 'draftFile'];

/** The flags a draft keeps: only those that were given, with absolute paths, so that it can be sent from anywhere. */
export function flagsToSave(flags: Command['values']): Record<string, unknown> {
  const given = Object.entries(flags).filter(([key, value]) => !sources.includes(key) && !isNotGiven(value));
  const kept = given.map(([key, value]) => {
    if (key === 'attach' && Array.isArray(value)) return [key, value.map(String).map(absolute)];
    return [key, isParsed(value) ? value.text : value];
  });
  return Object.fromEntries(kept);
}

/** A path that means the same from anywhere; `-` stays. */
export function absolute(path: string): string {
  return path === '-' ? path : resolve(path);
}

/** Whether this is the value of a flag that was not given. */
export function isNotGiven(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
