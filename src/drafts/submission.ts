import { resolve } from 'node:path';
import type { Row } from '../contract/row.js';
import type { FilePart } from '../http/body/multipart.js';

/** A text about to be sent, with the command that sends it. */
export interface Submission {
  /** The command, such as `tasks comment`. */
  readonly command: string;
  /** The arguments of the command, such as references. */
  readonly args: readonly string[];
  /** The flags as given, with the text as `body`. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The URL of the server it is meant for. */
  readonly url: string;
  /** The uuids of its references (in lower case), where more is known than this computer remembers. */
  readonly targets?: Row;
  /** The draft it came from, which it replaces. */
  readonly fromDraft?: string | undefined;
  /** The attachments; one from standard input is read after the draft has been saved. */
  readonly files?: readonly FilePart[];
}

/** Flags that say where a text comes from; a draft holds the text itself. */
const sources = ['fromDraft', 'bodyFile', 'editor', 'quote', 'template', 'draftText', 'draftFile'];

/** The flags a draft keeps: only those that were given, with absolute paths, so that it can be sent from anywhere. */
export function flagsToSave(flags: Submission['flags']): Record<string, unknown> {
  const given = Object.entries(flags).filter(([key, value]) => !sources.includes(key) && !isNotGiven(value));
  return Object.fromEntries(
    given.map(([key, value]) => [key, key === 'attach' && Array.isArray(value) ? value.map(absolute) : value]),
  );
}

function absolute(path: unknown): unknown {
  return typeof path === 'string' && path !== '-' ? resolve(path) : path;
}

/** Whether this is the value of a flag that was not given. */
export function isNotGiven(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
