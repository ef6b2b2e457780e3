import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, textOf } from '../../contract/row.js';
import { loginCommand } from '../../contract/server-url.js';
import type { Instance } from '../../contract/shapes/session.js';
import { NetworkFailure } from '../../http/message.js';

/** The service name that servers of this API report, unless configured otherwise (docs/api.md, Authentication 7). */
export const defaultServiceName = 'tracker';

/** The API generation this client was written for (docs/api.md, Versioning 2). */
const knownGeneration = 1;

/**
 * Checks with `GET /instance`, before anything else and without a token, that this is a tracker server. Gives its description of
 * itself, and a warning if it is newer than this client. Throws TrackerError `failed` unless it reports the wanted service name
 * (docs/api.md, Authentication 7). `again` is the sign-in command for the hint.
 */
export async function probe(client: Client, serviceName: string, again?: string) {
  const instance = await askInstance(client);
  const name = isRow(instance) ? textOf(instance.name) : undefined;
  if (name === undefined) throw notTracker(client, 'it reports no service name');
  if (name !== serviceName) {
    throw new TrackerError(
      'failed',
      `${client.base.host} is not the right service: it calls itself ${quote(name)}, not ${quote(serviceName)}`,
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
    if (error instanceof NetworkFailure && error.reason === 'no_such_host')
      throw new NetworkFailure(error.message, error.unsent, {
        isLasting: error.isLasting,
        hint: 'check the address',
        cause: error,
      });
    if (!(error instanceof TrackerError) || error.status === undefined || error.status >= 500 || error.status === 429)
      throw error;
    throw notTracker(client, whyNot(error), error);
  }
}

function whyNot({ status = 0, reason }: TrackerError): string {
  if (status >= 400) return `GET /api/v1/instance returned ${status}`;
  return reason === 'not_service' ? 'GET /api/v1/instance did not return JSON' : 'it reports no service name';
}

function notTracker(client: Client, why: string, cause?: unknown): TrackerError {
  return new TrackerError('failed', `${client.base.href.replace(/\/$/, '')} is not a tracker server: ${why}`, {
    // A sign-in would ask the same again.
    hint:
      (cause instanceof TrackerError && cause.kind !== 'sign_in_required' && cause.hint) ||
      'check the address, including the path if the server has one',
    cause,
  });
}

function warnOfGeneration({ api }: Instance, host: string): string | undefined {
  if (typeof api !== 'number' || api <= knownGeneration) return undefined;
  return `${host} uses API generation ${api}, but this client only knows ${knownGeneration}; some commands may not work`;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
