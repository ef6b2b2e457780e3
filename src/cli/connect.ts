import { onlineLine, selection } from '../args/selection.js';
import { withRunningSandbox } from '../auth/running-sandbox.js';
import { serverOf } from '../auth/servers.js';
import type { Session } from '../auth/tokens/sign-in.js';
import { type Client, createClient, type ShownRequest } from '../client/client.js';
import type { Recorder } from '../client/recorder.js';
import { type Account, memoryFolder } from '../client/state/account-folder.js';
import type { LastShown } from '../client/state/last-shown.js';
import type { ReferenceIndex, ReferenceKind } from '../client/state/references.js';
import type { Settings } from '../config/settings.js';
import { bytesOf, usualMemorySize } from '../config/stored-settings.js';
import type { Change } from '../contract/change.js';
import type { Sentence } from '../contract/errors.js';
import { readWhole } from '../http/body/read.js';
import type { Send } from '../http/message.js';
import { withRedirects } from '../http/redirect.js';
import { type RetryParts, withRetry } from '../http/retry.js';
import { createRecovery, withSession } from '../http/session.js';
import { createTransport } from '../http/transport/choose.js';
import { createWait, waitFor, withWaitNotice } from '../http/waiting.js';
import { type Answers, type Memory, openMemory } from '../memory/memory.js';
import type { Host } from './host.js';
import type { Whose } from './whose-token.js';

export interface ConnectOptions {
  /** Takes the writes of a dry run instead of sending them; undefined in a real run. */
  readonly dryRun?: ((request: ShownRequest) => void) | undefined;
  readonly host: Host;
  readonly settings: Settings;
  readonly warn: (message: Sentence) => void;
  /** Writes one line of `--debug`. */
  readonly trace: (line: string) => void;
  /** What the command does with a server that cannot be reached, or may not be. */
  readonly answers: Answers;
  /** Whether the command changes something on the server, and may wait where that cannot be reached. */
  readonly writes: boolean;
  readonly mayWait: boolean;
  /** What is kept of it in case it is killed while it does so. */
  readonly change?: (() => Promise<Change | undefined>) | undefined;
  /** The most requests that it sends in a second, if there is a limit. */
  readonly mostPerSecond?: number | undefined;
  /** Says what the command is waiting for; undefined if stderr is not a terminal. */
  readonly notice: ((sentence: Sentence) => void) | undefined;
  /** The same, but silent while a question, another program, a progress line or output has the terminal. */
  readonly idleNotice: ((sentence: Sentence) => void) | undefined;
  /** What is opened to remember writes. */
  readonly recorders: Recorder[];
  readonly memories: Memory[];
}

/** What all connections of a command share. */
export interface ConnectParts extends ConnectOptions {
  /** Sends one request as it is: no token, no retries. */
  readonly exchange: Send;
  readonly retry: RetryParts;
}

export function createConnectParts(options: ConnectOptions): ConnectParts {
  const { host, settings, notice, idleNotice, mostPerSecond } = options;
  const { timeoutMs, env } = settings;
  const direct: Send = settings.offline
    ? async (request) => (await offline()).refuse(request, options)
    : (host.send ?? createTransport({ timeoutMs, env, writes: options.writes && !settings.dryRun }));
  const send = watch(idleNotice ? withWaitNotice(direct, idleNotice) : direct, options);
  return {
    ...options,
    exchange: mostPerSecond === undefined ? send : atPace(send, mostPerSecond),
    retry: { now: host.now, wait: createWait(notice), read: readWhole },
  };
}

/** A layer that few commands need, loaded with the first request. */
function loadedLate(load: () => Promise<Send>): Send {
  let loaded: Promise<Send> | undefined;
  return async (request) => {
    loaded ??= load();
    return await (await loaded)(request);
  };
}

/** Sends at most so many requests a second. */
function atPace(send: Send, mostPerSecond: number): Send {
  const options = { mostPerSecond, now: () => performance.now(), wait: waitFor };
  return loadedLate(async () => (await import('../http/pace.js')).withPace(send, options));
}

/** A client without a token, for the probe (docs/api.md, Authentication 7). */
export function connectUnsigned(
  parts: ConnectParts,
  base: URL,
  { index, signal = parts.host.signal }: { readonly index: ReferenceIndex; readonly signal?: AbortSignal | undefined },
): Client {
  const { settings } = parts;
  const refused: Send = async () => Promise.reject((await offline()).asksServer(settings));
  const send = withRetry(withRedirects(settings.offline ? refused : parts.exchange, base), parts.retry);
  const recorder = recorderOf(parts, { base, index, owner: async () => undefined });
  const named = { base, instanceName: base.host, now: parts.host.now };
  return createClient({ ...named, send, index, lastShown: async () => noTerminal, recorder, signal });
}

/** The client of a session: every exchange, redirects and retries included, carries its token and stores a rotated one. */
export function connectSigned(
  parts: ConnectParts,
  session: Session & { readonly signal?: AbortSignal | undefined },
  index: ReferenceIndex,
): { readonly client: Client; readonly send: Send } {
  const { entry, tokens, signal = parts.host.signal } = session;
  const { cache: cacheFolder } = parts.settings.folders;
  const server = serverOf(entry, parts.settings);
  const recovery = createRecovery();
  const warned = new Set<Sentence>();
  const warnOnce = (message: Sentence): void => {
    if (!warned.has(message)) parts.warn(message);
    warned.add(message);
  };
  // With --offline no helper is started, nor is a sandbox looked for.
  const unsent: Send = async (request) => {
    await tokens.requireSignIn?.();
    return await parts.exchange(request);
  };
  const isFull = parts.settings.access.level === 'full' && entry.access === undefined;
  const guard = () => import('./guard.js');
  const guarded = (send: Send): Send =>
    isFull ? send : loadedLate(async () => (await guard()).withAllowed(send, parts, entry));
  // Beneath redirects, so that no server leads to what access does not allow.
  const signedIn = (isBrief: boolean): Send =>
    parts.settings.offline
      ? guarded(unsent)
      : withRedirects(
          guarded(
            withSession(withRunningSandbox(parts.exchange, entry, parts.settings), {
              tokens,
              warn: warnOnce,
              conceal: parts.host.io.conceal,
              recovery,
              isBrief,
            }),
          ),
          server.url,
        );
  const signed = signedIn(false);
  let whose: Promise<Whose> | undefined;
  const asking = async (): Promise<Whose> => {
    whose ??= import('./whose-token.js').then(({ askWhose }) =>
      askWhose({ ...session, base: server.url, index, cacheFolder, signal, send: signedIn(true) }),
    );
    return await whose;
  };
  // With --offline, nobody is asked.
  if (index.userId !== undefined) index.claim(index.userId);
  const mayAsk = session.userId === undefined && session.fingerprint !== undefined && !parts.settings.offline;
  const account = async (): Promise<Account | undefined> => {
    if (mayAsk) await (await asking()).find();
    return index.userId === undefined ? undefined : { url: entry.url, userId: index.userId };
  };
  // Asks nobody, since a text is saved before the network is touched.
  const owner = async (): Promise<string | undefined> => (session.fingerprint ?? index.userId) || undefined;
  // What is written or undone compares users, too.
  const writer = async (): Promise<string | undefined> => {
    await account();
    return await owner();
  };
  const isKnown = (): boolean => !mayAsk || index.userId !== undefined;
  const memory = memoryOf(parts, session, { account, isKnown, index });
  const beside = (send: Send): Send => (mayAsk ? async (request) => await (await asking()).over(send)(request) : send);
  return {
    client: createClient({
      send: memory.over(beside(withRetry(signed, parts.retry))),
      memory,
      base: server.url,
      instanceName: entry.name,
      index,
      lastShown: lastShownOf(parts, account),
      recorder: recorderOf(parts, { base: server.url, index, owner: writer }),
      get userId() {
        return index.userId || undefined;
      },
      now: parts.host.now,
      owner,
      signal,
      keepLong: async (long) => await (await import('../client/long/keep-rows.js')).keepRows(long),
      variable: tokens.variable,
      givenToken: tokens.given,
      raw: memory.over(beside(signed), { keeps: false }),
      brief: memory.over(beside(signedIn(true)), { answers: 'never' }),
      recovered: recovery.settled,
      unsaved: tokens.unsaved,
      async rotates() {
        // No helper is started for what sends nothing.
        if (parts.settings.offline) return false;
        await tokens.current();
        return (await tokens.hasRotated?.()) ?? false;
      },
      warn: parts.warn,
      dryRun: parts.dryRun,
      requireWrite: isFull ? undefined : async (write) => (await guard()).requireWrite(write, parts, entry),
    }),
    send: signed,
  };
}

const offline = () => import('./offline.js');

interface MemoryParts {
  readonly account: () => Promise<Account | undefined>;
  readonly isKnown: () => boolean;
  readonly index: ReferenceIndex;
}

function memoryOf(
  { host, settings, answers, memories, trace }: ConnectParts,
  { tokens }: Session,
  { account, isKnown, index }: MemoryParts,
): Memory {
  const isOff = settings.stored.memory === 'off';
  const folder = async (): Promise<string | undefined> => {
    const whose = isOff ? undefined : await account();
    // Several may have no id.
    return whose?.userId ? memoryFolder(settings.folders.cache, whose) : undefined;
  };
  // Of what is no such kind, it knows nothing.
  const refOf = (under: string, id: string): string | undefined =>
    index.all(under as ReferenceKind).find(({ uuid }) => uuid === id)?.ref;
  const { argv } = host;
  const memory = openMemory({
    folder,
    isKnown: () => isOff || isKnown(),
    userId: async () => (await account())?.userId,
    ...{ refOf, now: host.now, uptime: host.processes.uptime, answers, flags: selection({ settings }) },
    ownLine: () => onlineLine(settings, argv),
    most: bytesOf(settings.stored['memory-size'] ?? usualMemorySize),
    maxAge: settings.maxAge,
    ...(settings.debug && {
      trace: (url, age) => trace(`GET ${url.pathname}${url.search} from memory, ${age / 1000} s old`),
    }),
    tooOld: async (from, url) => (await offline()).tooOld(from, { url, settings, argv, refOf, now: host.now() }),
    neverRead: async (url, hadNoRoom) => (await offline()).neverRead(url, { settings, argv, refOf, hadNoRoom }),
    requireSignIn: async () => await tokens.requireSignIn?.(),
  });
  memories.push(memory);
  return memory;
}

/** Traces requests under `--debug`, and warns if certificates are not checked. */
function watch(send: Send, { host, settings, trace, warn }: ConnectOptions): Send {
  const isChecked = settings.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  if (isChecked && !settings.debug) return send;
  return loadedLate(async () => {
    const { withTrace, withTrustWarning } = await import('../http/trace.js');
    const warned = isChecked ? send : withTrustWarning(send, warn);
    return settings.debug ? withTrace(warned, trace, () => host.now().getTime()) : warned;
  });
}

const noTerminal: LastShown = { hasTerminal: false, entity: undefined, place: undefined, keep: () => undefined };

/** Reads what `@` stands for when a command asks. */
function lastShownOf(
  { host, settings }: ConnectParts,
  accountOf: () => Promise<Account | undefined>,
): () => Promise<LastShown> {
  let opened: Promise<LastShown> | undefined;
  const open = async (): Promise<LastShown> => {
    const terminal = await host.terminalName();
    if (terminal === undefined) return noTerminal;
    const { openLastShown } = await import('../client/state/last-shown.js');
    const account = await accountOf();
    if (account === undefined) return { ...noTerminal, hasTerminal: true };
    return openLastShown(settings.folders.state, account, terminal);
  };
  return () => (opened ??= open());
}

interface RecorderParts extends Pick<Client, 'base' | 'index'> {
  readonly owner: () => Promise<string | undefined>;
}

/** Opens what remembers writes when something is written or undone. */
function recorderOf(
  { host, settings, warn, recorders, change }: ConnectParts,
  { base, index, owner }: RecorderParts,
): () => Promise<Recorder> {
  let opened: Promise<Recorder> | undefined;
  const open = async (): Promise<Recorder> => {
    const { EntryRecorder } = await import('../ledger/record.js');
    const { command, folders, processes, access } = settings;
    const url = base.href.replace(/\/$/, '');
    const whose = (await owner()) ?? '';
    const recorder = new EntryRecorder({
      ...{ stateFolder: folders.state, now: host.now, processes, signal: host.signal },
      ...{ url, owner: whose, userId: index.userId || undefined, command, index, warn, change, access },
    });
    recorders.push(recorder);
    return recorder;
  };
  return () => (opened ??= open());
}
