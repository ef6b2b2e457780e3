import type { InstanceEntry } from '../../auth/instances.js';
import { chooseInstance, instanceAt, isInstanceName } from '../../auth/servers.js';
import type { Vault } from '../../auth/vault.js';
import type { Settings } from '../../config/settings.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { loginCommand, parseServerUrl, requireSafeTransport } from '../../contract/server-url.js';
import { quoteTyped } from '../../contract/text/mask-url.js';

/** What the command line says about where to sign in. */
export interface GivenDestination {
  readonly url: string | undefined;
  readonly name: string | undefined;
  readonly serviceName: string | undefined;
}

export type Destination = Awaited<ReturnType<typeof chooseDestination>>;

/**
 * Decides where to sign in: without an address to exactly the chosen instance, with one to the instance at that address,
 * and with `--name` to the one of that name (docs/requirements.md, R22 and R27). Throws usage errors for contradictions.
 * Gives the server, the instance it will be stored as, whether that was named, so that another account in it may be replaced, and the
 * command that signs in there again.
 */
export async function chooseDestination(settings: Settings, vault: Vault, given: GivenDestination) {
  const { name, serviceName } = given;
  const instances = await vault.instances();
  const named = instances.find((each) => each.name === name);
  if (name !== undefined && !named) checkName(name);
  const { entry: found, known, isNamed } = await findInstance(settings, vault, given);
  if (named && named.url !== found.url) {
    throw usageError(
      `the name ${named.name} is taken by ${named.url}`,
      `choose another with --name, or: tracker instances remove ${named.name}`,
    );
  }
  const server = parseServerUrl(found.url);
  const stored = named ?? (name === undefined && known ? found : undefined);
  const isInsecure = settings.insecureHttp || stored?.insecureHttp === true;
  requireSafeTransport(server, isInsecure);
  const wantedName = serviceName ?? settings.serviceName ?? stored?.serviceName ?? found.serviceName;
  const api = stored?.api ?? found.api;
  const entry: InstanceEntry = {
    name: name ?? found.name,
    url: server.key,
    ...(api !== undefined && { api }),
    ...(wantedName !== undefined && { serviceName: wantedName }),
    ...(isInsecure && server.url.protocol === 'http:' && !server.isLoopback && { insecureHttp: true }),
  };
  const isByName = name !== undefined || isNamed;
  const again = [
    loginCommand(server.key, isByName && stored ? entry.name : undefined),
    ...(name !== undefined && !stored ? [`--name ${name}`] : []),
    ...(entry.insecureHttp && !stored?.insecureHttp ? ['--insecure-http'] : []),
  ];
  return { server, entry, isNamed: isByName, again: again.join(' ') };
}

/** The instance that the address, `--name` or the settings say, in this order. */
async function findInstance({ target, config }: Settings, vault: Vault, { url, name }: GivenDestination) {
  const instances = await vault.instances();
  const isChosen = target.kind === 'named' && target.source === '-I';
  if (url !== undefined) {
    if (isChosen) {
      throw usageError('a URL and -I cannot be used together', 'to store the sign-in under a name, use --name NAME');
    }
    return { ...(await instanceAt(vault, instances, url)), isNamed: false };
  }
  const named = instances.find((each) => each.name === name);
  if (named && !isChosen) return { entry: named, known: true, isNamed: true };
  try {
    const chosen = await chooseInstance(vault, target);
    const isNamed = target.kind === 'named' && target.source !== 'TRACKER_URL' && target.text === chosen.entry.name;
    if (isChosen && isNamed && name !== undefined && name !== target.text)
      throw usageError(`-I ${target.text} and --name ${name} are different instances`, 'leave out one of them');
    return { ...chosen, isNamed };
  } catch (error) {
    // If no instance is known because the file is damaged, this throws that instead.
    await config.read();
    if (!(error instanceof TrackerError) || error.kind !== 'sign_in_required') throw error;
    throw usageError(
      'specify the URL of the server',
      'tracker login https://tracker.example.com, or tracker sandbox start to try it without an account',
    );
  }
}

function checkName(name: string): void {
  if (isInstanceName(name)) return;
  throw usageError(
    `${quoteTyped(name, 80)} is not a valid name for an instance`,
    'use letters, digits, dots, dashes and underscores',
  );
}
