import type { Client } from '../../client/client.js';
import { loginCommand } from '../../client/login-command.js';
import { isRow, textOf } from '../../contract/row.js';
import type { Instance } from '../../contract/session.js';
import { TrackerError } from '../../errors.js';
import { NetworkFailure } from '../../http/network-failure.js';

/** The service name of a server of this API, unless configured otherwise (docs/api.md, Authentication 7). */
export const defaultServiceName = 'tracker';

/** The API generation this client was written for (docs/api.md, Versioning 2). */
const knownGeneration = 1;

/** What the probe found: the answer, and a warning where the server is newer than this client. */
export interface Probed {
  readonly instance: Instance;
  readonly warning: string | undefined;
}

/**
 * Asks `GET /instance` who answers, before anything else and without a token. Throws TrackerError `failed` unless it gives
 * the service name that is wanted (docs/api.md, Authentication 7); its hint begins with `again`, the command that signs in there.
 */
export async function probe(client: Client, serviceName: string, again?: string): Promise<Probed> {
  const instance = await askInstance(client);
  const name = isRow(instance) ? textOf(instance.name) : undefined;
  if (name === undefined) throw notThisService(client, 'it gives no service name');
  if (name !== serviceName) {
    throw new TrackerError(
      'failed',
      `${client.base.host} is not this service: it calls itself ${quote(name)}, and ${quote(serviceName)} is wanted`,
      {
        hint: `if it is the right server: ${again ?? loginCommand(client.base.href)} --service-name ${/^[\w.-]+$/.test(name) ? name : 'NAME'}`,
      },
    );
  }
  return { instance, warning: warnOfGeneration(instance, client.base.host) };
}

async function askInstance(client: Client): Promise<Instance> {
  try {
    return await client.call('GET /instance');
  } catch (error) {
    if (error instanceof NetworkFailure && error.message.endsWith(': no such host'))
      throw new NetworkFailure(error.message, error.unsent, {
        isLasting: error.isLasting,
        hint: 'check the address',
        cause: error,
      });
    if (!(error instanceof TrackerError) || error.status === undefined || error.status >= 500 || error.status === 429)
      throw error;
    throw notThisService(client, whyNot(error), error);
  }
}

function whyNot({ status = 0, message }: TrackerError): string {
  if (status >= 400) return `GET /api/v1/instance answers ${status}`;
  return message.includes('is not JSON')
    ? 'GET /api/v1/instance answers something that is not JSON'
    : 'it gives no service name';
}

function notThisService(client: Client, why: string, cause?: unknown): TrackerError {
  return new TrackerError('failed', `${client.base.href.replace(/\/$/, '')} is not this service: ${why}`, {
    hint: 'check the address; a service below a path needs the path too',
    cause,
  });
}

function warnOfGeneration({ api }: Instance, host: string): string | undefined {
  if (typeof api !== 'number' || api <= knownGeneration) return undefined;
  return `${host} speaks API generation ${api}; this client knows ${knownGeneration}, and some commands may not work`;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
