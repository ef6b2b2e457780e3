import type { Context } from '../../args/context.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { defaultServiceName, probe } from '../../auth/login/probe.js';
import { storeOrEnd } from '../../auth/login/store-or-end.js';
import { resultKeys } from '../../auth/login/store-sign-in.js';
import { openRepairingVault } from '../../auth/repairing-vault.js';
import { boundToSandbox } from '../../auth/running-sandbox.js';
import { usageError } from '../../contract/errors.js';
import { chooseDestination, type Destination, type GivenDestination } from './destination.js';
import type { ModeEntry } from './modes.js';

/** What `tracker login` was asked for. */
export interface LoginRequest extends GivenDestination {
  readonly mode: ModeEntry;
  /** Of its flags. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Signs in: probes the server, gets a token in the mode that fits, tries it with `GET /me`, and only then stores it; an
 * older sign-in stays until that moment (docs/api.md, Authentication 5 to 7; docs/requirements.md, R11).
 */
export async function signIn(context: Context, request: LoginRequest): Promise<void> {
  const { settings, show } = context;
  await show.expectResult(resultKeys);
  if (request.serviceName === '') throw usageError('--service-name takes a name, not ""', 'leave it out for tracker');
  const { vault, warnings } = openRepairingVault(settings);
  const destination = await chooseDestination(settings, vault, request);
  const { server, isNamed, again } = destination;
  const checked = await checkServer(context, destination);
  const entry = boundToSandbox(checked, await vault.instances(), settings.processes);
  const mode = await request.mode.load();
  const { stderr } = context.io;
  const say = async (sentence: string): Promise<void> =>
    await stderr.write(
      `${await (await import('../../output/text/wrap-sentence.js')).wrapSentence(stderr, sentence)}\n`,
    );
  const { token, isNew } = await mode.signIn({ ...context, say }, destination, request.values);
  const { sentence, result } = await storeOrEnd(context.servers, {
    vault,
    server,
    entry,
    token,
    again,
    isNamed,
    isNew,
    signal: context.signal,
    warn: context.show.warn,
    makeDefault: true,
  });
  for (const warning of warnings) await show.warn(warning);
  const variable = ['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'].find((each) => settings.env[each]);
  if (variable)
    await show.warn(`${variable} is set: commands use its token instead of this sign-in as long as it is set`);
  await show.result(sentence, result, result.instance);
}

/** The entry, with the API generation of the server if that is newer than this client, which is warned about once. */
async function checkServer(context: Context, { server, entry, again }: Destination): Promise<InstanceEntry> {
  if (entry.insecureHttp)
    await context.show.warn(`the connection to ${server.key} is not encrypted: others can read your token`);
  const wanted = entry.serviceName ?? defaultServiceName;
  const { instance, warning } = await probe(context.servers.unsigned(server), wanted, again);
  if (!warning || typeof instance.api !== 'number' || instance.api <= (entry.api ?? 0)) return entry;
  await context.show.warn(warning);
  return { ...entry, api: instance.api };
}
