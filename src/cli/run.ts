import type { Context } from '../args/context.js';
import { canQueue, pickable } from '../args/verb.js';
import type { Run } from '../commands/sending/ran.js';
import { folderVariables, trimEnv } from '../config/folders.js';
import { ExitWith, TrackerError, usageError } from '../contract/errors.js';
import { mayBe } from '../ledger/waiting.js';
import type { AliasMeaning } from './command-line/alias.js';
import type { Invocation } from './command-line/invocation.js';
import { findAliasAt, ownWords } from './command-line/outline.js';
import type { Host } from './host.js';
import { parse, parseWords } from './parse.js';
import type { StartedCommand, Wiring } from './wire.js';

/** What only an error needs. */
const reporting = () => import('./report.js');

/** What has run for so long may run much longer, so that an update may replace its files (milliseconds). */
const longRunMs = 2_000;

/** If an update is replacing the files just then, nothing can be held. */
const hold = (): unknown => import('../disk/hold-files.js').then((held) => held.holdFiles()).catch(() => undefined);

/**
 * Runs a command line and gives its exit code; never throws. Data goes to stdout, everything else to stderr; only this function
 * reports errors.
 */
export async function run(outside: Host): Promise<number> {
  const given = { ...outside, env: trimEnv(outside.env) };
  let host = given;
  try {
    if (!given.within) {
      setTimeout(hold, longRunMs).unref();
      if (mayBeUndecoded(given)) (await import('./refuse-undecoded.js')).refuseUndecoded(given);
    }
    const expanded = await withoutAlias(given);
    if ('argv' in expanded) host = { ...given, argv: expanded.argv };
    const parsed = 'argv' in expanded ? await parse(host) : expanded.invocation;
    if ('verb' in parsed) await invoke(host, parsed);
    else if (parsed.error) return await report(host, parsed.error, `\n${parsed.help}`);
    else if (host.io.stdout.isTerminal) await (await import('./help/print-help.js')).printHelp(host, parsed.help);
    else await host.io.stdout.write(parsed.help);
    return 0;
  } catch (error) {
    given.within?.fails(error);
    const { helpOfNoun } = await reporting();
    return await report(host, error, await helpOfNoun(error, host.argv, (words) => parseWords(host, words)));
  }
}

/** Prints an error on stderr, followed by help for people, and gives the exit code. Never throws. */
export async function report(host: Host, error: unknown, help = ''): Promise<number> {
  const { reportError, wantsJson } = await reporting();
  const words = await ownWords(host.argv);
  const json = wantsJson(words);
  const debug = words.includes('--debug');
  host.io.stderr.draw('');
  const { stderr } = host.io;
  const isNewHint = async (hint: string) => await (await import('./accessible.js')).isNewHint(host, hint);
  const { text, exitCode } = await reportError(withReason(error, host.signal), { json, debug, stderr, isNewHint });
  await host.io.stderr.write(json ? text : text + help).catch(() => undefined);
  return exitCode;
}

/** The error a signal aborts a command with. */
export function interruptedBy(name: string, exitCode: number): TrackerError {
  return new TrackerError('interrupted', name === 'SIGINT' ? 'interrupted' : `ended by ${name}`, { exitCode });
}

/** Whether there is a U+FFFD, which Node puts in place of bytes that are not UTF-8. */
function mayBeUndecoded({ argv, env }: Host): boolean {
  return [...argv, ...folderVariables.map((name) => env[name])].some((each) => each?.includes('\ufffd'));
}

/** The command line with an alias replaced by what it stands for. Costs nothing for a line that begins with a command. */
async function withoutAlias(host: Host): Promise<AliasMeaning> {
  const at = findAliasAt(host.argv);
  return (at !== undefined && (await import('./command-line/alias.js')).expandAlias(host, at)) || { argv: host.argv };
}

async function invoke(host: Host, invocation: Invocation): Promise<void> {
  const { command, verb, args, flags, globals } = invocation;
  if (globals.dryRun && !verb.writes) throw usageError('this command has no dry run', 'leave out --dry-run');
  if (globals.queue) refuseQueue(verb, globals);
  verb.onStart?.(host);
  // Takes as long as everything else up to the request.
  const jq =
    globals.jq === undefined
      ? undefined
      : (await import('../output/jq/jq.js')).openJq(globals.jq, host.env, {
          signal: host.signal,
          memory: host.processes.memory,
        });
  jq?.catch(() => undefined);
  const { wire, refuseInteractive } = await import('./wire.js');
  const writes = verb.writes !== undefined && !verb.onlyReads?.(flags, args);
  let ran: Run | undefined;
  const started: StartedCommand = {
    ...{ command, jq, typed: invocation },
    run: async (within) =>
      await run({ ...host, ...within, within, seen: new Map(), terminalName: async () => undefined }),
    copesWithUnsafe: verb.copesWithUnsafe?.(flags) ?? false,
    writes,
    mayWait: canQueue(verb),
    follows: verb.follows !== undefined || flags.watch === true,
    mostPerSecond: verb.mostPerSecond?.(flags),
    change: async (within) =>
      ran && canQueue(verb) ? await (await import('../commands/sending/ran.js')).lastingChange(within, ran) : undefined,
  };
  const { context, show, watch, renew, sayAge, finish, isReached } = await wire(host, globals, started);
  let isDone = false;
  try {
    refuseInteractive(context, verb.flags, flags);
    const { access } = context.settings;
    const isProposed =
      access.level !== 'full' &&
      (await (await import('./allow.js')).requireAllowed(access, { command, verb, flags, globals, writes }));
    if (context.settings.offline) await refuseOffline(context.settings, { verb, flags, writes });
    const named = await withReference(context, { verb, command, args });
    const given = { args: named, flags: await withInput(context, verb, { args: named, flags }) };
    const { args: typed, flags: values } = takesDuration(verb, given)
      ? await (await import('./units.js')).withUnits(context, verb, given)
      : given;
    // Where several things would read it, the command says so.
    const isPiped =
      (writes || context.settings.maxAge !== undefined) &&
      [...typed, ...Object.values(values).flat()].filter((each) => each === '-').length === 1;
    const words = isPiped ? await (await piped()).withPipedReferences(context, verb, typed) : typed;
    const doing = typeof flags.once === 'string' ? (await onlyOnce()).runningOnce(verb, flags.once) : verb;
    const running: Run = { command, verb: doing, args: words, flags: values, again: [] };
    ran = running;
    const within = Object.freeze({ ...context, onNamed: watchNamed(context, running) });
    let isQueued = false;
    if (flags.watch === true) await watch(async (using) => await runAndShow(using, running));
    else if (isProposed) await (await import('./allow.js')).runProposing({ context: within, show }, running, access);
    else if (canQueue(verb) && context.settings.queue && !context.settings.dryRun)
      isQueued = await runOrQueue({ context: within, show }, { ...running, globals });
    else await runAndShow({ context: unqueued(within), show }, running, renew);
    for (const settle of running.again) settle();
    isDone = true;
    if (!isQueued && !flags.short && access.level === 'full' && isReached() && sendsWaiting(context))
      await (await queueing()).sendWaitingAfter(context);
  } catch (error) {
    isDone = error instanceof TrackerError && error.reason === 'nothing_given';
    if (isDone) return await (await piped()).showNothing(show, verb);
    if (ran && canQueue(verb) && !context.settings.dryRun && isReached())
      await (await queueing()).keepLost(context, ran, error);
    if (!ran || writes || started.follows || context.settings.offline) throw error;
    throw await (await import('./works-offline.js')).namingOffline(error, { host, started, globals, ...ran });
  } finally {
    if (isDone) await sayAge(true);
    await finish(isDone);
    // An error is reported last, whatever the format.
    if (!isDone) await sayAge(false).catch(() => undefined);
  }
}

const piped = () => import('./piped-references.js');

const queueing = () => import('../commands/sending/queue.js');

const onlyOnce = () => import('../commands/sending/once.js');

/** Runs a command and shows what it gives back; where it fails because of something kept that `renew` gives up, once more. */
async function runAndShow(wiring: Wiring, ran: Omit<Run, 'again'>, renew = (): boolean => false): Promise<void> {
  const { showShown } = await import('../output/show-shown.js');
  const { context, show } = wiring;
  try {
    const shown = await ran.verb.run(context, ran.args, ran.flags);
    if (shown?.failure === undefined || !renew()) return await showShown(show, shown);
  } catch (error) {
    if (!renew()) throw error;
  }
  await runAndShow(wiring, ran);
}

/** What a command does with each thing it names; most that only read need nothing loaded for it. */
function watchNamed({ settings, ...rest }: Context, ran: Run): Context['onNamed'] {
  const { verb } = ran;
  const context = { ...rest, settings: { ...settings, queue: settings.queue && canQueue(verb) } };
  let watching: Promise<NonNullable<Context['onNamed']>> | undefined;
  return async (...found) => {
    if (!verb.writes && !mayBe('unsent', settings.folders.state)) return;
    watching ??= import('../commands/sending/held.js').then((held) => held.watchNamed(context, ran));
    await (await watching)(...found);
  };
}

/** Runs a command that waits in the ledger if it cannot reach the server. Gives whether it does. */
async function runOrQueue(
  { context, show }: Wiring,
  { globals, ...ran }: Run & Pick<Invocation, 'globals'>,
): Promise<boolean> {
  const { verb, flags } = ran;
  const kept = typeof verb.queued === 'function' ? await verb.queued(flags, context) : flags;
  if (!kept && globals.queue) throw cannotQueue();
  if (!kept) {
    await runAndShow({ context: unqueued(context), show }, ran);
    return false;
  }
  const ending = await (await queueing()).runOrQueue(context, { ...ran, flags: kept });
  await (await import('../output/show-shown.js')).showShown(show, ending.shown);
  return ending.waits;
}

function unqueued(context: Context): Context {
  return { ...context, settings: { ...context.settings, queue: false } };
}

/** Whether something may wait that a command at a terminal sends when it has reached the server. */
function sendsWaiting({ io, settings: { command, dryRun, folders, offline } }: Context): boolean {
  const isApart = /^(?:drafts|triage|logout|undo|redo|watch|events)\b/.test(command);
  return io.stderr.isTerminal && !dryRun && !offline && !isApart && mayBe('waiting', folders.state);
}

/** Throws a usage error where there is nothing that could be kept for later. */
function refuseQueue(verb: Invocation['verb'], { dryRun, mayQueue: may }: Invocation['globals']): void {
  if (may === false) throw usageError('--queue and --no-queue cannot be used together');
  if (!canQueue(verb)) throw cannotQueue();
  if (dryRun) throw usageError('--dry-run cannot be used with --queue');
}

function cannotQueue(): TrackerError {
  return usageError('this command cannot be queued', 'leave out --queue');
}

/** Throws a usage error where there is nothing that could be shown without a server, or nothing that waits for it. */
async function refuseOffline(
  settings: Context['settings'],
  { verb, flags, writes }: Pick<Invocation, 'verb' | 'flags'> & { readonly writes: boolean },
): Promise<void> {
  const { asksServer, changesSomething } = await import('./offline.js');
  if (verb.follows === 'only' || flags.watch === true) throw asksServer(settings);
  const mayWait = canQueue(verb);
  if (writes && !settings.dryRun && !(settings.queue && mayWait)) throw changesSomething(settings, mayWait);
}

/** The arguments, with a missing reference picked from a list. Throws a usage error where nobody can be asked. */
async function withReference(context: Context, { verb, command, args }: Pick<Invocation, 'verb' | 'command' | 'args'>) {
  const missing = verb.arguments?.slice(args.length).find(({ isOptional }) => !isOptional);
  if (missing && !context.prompt.possible)
    throw usageError(`missing required argument '${missing.value.name}'`, `tracker help ${command}`);
  const of = args.length > 0 ? [] : pickable(verb.arguments);
  return of.length === 0 ? args : [await (await import('../references/pick.js')).pickReference(context, of)];
}

function takesDuration({ arguments: declared = [], flags }: Invocation['verb'], given: Pick<Invocation, 'flags'>) {
  const named = Object.entries(flags).flatMap(([key, flag]) => (given.flags[key] === undefined ? [] : [flag]));
  return [...declared, ...named].some(({ value }) => value?.kind === 'duration');
}

/** The flags, with standard input in place of `-` for those that take a text. */
async function withInput(context: Context, verb: Invocation['verb'], given: Pick<Invocation, 'args' | 'flags'>) {
  if (!Object.values(given.flags).flat().includes('-')) return given.flags;
  return await (await import('../files/piped-text.js')).withPipedText(context, verb, given);
}

/** After an interruption, reports the interruption instead of whatever broke because of it. */
function withReason(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ExitWith) return error;
  return signal.aborted && signal.reason instanceof TrackerError ? signal.reason : error;
}
