import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isCompiledCode } from '../computer/compiled-code.js';

/**
 * Checks, during the whole test run, that tokens appear only in `credentials.json` and in Authorization headers
 * (docs/requirements.md, "How they are tested"): in the output of every program, in every home, and in every recorded
 * request.
 */
export interface SecretsWatch {
  /** Notes the tokens now stored in the home, so that they are still known after they are removed. */
  learn(): void;
  /** Throws an Error if visible text contains a token. */
  checkShown(text: string, where: string): void;
  /** Throws an Error if a file of the home, or its name, contains a token that it must not contain. */
  checkFiles(): void;
  /** Allows tokens in files of this name, because the test itself writes one. */
  allowIn(name: RegExp): void;
}

/** Tokens made by `canary()`, and similar ones written by tests. */
const canaries = /canary-[0-9a-f]{10,}/g;

/** Files that may contain tokens: the store, and damaged copies that a repair has set aside. */
const mayHold = /^credentials\.json(\.damaged(-\d+)?)?$/;

/** Folders of a home without that store. To look through them too after each command took a third of all tests' time. */
const holdsNone: ReadonlySet<string> = new Set(['cache', '.cache', 'state', 'data', '.local', 'here']);

export function watchSecrets(folder: string): SecretsWatch {
  const stored = new Set<string>();
  const allowed = [mayHold];
  const learn = (): void => {
    for (const { path } of filesBelow(folder, holdsNone))
      if (basename(path) === 'credentials.json') learnFrom(path, stored);
  };
  const find = (text: string): string | undefined =>
    text.match(canaries)?.[0] ??
    [...stored].find((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
  return {
    learn,
    allowIn: (name) => void allowed.push(name),
    checkShown(text, where) {
      learn();
      const found = find(text);
      if (found !== undefined) throw new Error(`the token ${found.slice(0, 40)} is shown: ${where}`);
    },
    checkFiles() {
      learn();
      for (const { path, isFile } of filesBelow(folder)) {
        const name = basename(path);
        const found = find(name) ?? (isFile && !allowed.some((each) => each.test(name)) ? find(read(path)) : undefined);
        if (found !== undefined) throw new Error(`the token ${found.slice(0, 40)} is left in ${path}`);
      }
    },
  };
}

/** The servers that each canary belongs to. */
const owners = new Map<string, Set<string>>();

/** Registers that a token belongs to this server, so it must not be sent to any other. */
export function belongsTo(token: string, origin: string): void {
  owners.set(token, (owners.get(token) ?? new Set()).add(origin));
}

/**
 * Throws an Error if a request contained a canary anywhere but in its Authorization header, or contained one there that
 * belongs only to other servers.
 */
export function checkRequests(
  origin: string,
  requests: readonly {
    readonly target: string;
    readonly headers: { readonly authorization?: string | undefined };
    readonly body: string;
  }[],
): void {
  for (const { target, headers, body } of requests) {
    const rest = { ...headers, authorization: undefined };
    const found = `${target}\n${JSON.stringify(rest)}\n${body}`.match(canaries);
    if (found) throw new Error(`the token ${found[0]} was sent outside the Authorization header, to ${target}`);
    const token = headers.authorization?.match(canaries)?.[0] ?? '';
    if (owners.get(token)?.has(origin) === false)
      throw new Error(`the token ${token} was sent to ${origin}, a foreign server`);
  }
}

/** The tokens in a credentials file: those of instances, and the successors of tokens from the environment. */
function learnFrom(path: string, secrets: Set<string>): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(read(path));
  } catch {
    return;
  }
  const visit = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string' && isSecret && value.length >= 12) secrets.add(value);
    if (typeof value !== 'object' || value === null) return;
    // What is encrypted stands with its address and helper.
    const holds = isSecret && !('sealed' in value);
    for (const [name, each] of Object.entries(value)) visit(each, name === 'token' || name === 'successors' || holds);
  };
  visit(parsed, false);
}

function filesBelow(
  folder: string,
  left: ReadonlySet<string> = new Set(),
): { readonly path: string; readonly isFile: boolean }[] {
  let entries: readonly Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // It was removed in the meantime.
  }
  return entries.flatMap((entry) => {
    if (left.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (isCompiledCode(path)) return [{ path, isFile: false }];
    const kind = entry.isSymbolicLink() ? statIfThere(path) : entry;
    if (kind?.isDirectory()) return [{ path, isFile: false }, ...filesBelow(path, left)];
    return [{ path, isFile: kind?.isFile() ?? false }];
  });
}

/** Undefined for a file that is gone, and for a link that is dangling or circular. */
function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
