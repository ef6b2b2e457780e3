import { dirname, join, resolve } from 'node:path';
import { type InstanceEntry, readDefault, readInstances, withApart } from '../auth/instances.js';
import { fingerprinted, isForToken, userOfToken } from '../auth/tokens/token-users.js';
import { type Account, accountFolder } from '../client/state/account-folder.js';
import { type LastShownEntity, lastShownFile, readLastShown, shownIn } from '../client/state/read-last-shown.js';
import { findProjectFile } from '../config/project-file.js';
import { type FoldersParts, findSafeFolders, type SafeFolders } from '../config/safe-folders.js';
import { chooseTarget } from '../config/settings.js';
import { loadStored, type StoredObject } from '../config/stored-file.js';
import { type Aliases, readAliases } from '../config/stored-settings.js';
import { templateNames } from '../config/templates.js';
import { attempt } from '../contract/errors.js';
import { isRow, referencesIn } from '../contract/row.js';
import { parseServerUrl } from '../contract/server-url.js';
import { controllingTerminal } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';
import { type Entry, isFinished } from '../ledger/entry.js';
import { readEntry } from '../ledger/read-entry.js';
import { numbersIn } from '../ledger/store.js';
import type { Candidate } from './offer.js';

/** What was not sent, or changes in this state. */
export type OfferedState = 'unsent' | 'done' | 'undone';

/** Where the program was started. */
export interface Surroundings extends FoldersParts {
  readonly workingFolder: string;
  /** SHA-256, in hexadecimal digits; only a token from the environment needs it. */
  readonly hash?: (text: string) => string;
  /** Names the terminal, if there is one (default: the one that controls this process). */
  readonly terminal?: () => string | undefined;
}

/** The servers known on this machine, and the index files of the one in use. */
export interface CompletionServers {
  readonly names: readonly string[];
  /** The file of a kind of references; undefined if no server is chosen. */
  fileOf(kind: string): string | undefined;
  readonly aliases: Aliases;
  readonly templates: readonly string[];
  /** Who is signed in to the chosen server, if this machine knows. */
  readonly userId: string | undefined;
  /** What `@` stands for in this terminal. */
  readonly lastShown: LastShownEntity | undefined;
  /** What `@branch` stands for; undefined if that is not one reference. */
  readonly branchRef: string | undefined;
  /** What was not sent to the chosen server, what can be undone, or what can be done again, by number. */
  entries(state: OfferedState): readonly Candidate[];
}

/** Reads the known servers. `named` is the instance given on the line. Never throws; what cannot be read counts as empty. */
export function readServers(at: Surroundings, named: string): CompletionServers {
  const folders = findSafeFolders(at);
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
    get templates() {
      return attempt(() => templateNames(folders.config)) ?? [];
    },
    entries(state) {
      const wanted = { state, url, userId: this.userId };
      return (attempt(() => readEntries(folders.state('ledger'))) ?? [])
        .filter((entry) => (state === 'unsent' ? isDraft(entry, wanted) : isChange(entry, wanted)))
        .map(({ number, words, writes }) => ({
          text: String(number),
          title: [...words, ...writes.map(({ ref }) => ref)].join(' '),
        }));
    },
    get lastShown() {
      const terminal = account && (at.terminal ?? controllingTerminal)();
      const file = terminal && (() => lastShownFile(folders.state, account, terminal));
      return file ? shownIn(readLastShown(file)) : undefined;
    },
    get branchRef() {
      const [ref, rival] = referencesIn(readBranch(at.workingFolder) ?? '');
      return rival === undefined ? ref : undefined;
    },
    get userId() {
      const { tokens } = credentials;
      return isRow(tokens) && entry && Object.hasOwn(tokens, entry.name) ? entry.userId : undefined;
    },
    fileOf: (kind) => account && attempt(() => join(accountFolder(folders.cache, account), `${kind}.tsv`)),
  };
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

/** The chosen server, and its instance if that is certain. */
function choose({ instances, stored, named }: Choice, { env, uid, workingFolder }: Surroundings) {
  const file = findProjectFile(workingFolder, { uid, home: env.HOME });
  const target = chooseTarget({ instance: named }, env, file?.danger === undefined ? file : undefined);
  const usual = readDefault(stored);
  const { source, text } = target.kind === 'named' ? target : { source: '', text: usual };
  const entry = source === 'TRACKER_URL' ? undefined : instances.find(({ name }) => name === text);
  if (entry || text === undefined || (source !== '-I' && source !== 'TRACKER_URL')) return { url: entry?.url, entry };
  const url = attempt(() => parseServerUrl(text).key);
  const there = instances.filter((each) => each.url === url);
  // Of several accounts, the default one, as in instanceAt.
  return { url, entry: there.find(({ name }) => name === usual) ?? there[0] };
}

/** All of the ledger that can be read, the newest first. */
function readEntries(folder: string): readonly Entry[] {
  return numbersIn(folder).flatMap((number) => readEntry(join(folder, `${number}.jsonl`), number) ?? []);
}

interface EntryFilter {
  readonly state: OfferedState;
  readonly url: string | undefined;
  readonly userId: string | undefined;
}

function isDraft(entry: Entry, wanted: EntryFilter): boolean {
  const { flags, owner, userId, url } = entry;
  const isOwn = owner === '' || [undefined, owner, userId].includes(wanted.userId);
  return flags !== undefined && !isFinished(entry) && isOwn && (wanted.url === undefined || url === wanted.url);
}

function isChange({ state, owner, url, writes }: Entry, wanted: EntryFilter): boolean {
  return state === wanted.state && url === wanted.url && owner === (wanted.userId ?? '') && writes.length > 0;
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
