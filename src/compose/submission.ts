import { resolve } from 'node:path';
import type { Context } from '../args/context.js';
import type { FlagTable } from '../args/flag.js';
import { isParsed } from '../args/more-flags.js';
import type { Referable } from '../args/value.js';
import type { FilePart } from '../contract/attachment.js';
import { type Row, textsOf } from '../contract/row.js';
import { plainName } from '../ledger/entry.js';

/** A text about to be sent, with the command that sends it. */
export interface Submission {
  /** The command, such as `tasks comment`. */
  readonly command: string;
  /** The arguments of the command, such as references. */
  readonly args: readonly string[];
  /** The flags as given, with the text as `body`. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The references among the values of its flags, with the kinds of things they may name. */
  readonly flagRefs?: readonly { readonly of: readonly Referable[]; readonly text: string }[];
  /** The draft it came from, which it replaces. */
  readonly fromDraft?: number | undefined;
  /** The attachments; one from standard input is read after the draft has been saved. */
  readonly files?: readonly FilePart[];
}

/** The references among the values of flags. */
export function refsIn(flags: FlagTable, values: Submission['flags']): NonNullable<Submission['flagRefs']> {
  return Object.entries(flags).flatMap(([key, { value }]) => {
    const of = value?.kind === 'project' ? (['projects'] as const) : (value?.of ?? []);
    return of.length === 0 ? [] : textsOf([values[key]].flat()).map((text) => ({ of, text }));
  });
}

/** Flags that say where a text comes from; a draft holds the text itself. */
const sources = ['fromDraft', 'bodyFile', 'editor', 'quote', 'template', 'draftText', 'draftFile'];

/** The flags a draft keeps: only those that were given, with absolute paths, so that it can be sent from anywhere. */
export function flagsToSave(flags: Submission['flags']): Record<string, unknown> {
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

/** What has references that may come to mean something else. */
const kinds = ['tasks', 'tickets', 'projects'] as const;

/** The uuids of the submission's references, as far as this computer knows them. */
export async function knownTargets(
  context: Context,
  { command, args, flagRefs = [] }: Pick<Submission, 'command' | 'args' | 'flagRefs'>,
): Promise<Row | undefined> {
  // A command without a noun takes any kind.
  const of = command.includes(' ') ? kinds.filter((noun) => command.startsWith(`${noun} `)) : kinds;
  const refs = [...flagRefs, ...args.map((text) => ({ of, text }))];
  if (refs.length === 0) return undefined;
  const { index } = await context.client();
  const found = refs.flatMap(({ of, text }) =>
    kinds.filter((kind) => of.includes(kind)).flatMap((kind) => index.find(kind, plainName(text)) ?? []),
  );
  return Object.fromEntries(found.map(({ ref, uuid }) => [ref.toLowerCase(), uuid]));
}
