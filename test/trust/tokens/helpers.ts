import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { programCommand } from '../../support/computer/program-file.js';
import { ann, task } from '../../support/sandbox/service.js';
import { type Answer, json, type MisbehavingServer } from '../../support/servers/misbehaving-server.js';

/** The tokens that requests carried, in order; requests without one are left out. */
export function sentTokens({ requests }: MisbehavingServer): readonly string[] {
  return requests.flatMap(({ headers }) => headers.authorization?.replace(/^Bearer /, '') ?? []);
}

/** Answers all that `tasks list`, `status` and `whoami` ask, each answer wrapped the same way. */
export function answerWork(server: MisbehavingServer, wrap: (answer: Answer) => Answer): void {
  server.on('GET /api/v1/me', wrap(json({ user: ann })));
  server.on('GET /api/v1/tasks', wrap(json({ tasks: [task] })));
  server.on('GET /api/v1/tickets', wrap(json({ tickets: [] })));
  server.on('GET /api/v1/inbox/badge', wrap(json({ unread: 0 })));
}

export function credentialsFile(home: Home): string {
  return join(home.folder, '.config/tracker/credentials.json');
}

/** The token that is stored under the name of an instance; undefined where there is none. */
export function storedToken(home: Home, name: string): string | undefined {
  const { tokens = {} } = JSON.parse(readFileSync(credentialsFile(home), 'utf8')) as Credentials;
  return tokens[name]?.token;
}

interface Credentials {
  readonly tokens?: Readonly<Record<string, { readonly token: string }>>;
}

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Whom to run the program as, so that permissions of files count; nobody in particular where the tests are not root. */
export const plainUser: { readonly uid?: number } = isRoot ? { uid: nobody } : {};

/** Why permissions of files cannot be tested here; undefined where they can. */
export const permissionsUntestable: string | undefined =
  process.platform === 'win32' || !canRun(programCommand)
    ? 'needs a user who may read the program and is not root'
    : undefined;

function canRun([file = '', ...first]: readonly string[]): boolean {
  return spawnSync(file, [...first, '--version'], plainUser).status === 0;
}

/** Gives everything of a home to the plain user. */
export function giveAway(home: Home): void {
  const root = dirname(home.folder);
  if (!isRoot) return;
  const inside = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => !each.isSymbolicLink());
  for (const path of [root, ...inside.map((each) => join(each.parentPath, each.name))]) chownSync(path, nobody, nobody);
}

/** Sends headers and the first bytes of a list, and then nothing more. */
export const stallAfterHeaders: Answer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"tasks":[');
};

/** Makes the program send itself SIGINT at the very moment the headers of its first answer have been read. */
export function interruptAtHeaders(home: Home): Readonly<Record<string, string>> {
  const file = home.write(
    'interrupt.cjs',
    `const { ClientRequest } = require('node:http');
const { emit } = ClientRequest.prototype;
ClientRequest.prototype.emit = function (name, ...args) {
  if (name === 'response') process.kill(process.pid, 'SIGINT');
  return emit.call(this, name, ...args);
};`,
  );
  return { NODE_OPTIONS: `--require=${file}` };
}

/** Runs that many commands at once (default: 20); every fourth one is the other. */
export async function atOnce(
  home: Home,
  words: string,
  other: string,
  env = {},
  count = 20,
): Promise<readonly Outcome[]> {
  return await Promise.all(
    Array.from({ length: count }, (_, at) => tracker(home, at % 4 === 3 ? other : words, { env })),
  );
}

export const endings = (ended: readonly Outcome[]): readonly Pick<Outcome, 'code' | 'stderr'>[] =>
  ended.map(({ code, stderr }) => ({ code, stderr }));

/** How 20 commands end where nothing is amiss. */
export const allWell: ReturnType<typeof endings> = Array.from({ length: 20 }, () => ({ code: 0, stderr: '' }));

/** Nothing that is secret was said. */
export function expectNothingTold({ stdout, stderr }: Outcome, secrets: readonly string[]): void {
  for (const secret of secrets) {
    expect(stderr).not.toContain(secret);
    expect(stdout).not.toContain(secret);
  }
  expect(stderr.toLowerCase()).not.toContain('bearer');
}
