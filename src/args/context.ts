import type { Servers } from '../auth/servers.js';
import type { Client } from '../client/client.js';
import type { Env } from '../config/folders.js';
import type { Settings } from '../config/settings.js';
import type { Access } from '../contract/access.js';
import type { Row } from '../contract/row.js';
import type { Show, Speech } from '../output/show.js';
import type { Launch } from '../terminal/programs/create-launch.js';
import type { Prompt } from '../terminal/prompt/prompt.js';
import type { Io } from '../terminal/streams/io.js';

/** The commands of the program, for those that run others. */
export interface Commands {
  /** Whether a word is the name of a command, such as `tasks`, so that nothing else may have it. */
  has(word: string): boolean;
  /** The VerbBody of a command such as `tasks edit` or `close`, whose type would need this one; undefined if there is none. */
  load(command: string): Promise<unknown>;
  /** What help says of a command in one line; '' if there is none. */
  summary(command: string): string;
  readonly version: string;
  /** Runs a command line as if it had been typed, and gives its exit code; never throws. */
  run(line: LineWithin): Promise<number>;
}

/** A command line that a command runs for another program. */
export interface LineWithin {
  readonly argv: readonly string[];
  readonly io: Io;
  readonly env: Env;
  readonly signal: AbortSignal;
  /** What takes the place of the writer of its output. */
  readonly shows: (usual: Show) => Show;
  readonly fails: (error: unknown) => void;
  /** What it may do at most. */
  readonly limit: Access;
}

/** What a command knows of the entry of the ledger that it sends. */
interface SendContext {
  /** The claims that this program has on entries. */
  readonly lockOf: (number: number) => { readonly isOurs: () => boolean } | undefined;
  /** The number of the proposal that a person has accepted, if any (docs/requirements.md, R98). */
  readonly accepted?: number | undefined;
  /** The entry, unless it is a text, whose command goes on with it by its number. */
  readonly entry?: SentEntry | undefined;
}

/** A command that is sent as it was typed. What it writes is kept in its entry of the ledger, and nowhere else. */
export interface SentEntry {
  /** The uuids that its references (in lower case) had when it was typed. */
  readonly targets: Row;
  /** The command to use instead, with this uuid in place of a reference. */
  readonly commandFor: (ref: string, uuid: string) => string;
  /** Keeps only the references that are left; none once the server has accepted everything. */
  readonly keepOnly: (left: readonly string[]) => void;
}

/** A task, ticket, project or chat thread that a command names. */
export interface NamedEntity {
  readonly kind: 'task' | 'ticket' | 'project' | 'thread';
  readonly uuid: string;
  readonly ref: string;
}

/** Everything a command may use. Frozen. Expensive parts are created on the first call, so a command pays only for what it uses. */
export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** A signed-in client for the chosen instance. Throws `sign_in_required` when there is no token. */
  client(): Promise<Client>;
  readonly servers: Servers;
  readonly prompt: Prompt;
  readonly launch: Launch;
  readonly show: Speech;
  now(): Date;
  readonly commands: Commands;
  /** Called with what a command names, once it is found: says what of it has not been sent, or that something comes first. */
  readonly onNamed?: ((found: NamedEntity, onlyReads?: boolean) => Promise<void>) | undefined;
  /** What of the ledger it is run for. */
  readonly sending?: SendContext;
  /** Aborted by Ctrl-C, SIGTERM, SIGHUP and SIGQUIT. */
  readonly signal: AbortSignal;
}
