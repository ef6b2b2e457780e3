import type { Context, LineWithin } from '../args/context.js';
import { type FlagTable, longName } from '../args/flag.js';
import { chooseInstance } from '../auth/servers.js';
import { openVault } from '../auth/vault.js';
import type { Client, ShownRequest } from '../client/client.js';
import type { Recorder } from '../client/recorder.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { resolveSettings, type Settings } from '../config/settings.js';
import type { StoredObject } from '../config/stored-file.js';
import type { Access } from '../contract/access.js';
import type { Change } from '../contract/change.js';
import { type Sentence, usageError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import type { Answers, Memory } from '../memory/memory.js';
import { createShow } from '../output/create-show.js';
import { toJson } from '../output/data/json.js';
import type { Jq } from '../output/jq/jq.js';
import type { Show, ShowParts } from '../output/show.js';
import { firstSet } from '../terminal/programs/first-set.js';
import { prettyOutput } from '../terminal/streams/stand-in.js';
import type { GlobalValues } from './command-line/global-flags.js';
import type { Invocation } from './command-line/invocation.js';
import { isCommand, loadVerb, summaryOf } from './command-line/outline.js';
import type { ConnectOptions } from './connect.js';
import type { Host } from './host.js';
import { chooseOutput, decideColor, opensLinks } from './output-choice.js';
import { createServers } from './servers.js';
import { createTerminalUse, launchFrom, promptOnDemand, type TerminalParts } from './terminal-use.js';

/** A context, and what shows the things that a command gives back in it. */
export interface Wiring {
  readonly context: Context;
  readonly show: Show;
}

interface CommandWiring extends Wiring {
  /** Watches a list (`--watch`): does a command's work again and again, with its output going elsewhere. */
  watch(work: (using: Wiring) => Promise<void>): Promise<void>;
  /** Whether the command has asked a server, and was not answered by what was kept. */
  isReached(): boolean;
  /** Has the server asked from now on, unless something has been printed. Gives whether it was not because of what was young enough. */
  renew(): boolean;
  /** Says how old what has been shown is, if it was kept; `isDone` is false after a failure. */
  sayAge(isDone: boolean): Promise<void>;
  /**
   * Writes the warnings gathered while the command ran, the requests of a dry run and the reference index. `isDone` is false
   * after a failure.
   */
  finish(isDone: boolean): Promise<void>;
}

/** A command, and what was started for it. */
export interface StartedCommand extends Pick<ConnectOptions, 'writes' | 'mayWait' | 'mostPerSecond'> {
  readonly command: string;
  /** Compiles the expression of `--jq`. A bad one is reported before any request. */
  readonly jq: Promise<Jq> | undefined;
  /** Whether it runs although others can write to the program's folders. */
  readonly copesWithUnsafe: boolean;
  /** Whether it follows changes. */
  readonly follows: boolean;
  /** What is kept of it in case it is killed while it does so. */
  change(context: Context): Promise<Change | undefined>;
  run(line: LineWithin): Promise<number>;
  readonly typed: Pick<Invocation, 'verb' | 'args' | 'flags'>;
}

/** Builds a command's context; the one place where flags, environment, files and network meet. */
export async function wire(given: Host, globals: GlobalValues, started: StartedCommand): Promise<CommandWiring> {
  const { copesWithUnsafe, writes, mayWait, mostPerSecond } = started;
  const { stdout } = given.io;
  const { isTerminal } = stdout;
  const isPretty = globals.pretty && !isTerminal;
  const io = isPretty ? { ...given.io, stdout: prettyOutput(stdout, given.env.COLUMNS) } : given.io;
  const { settings, problems } = await settingsFor(given, globals, started);
  const host: Host = { ...given, io, env: settings.env };
  const terminal = createTerminalUse(given.now);
  const jq = await started.jq;
  const showParts = await showPartsOf({ host, settings, terminal }, globals, { ...started, isTerminal });
  const show = await openShow(jq, showParts, host.within?.shows);
  const pending: Promise<void>[] = [];
  const warn = (message: Sentence): void => void pending.push(show.warn(message));
  const trace = (line: string): void =>
    void pending.push(host.io.stderr.write(show.isJson ? `${toJson({ debug: line })}\n` : `debug: ${line}\n`));
  for (const message of problems) warn(message);
  let hasSaid = false;
  const sayOnce = (text: Sentence): void => {
    // What goes on after its first output, such as triage, waits for something else each time.
    if (!hasSaid || stdout.hasBegun()) pending.push(show.say(text));
    hasSaid = true;
  };
  const sayIfIdle = (text: Sentence): void => {
    const { stdout, stderr } = host.io;
    if (!terminal.isLent() && !stdout.hasBegun() && !stderr.isDrawn()) sayOnce(text);
  };
  const [notice, idleNotice] = host.io.stderr.isTerminal ? [sayOnce, sayIfIdle] : [];
  const shown: ShownRequest[] = [];
  const dryRun = settings.dryRun ? (request: ShownRequest) => void shown.push(request) : undefined;
  const answers = answersFor(settings, isTerminal, started);
  const recorders: Recorder[] = [];
  const memories: Memory[] = [];
  const indexes = new Map<string, ReferenceIndex>();
  const { servers, connect } = createServers(
    {
      ...{ host, settings, warn, trace, notice, idleNotice, dryRun, answers, writes, mayWait, mostPerSecond },
      ...{ recorders, memories },
      change: async () => await started.change(context),
    },
    indexes,
  );
  let client: Promise<Client> | undefined;
  const leavingOut = async (client: Client): Promise<Client> =>
    globals.teamOnly ? (await teamOnly()).teamOnly(context, client) : client;
  const context: Context = Object.freeze({
    io: host.io,
    settings,
    servers,
    client: () => (client ??= connect().then(leavingOut)),
    prompt: promptOnDemand({ host, settings, terminal }, globals, () => memories.some(isYoung)),
    launch: launchFrom({ host, settings, terminal }),
    show,
    now: host.now,
    commands: { has: isCommand, load: loadVerb, summary: summaryOf, version: host.version, run: started.run },
    signal: host.signal,
  });
  return {
    context,
    show,
    async watch(work) {
      const { watchList } = await import('../commands/watching/watch-list.js');
      const { choice } = showParts;
      await watchList(context, async (io, { fields = choice.fields, ...more }) => {
        const show = await openShow(jq, { ...showParts, io, choice: { ...choice, fields, ...more } });
        const elsewhere = Object.freeze({ ...context, io, show });
        return async () => await work({ context: elsewhere, show });
      });
    },
    isReached: () => client !== undefined && memories.every(({ answered }) => answered() === undefined),
    async sayAge(isDone) {
      if (!isDone && !host.io.stdout.hasBegun()) return;
      for (const answered of memories.map((memory) => memory.answered()))
        if (answered) await show.age({ ...answered, why: answered.why?.message });
    },
    renew: () =>
      !host.signal.aborted && !host.io.stdout.hasBegun() && memories.map((memory) => memory.renew()).includes(true),
    async finish(isDone) {
      for (const recorder of recorders) await recorder.end();
      for (const memory of memories) await memory.flush();
      if (dryRun) await showRequests(context, shown, isDone);
      await Promise.all(pending);
      const isLong = !started.follows && terminal.workedMs() > quietMs;
      if (isDone && isLong && host.env.ACCESSIBLE && host.io.stderr.isTerminal)
        await (await accessible()).sayDone(context);
      try {
        for (const index of indexes.values()) index.flush();
      } catch (error) {
        if (!copesWithUnsafe) throw error;
      }
    },
  };
}

/** What takes longer than this is to be said to be done, where nobody sees a prompt (milliseconds). */
const quietMs = 2_000;

/** What only those need who listen. */
const accessible = () => import('./accessible.js');

/** What leaves out what customers wrote. */
const teamOnly = () => import('../commands/conversations/team-only.js');

const isYoung = (memory: Memory): boolean => memory.answered()?.isYoung === true;

async function settingsFor(host: Host, globals: GlobalValues, started: StartedCommand) {
  // In triage, it is another name for it.
  const accessible = globals.accessible || started.typed.flags.plain === true;
  const { settings: own, problems } = await resolveSettings({
    ...{ ...host, flags: { ...globals, accessible }, command: started.command },
    requiresSafe: !started.copesWithUnsafe,
  });
  const settings = await withAccess(await withMaxAge(own, globals, started), globals, host.within?.limit);
  return { settings, problems };
}

/** The settings with how old an answer may be, if anything says that. */
async function withMaxAge(settings: Settings, globals: GlobalValues, started: StartedCommand): Promise<Settings> {
  const { env, stored } = settings;
  if (globals.maxAge === undefined && !globals.refresh && !env.TRACKER_MAX_AGE && !stored['max-age']) return settings;
  return { ...settings, maxAge: (await import('./max-age.js')).readMaxAge({ globals, settings, ...started }) };
}

/** The settings with what this process may do, if anything says that. */
async function withAccess(settings: Settings, { readOnly }: GlobalValues, limit?: Access): Promise<Settings> {
  const { env, stored } = settings;
  const { instances } = await settings.config.read().catch((): StoredObject => ({}));
  const isKept = isRow(instances) && Object.values(instances).some((each) => isRow(each) && each.access !== undefined);
  if (!readOnly && !env.TRACKER_ACCESS && stored.agents === undefined && !isKept && !limit) return settings;
  const access = (await import('../config/access.js')).readAccess({ env, readOnly, stored, limit });
  if (!isKept) return { ...settings, access };
  const chosen = await chooseInstance(openVault(settings), settings.target).catch(() => undefined);
  if (!chosen) return { ...settings, access };
  return { ...settings, access: (await import('../contract/allowed.js')).withSignIn(access, chosen.entry) };
}

/** Shows the requests of a dry run, or says that there are none, unless the command failed or has shown them itself. */
async function showRequests(context: Context, shown: readonly ShownRequest[], isDone: boolean): Promise<void> {
  const { show, io } = context;
  if (shown.length > 0) {
    await (await import('../commands/work/dry-run.js')).sayWrites(context, shown);
    await show.requests(shown.map(({ write: _write, ...request }) => request));
  } else if (isDone && !io.stdout.hasBegun()) {
    await show.requests([]);
    await show.say('Nothing would be sent.');
  }
}

/** Throws a usage error for a flag that opens something interactive if nobody is at a terminal (docs/requirements.md, R63). */
export function refuseInteractive({ prompt }: Context, table: FlagTable, given: Invocation['flags']): void {
  for (const [key, { flags, needsTerminal }] of Object.entries(table)) {
    if (needsTerminal === undefined || !given[key] || prompt.possible) continue;
    const why = 'needs a terminal and cannot be used with --no-input or when CI is set';
    throw usageError(`${longName(flags)} ${why}`, needsTerminal);
  }
}

/** How to show things; `isTerminal` is whether a person reads them. */
async function showPartsOf(
  { host, settings, terminal }: TerminalParts,
  globals: GlobalValues,
  { isTerminal, command, typed }: StartedCommand & { readonly isTerminal: boolean },
): Promise<ShowParts> {
  const { io, env, now, processes, yieldInterrupts } = host;
  const { stored } = settings;
  const choice = chooseOutput(globals);
  if (globals.teamOnly) (await teamOnly()).requireTeamOnly(command, typed.flags);
  const goOn = globals.brief ? (await import('./go-on.js')).goOn(host.argv, { command, globals, ...typed }) : undefined;
  return {
    io,
    goOn,
    choice: env.ACCESSIBLE ? { ...choice, pager: false } : choice,
    color: decideColor({ when: globals.color, stored: stored.color }, env, isTerminal),
    env: {
      // A dumb terminal cannot run a pager.
      pager: env.TERM === 'dumb' ? 'cat' : firstSet(env.TRACKER_PAGER, env.PAGER, stored.pager),
      accessible: Boolean(env.ACCESSIBLE),
      links: isTerminal && opensLinks(env),
    },
    now,
    ...(env.ACCESSIBLE && { isNewHint: async (hint: string) => await (await accessible()).isNewHint(host, hint) }),
    processorTime: processes.processorTime,
    // less uses Ctrl-C as a command.
    spawnPager: (command, text) =>
      terminal.lend(() =>
        yieldInterrupts(async () => (await import('../output/spawn-pager.js')).spawnPager(command, text)),
      ),
  };
}

/** When an answer that was kept takes the place of the server's. */
function answersFor(
  { offline, queue, dryRun }: Settings,
  isTerminal: boolean,
  { writes, follows }: StartedCommand,
): Answers {
  // What waits is looked up when it is sent.
  if (follows || (writes && queue && !dryRun)) return 'never';
  if (offline) return 'always';
  if (writes) return 'never';
  return isTerminal ? 'unreached' : 'never';
}

async function openShow(jq: Jq | undefined, parts: ShowParts, shows?: LineWithin['shows']): Promise<Show> {
  if (shows) return shows(createShow(parts));
  if (jq === undefined) return createShow(parts);
  const { createJqShow } = await import('../output/jq/show.js');
  return createJqShow(parts, jq);
}
