import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Sees to it, over the whole test run, that a token stands in `credentials.json` and in Authorization headers and nowhere
 * else (docs/requirements.md, "How they are tested"): every program a test starts, every home it leaves and every request
 * its servers have recorded are looked through.
 */
export interface SecretsWatch {
  /** Learns the tokens that are stored in the home now, so that they are known when they are gone. */
  learn(): void;
  /** Throws an Error when text that people or other programs see holds a token. */
  checkShown(text: string, where: string): void;
  /** Throws an Error when a file of the home, or its name, holds a token it must not hold. */
  checkFiles(): void;
  /** Lets files of this name hold tokens: the test itself has put one there. */
  allowIn(name: RegExp): void;
}

/** What `canary()` makes, and what tests write by hand in its manner. */
const canaries = /canary-[0-9a-f]{10,}/g;

/** What may hold tokens: the store, and what a repair has set aside of it. */
const mayHold = /^credentials\.json(\.damaged(-\d+)?)?$/;

export function watchSecrets(folder: string): SecretsWatch {
  const stored = new Set<string>();
  const allowed = [mayHold];
  const learn = (): void => {
    for (const { path } of filesBelow(folder)) if (basename(path) === 'credentials.json') learnFrom(path, stored);
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

/** From canaries to the servers they belong to. */
const owners = new Map<string, Set<string>>();

/** Says that a server takes this token, so that no other one may be shown it. */
export function belongsTo(token: string, origin: string): void {
  owners.set(token, (owners.get(token) ?? new Set()).add(origin));
}

/**
 * Throws an Error when a request held a canary anywhere but in its Authorization header, or there one that belongs to
 * other servers only.
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

/** Learns the tokens of a credentials file: those of instances, and the successors of the environment's. */
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
    for (const [name, each] of Object.entries(value))
      visit(each, name === 'token' || name === 'successors' || isSecret);
  };
  visit(parsed, false);
}

function filesBelow(folder: string): readonly { readonly path: string; readonly isFile: boolean }[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // It went while it was looked at.
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stat = statIfThere(path);
    if (!stat) return [{ path, isFile: false }];
    return stat.isDirectory() ? [{ path, isFile: false }, ...filesBelow(path)] : [{ path, isFile: stat.isFile() }];
  });
}

/** Undefined for what is gone, and for a link that leads nowhere or to itself. */
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
