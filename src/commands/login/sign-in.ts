import type { Context } from '../../args/context.js';
import { type FlagTable, type FlagValues, longName } from '../../args/flag.js';
import type { InstanceEntry } from '../../auth/instances.js';
import type { LoginMode } from '../../auth/login/mode.js';
import { defaultServiceName, probe } from '../../auth/login/probe.js';
import { resultKeys, storeOrEnd } from '../../auth/login/store-sign-in.js';
import { openRepairingVault } from '../../auth/repairing.js';
import { boundToSandbox } from '../../auth/running-sandbox.js';
import type { Env } from '../../config/folders.js';
import type { AccessLevel } from '../../contract/access.js';
import { levelOf, strictest } from '../../contract/allowed.js';
import { asText, type Sentence, usageError } from '../../contract/errors.js';
import { findRunning } from '../../disk/processes.js';
import type { Remark, VerbResult } from '../../output/shown.js';
import { wrapSentence } from '../../output/text/wrap.js';
import { isPlain } from '../../terminal/progress.js';
import { holdKeys } from '../../terminal/prompt/held-keys.js';
import { chooseDestination, type Destination, type GivenDestination } from './destination.js';

interface LoginRequest extends GivenDestination {
  readonly mode: ModeEntry;
  /** What it may be used for, if that was given. */
  readonly access: AccessLevel | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Signs in: probes the server, gets a token in the mode that fits, tries it with `GET /me`, and only then stores it; an
 * older sign-in stays until that moment (docs/api.md, Authentication 5 to 7; docs/requirements.md, R11).
 */
export async function signIn(context: Context, request: LoginRequest): Promise<VerbResult> {
  const { settings, show } = context;
  await show.expectResult(resultKeys);
  if (request.serviceName === '') throw usageError('--service-name takes a name, not ""', 'leave it out for tracker');
  const { vault, warnings } = openRepairingVault(settings);
  // The token may be pasted before it is asked for.
  const release = holdKeys(context.io, { erases: !isPlain(settings.env) });
  const begin = async () => {
    const destination = await chooseDestination(settings, vault, request);
    return { destination, checked: await checkServer(context, destination) };
  };
  const { destination, checked } = await begin().finally(release);
  const instances = await vault.instances();
  const bound = boundToSandbox(checked, instances, settings.processes);
  const entry = withAccess(bound, request.access, context.prompt.possible ? [] : instances);
  if (request.access !== undefined && entry.access !== request.access)
    await show.warn(`the access level stays ${entry.access}, which only somebody at a terminal can raise`);
  // Nobody is to sign in for nothing.
  await vault.warm(destination.server.key);
  const mode = await request.mode.load();
  const { stderr } = context.io;
  const say = async (sentence: Sentence): Promise<void> =>
    await stderr.write(`${await wrapSentence(stderr, asText(sentence))}\n`);
  const received = await mode.signIn({ ...context, say }, destination, request.values);
  const { sentence, result } = await storeOrEnd(context.servers, {
    ...destination,
    ...received,
    vault,
    entry,
    folders: settings.folders,
    signal: context.signal,
    warn: context.show.warn,
    makeDefault: true,
  });
  for (const warning of warnings) await show.warn(warning);
  const variable = ['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'].find((each) => settings.env[each]);
  if (variable)
    await show.warn(`${variable} is set: commands use its token instead of this sign-in as long as it is set`);
  const remarks = instances.length === 0 ? offerAccessible(context) : [];
  return { is: 'result', sentence, object: result, quiet: result.instance, remarks };
}

/** Says how to get output for a screen reader that is running; it is never switched on unasked. */
function offerAccessible({ io, settings }: Context): readonly Remark[] {
  if (settings.env.ACCESSIBLE || !io.stderr.isTerminal) return [];
  const reader = findRunning(['orca', 'brltty', 'espeakup']);
  const how = 'for output made for screen readers: tracker config set accessible on';
  return reader === undefined ? [] : [{ sentence: `${reader} is running; ${how}` }];
}

/** The entry with what it may be used for; only somebody at a terminal may raise what an earlier sign-in allowed. */
function withAccess(
  entry: InstanceEntry,
  asked: AccessLevel | undefined,
  kept: readonly InstanceEntry[],
): InstanceEntry {
  if (asked === undefined) return entry;
  const before = kept.find(({ name, url }) => name === entry.name && url === entry.url)?.access ?? 'full';
  return { ...entry, access: strictest([asked, levelOf(before)].map((level) => ({ level, why: '' }))).level };
}

/** The entry, with the API generation of the server if that is newer than this client, which is warned about once. */
async function checkServer(context: Context, { server, entry, again }: Destination): Promise<InstanceEntry> {
  if (entry.insecureHttp)
    await context.show.warn(`the connection to ${server.key} is not encrypted: others can read your token`);
  const wanted = entry.serviceName ?? defaultServiceName;
  const { instance, warning } = await probe(await context.servers.unsigned(server), wanted, again);
  if (!warning || typeof instance.api !== 'number' || instance.api <= (entry.api ?? 0)) return entry;
  await context.show.warn(warning);
  return { ...entry, api: instance.api };
}

/** A login mode as the command line knows it, before its code is loaded. */
interface ModeEntry {
  /** One that no other mode has selects this mode. */
  readonly flags: FlagTable;
  /** Whether to use it when flags leave the choice. */
  readonly applies: (env: Env) => boolean;
  readonly load: () => Promise<LoginMode>;
}

/** Modes in order of preference. */
export type ModeTable = Readonly<Record<string, ModeEntry>>;

/** Declares a mode. Its code gets the values of its own flags. */
export function loginMode<const F extends FlagTable>(
  entry: ModeEntry & {
    readonly flags: F;
    readonly load: () => Promise<LoginMode<FlagValues<F>>>;
  },
): ModeEntry {
  return entry;
}

/** The flags of all modes, those of one mode first. */
export function flagsOfModes(modes: ModeTable): FlagTable {
  const entries = Object.values(modes);
  const all = entries.flatMap(({ flags }) => Object.entries(flags));
  const isShared = (key: string): boolean => entries.filter(({ flags }) => key in flags).length > 1;
  return Object.fromEntries([...all.filter(([key]) => !isShared(key)), ...all.filter(([key]) => isShared(key))]);
}

/** The mode that has all flags that were given, and of several the first that applies. Throws a usage error if there is none. */
export function chooseMode(modes: ModeTable, values: Readonly<Record<string, unknown>>, env: Env): ModeEntry {
  const given = Object.entries(flagsOfModes(modes)).filter(([key, { initial }]) => values[key] !== initial);
  const fitting = Object.values(modes).filter(({ flags }) => given.every(([key]) => key in flags));
  const mode = fitting.find(({ applies }) => applies(env)) ?? fitting[0];
  if (mode) return mode;
  const names = given.map(([, { flags }]) => longName(flags));
  throw usageError(`${names.join(' and ')} cannot be used together`, 'tracker login --help');
}
