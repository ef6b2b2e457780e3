import { dirname, join, resolve } from 'node:path';
import { type InstanceEntry, readDefault, readInstances, withApart } from '../auth/instances.js';
import { fingerprinted, isForToken, userOfToken } from '../auth/tokens/token-users.js';
import { type Account, accountFolder } from '../client/state/account-folder.js';
import { type LastShownEntity, lastShownFile, readLastShown, shownIn } from '../client/state/read-last-shown.js';
import { findProjectFile } from '../config/project-file.js';
import { type FoldersParts, findSafeFolders } from '../config/safe-folders.js';
import { chooseTarget } from '../config/settings.js';
import { loadStored } from '../config/stored-file.js';
import { type Aliases, readAliases } from '../config/stored-settings.js';
import { templateNames } from '../config/templates.js';
import { isRow, referencesIn } from '../contract/row.js';
import { parseServerUrl } from '../contract/server-url.js';
import type { FindFolder } from '../disk/folder.js';
import { controllingTerminal } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';
import { type Entry, isFinished } from '../ledger/entry.js';
import { readEntry } from '../ledger/read-entry.js';
import { numbersIn } from '../ledger/store.js';
import type { Candidate } from './offer.js';

/** What was not sent, or changes in this state. */
type OfferedState = 'unsent' | 'done' | 'undone';

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
  const usual = instances.find(({ name }) => name === readDefault(stored));
  const choice = choose({ instances, usual, named }, at);
  const { url, entry } = choice;
  const account = attempt(() => accountOf(choice, at, folders.cache));
  return {
    names: instances.map(({ name }) => name),
    aliases: readAliases(stored),
    get templates() {
      return attempt(() => templateNames(folders.config)) ?? [];
    },
    entries(state) {
      return (attempt(() => readEntries(folders.state('ledger'))) ?? [])
        .filter((entry) => isOffered(entry, state, { url, userId: this.userId }))
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
  readonly url: string | undefined;
  readonly entry: InstanceEntry | undefined;
  /** The default one. */
  readonly usual: InstanceEntry | undefined;
}

/** Whose index it is: that of the user of a token from the environment, if one goes to that server, or of the instance. */
function accountOf(
  { url, entry, usual }: Choice,
  { env, hash }: Surroundings,
  cacheFolder: FindFolder,
): Account | undefined {
  if (url === undefined) return undefined;
  const given = env.TRACKER_TOKEN || (env.TRACKER_TOKEN_FILE && readRegular(env.TRACKER_TOKEN_FILE).toString('utf8'));
  const home = env.TRACKER_URL ? { name: '', url: parseServerUrl(env.TRACKER_URL).key } : usual;
  const isGiven = given && home && isForToken({ name: '', url, ...entry }, home, env);
  const userId = isGiven
    ? hash && userOfToken(cacheFolder, url, hash(fingerprinted(given.trim(), url)))
    : entry && (entry.userId ?? '');
  return userId === undefined ? undefined : { url, userId };
}

/** The chosen server, and its instance if that is certain. */
function choose(
  { instances, usual, named }: { instances: readonly InstanceEntry[]; usual: InstanceEntry | undefined; named: string },
  { env, uid, workingFolder }: Surroundings,
): Choice {
  const file = findProjectFile(workingFolder, { uid, home: env.HOME });
  const target = chooseTarget({ instance: named }, env, file?.danger === undefined ? file : undefined);
  if (target.kind === 'default') return { url: usual?.url, entry: usual, usual };
  const { source, text } = target;
  const entry = source === 'TRACKER_URL' ? undefined : instances.find(({ name }) => name === text);
  if (entry || (source !== '-I' && source !== 'TRACKER_URL')) return { url: entry?.url, entry, usual };
  const url = attempt(() => parseServerUrl(text).key);
  const there = instances.filter((each) => each.url === url);
  // Of several accounts, the default one, as in instanceAt.
  return { url, entry: there.find((each) => each === usual) ?? there[0], usual };
}

/** All of the ledger that can be read, the newest first. */
function readEntries(folder: string): readonly Entry[] {
  return numbersIn(folder).flatMap((number) => readEntry(join(folder, `${number}.jsonl`), number) ?? []);
}

/** Whether an entry is in this state, and belongs to who is signed in to the chosen server, as far as that is known. */
function isOffered(entry: Entry, state: OfferedState, chosen: Pick<CompletionServers, 'userId'> & Pick<Choice, 'url'>) {
  const { owner, userId, url } = entry;
  if (state !== 'unsent')
    return entry.state === state && url === chosen.url && owner === (chosen.userId ?? '') && entry.writes.length > 0;
  const isOwn = owner === '' || [undefined, owner, userId].includes(chosen.userId);
  return entry.flags !== undefined && !isFinished(entry) && isOwn && [undefined, url].includes(chosen.url);
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

/** What `work` gives; undefined if it throws, also where others have a hand in a folder: a shell has nowhere to show errors. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
