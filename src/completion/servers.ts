import { dirname, join, resolve } from 'node:path';
import { type InstanceEntry, readDefault, readInstances, withApart } from '../auth/instances.js';
import { fingerprinted, isForToken, userOfToken } from '../auth/tokens/token-users.js';
import { type Account, accountFolder } from '../client/state/account-folder.js';
import { type LastShownEntity, lastShownFile, readLastShown, shownIn } from '../client/state/read-last-shown.js';
import { type Folders, findFolders } from '../config/folders.js';
import { findProjectFile } from '../config/project-file.js';
import type { FoldersParts, SafeFolders } from '../config/safe-folders.js';
import { loadStored, type StoredObject } from '../config/stored-file.js';
import { readAliases } from '../config/stored-settings.js';
import { templatesIn } from '../config/templates.js';
import { attempt } from '../contract/errors.js';
import { isRow, referencesIn } from '../contract/row.js';
import { parseServerUrl } from '../contract/server-url.js';
import { findDanger } from '../disk/find-danger.js';
import type { FindFolder } from '../disk/folder.js';
import { controllingTerminal } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';
import { type EntryState, readEntries } from './entries.js';
import type { Candidate } from './offer.js';

export interface Surroundings extends FoldersParts {
  readonly workingFolder: string;
  /** SHA-256, in hexadecimal digits; only a token from the environment needs it. */
  readonly hash?: (text: string) => string;
  /** Names the terminal, if there is one (default: the one that controls this process). */
  readonly terminal?: () => string | undefined;
}

/** The servers known on this machine, and the index files of the one in use. */
export type CompletionServers = ReturnType<typeof readServers>;

/** Reads the known servers. `named` is the instance given on the line. Never throws; what cannot be read counts as empty. */
export function readServers(at: Surroundings, named: string) {
  const folders = safe(findFolders(at.env, at.platform), at);
  const read = (name: string) => attempt(() => loadStored(join(folders.config(), name))) ?? {};
  const credentials = read('credentials.json');
  const stored = withApart(read('config.json'), credentials);
  const instances = readInstances(stored);
  const choice = { instances, stored, named };
  const { url, entry } = choose(choice, at);
  const account = attempt(() => accountOf({ url, entry }, choice, { ...at, folders }));
  return {
    names: instances.map(({ name }) => name),
    aliases: readAliases(stored),
    get templates(): readonly string[] {
      return templatesIn(folders.config).map(({ name }) => name);
    },
    /** What was not sent to the chosen server, what can be undone, or what can be done again, by number. */
    entries(state: EntryState): readonly Candidate[] {
      return attempt(() => readEntries(folders.state('ledger'), { state, url, userId: this.userId })) ?? [];
    },
    /** What `@` stands for in this terminal. */
    get lastShown(): LastShownEntity | undefined {
      const terminal = account && (at.terminal ?? controllingTerminal)();
      const file = terminal && (() => lastShownFile(folders.state, account, terminal));
      return file ? shownIn(readLastShown(file)) : undefined;
    },
    /** What `@branch` stands for; undefined if that is not one reference. */
    get branchRef(): string | undefined {
      const [ref, rival] = referencesIn(readBranch(at.workingFolder) ?? '');
      return rival === undefined ? ref : undefined;
    },
    /** Who is signed in to the chosen server, if this machine knows. */
    get userId(): string | undefined {
      const { tokens } = credentials;
      return isRow(tokens) && entry && Object.hasOwn(tokens, entry.name) ? entry.userId : undefined;
    },
    /** The file of a kind of references; undefined if no server is chosen. */
    fileOf: (kind: string) => account && attempt(() => join(accountFolder(folders.cache, account), `${kind}.tsv`)),
  };
}

/** The folders; nothing is read where others could put files of theirs (docs/requirements.md, R92). */
function safe(folders: Folders, { env, uid, seen = new Map() }: Surroundings) {
  const examined =
    (find: () => string): FindFolder =>
    (...below) => {
      const path = join(find(), ...below);
      if (findDanger(path, { uid, home: env.HOME }, seen)) throw new Error();
      return path;
    };
  return { config: examined(folders.config), cache: examined(folders.cache), state: examined(folders.state) };
}

interface Choice {
  readonly instances: readonly InstanceEntry[];
  readonly stored: StoredObject;
  readonly named: string;
}

/** Whose index it is: that of the user of a token from the environment, if one goes to that server, or of the instance. */
function accountOf(
  { url, entry }: ReturnType<typeof choose>,
  { instances, stored }: Choice,
  { folders, env, hash }: Pick<Surroundings, 'env' | 'hash'> & { readonly folders: Pick<SafeFolders, 'cache'> },
): Account | undefined {
  if (url === undefined) return undefined;
  const given = env.TRACKER_TOKEN || (env.TRACKER_TOKEN_FILE && readRegular(env.TRACKER_TOKEN_FILE).toString('utf8'));
  const home = env.TRACKER_URL
    ? { name: '', url: parseServerUrl(env.TRACKER_URL).key }
    : instances.find(({ name }) => name === readDefault(stored));
  const isGiven = given && home && isForToken({ name: '', url, ...entry }, home, env);
  const userId = isGiven
    ? hash && userOfToken(folders.cache, url, hash(fingerprinted(given.trim(), url)))
    : entry && (entry.userId ?? '');
  return userId === undefined ? undefined : { url, userId };
}

/** The chosen server, and its instance if certain: from the flag, the environment, `.tracker.json` or the default, in this order. */
function choose({ instances, stored, named }: Choice, { env, uid, workingFolder }: Surroundings) {
  const byName = (name: string | undefined) => {
    const entry = instances.find((each) => each.name === name);
    return { url: entry?.url, entry };
  };
  const byAddress = (text: string) => {
    const url = attempt(() => parseServerUrl(text).key);
    const entries = instances.filter((each) => each.url === url);
    // Of several accounts, the default one, as in instanceAt.
    return { url, entry: entries.find(({ name }) => name === readDefault(stored)) ?? entries[0] };
  };
  if (named) return instances.some(({ name }) => name === named) ? byName(named) : byAddress(named);
  if (env.TRACKER_URL) return byAddress(env.TRACKER_URL);
  const file = findProjectFile(workingFolder, { uid, home: env.HOME });
  const ownFile = file?.danger === undefined ? file : undefined;
  return byName(env.TRACKER_INSTANCE || (ownFile?.instance ?? readDefault(stored)));
}

/** The branch that is checked out in a folder, read without starting git. Undefined if there is none, or it cannot be read. */
function readBranch(folder: string): string | undefined {
  const git = join(folder, '.git');
  const head = readText(join(git, 'HEAD')) ?? headOfWorktree(git);
  if (head !== undefined) return /^ref: refs\/heads\/(.+)/.exec(head)?.[1];
  return dirname(folder) === folder ? undefined : readBranch(dirname(folder));
}

/** In a worktree or submodule, `.git` is a file that says where the rest is. */
function headOfWorktree(git: string): string | undefined {
  const folder = /^gitdir: (.+)/.exec(readText(git) ?? '')?.[1];
  return folder === undefined ? undefined : (readText(resolve(dirname(git), folder, 'HEAD')) ?? '');
}

function readText(file: string): string | undefined {
  return attempt(() => readRegular(file))?.toString('utf8');
}
