import type { Context } from '../../../args/context.js';
import type { InstanceEntry } from '../../../auth/instances.js';
import { defaultServiceName, probe } from '../../../auth/login/probe.js';
import { requireRunning } from '../../../auth/running-sandbox.js';
import { serverOf } from '../../../auth/servers.js';
import type { Client } from '../../../client/client.js';
import { streamRequest } from '../../../client/events.js';
import { buildRequest } from '../../../client/request.js';
import { decode, parse } from '../../../client/responses/read-reply.js';
import { TrackerError } from '../../../contract/errors.js';
import { isRow, textOf } from '../../../contract/row.js';
import { parseServerUrl } from '../../../contract/server-url.js';
import { readBytes } from '../../../http/body/read.js';
import type { HttpReply, HttpRequest } from '../../../http/message.js';
import { within } from '../../../http/waiting.js';
import { broken, examine, type Finding, ok, type Result, warning } from './finding.js';

/** How long the server, and all checks, may take (milliseconds); a refused token alone waits 5 s for a newer one. */
const probeMs = 5_000;
const longestMs = 9_500;

/** The clock may differ by this much before it is worth a remark (milliseconds). */
const tolerableSkewMs = 60_000;

/** What is checked of a server that answers. */
const furtherChecks = { clock: checkClock, token: checkToken, stream: checkStream };

/** Checks that the server answers and is the right one, and then the clock, the token and the event stream. */
export async function checkServer(context: Context, entry: InstanceEntry): Promise<readonly Finding[]> {
  const unchecked = (why: string) => (check: string) => ({ check, ...warning(`not checked ${why}`) });
  if (context.settings.offline) return ['instance', ...Object.keys(furtherChecks)].map(unchecked('offline'));
  const began = performance.now();
  const inTime = (check: string, milliseconds: number, work: (signal: AbortSignal) => Promise<Result>) => {
    const error = new TrackerError('network', `no answer within ${Math.round(milliseconds / 1000)} s`);
    return examine(check, () => within(context.signal, { milliseconds, error }, work));
  };
  const instance = await inTime('instance', probeMs, (signal) => checkInstance(context, entry, signal));
  if (instance.state === 'error') {
    const others = Object.keys(furtherChecks).map(unchecked('without the instance'));
    return [{ ...instance, remedy: instance.remedy ?? 'check the address and the network' }, ...others];
  }
  const leftMs = longestMs - (performance.now() - began);
  const others = Object.entries(furtherChecks).map(([check, work]) =>
    inTime(check, leftMs, (signal) => work(context, signal, entry)),
  );
  return [instance, ...(await Promise.all(others))];
}

async function checkInstance(
  { servers, settings }: Context,
  entry: InstanceEntry,
  signal: AbortSignal,
): Promise<Result> {
  requireRunning(entry, settings);
  const server = serverOf(entry, settings);
  const wanted = settings.serviceName ?? entry.serviceName ?? defaultServiceName;
  const { instance, warning: remark } = await probe(await servers.unsigned(server, signal), wanted);
  if (remark !== undefined) return warning(remark);
  const version = textOf(instance.version);
  return ok(`${entry.name} (${server.key}) answers${version === undefined ? '' : `, version ${version}`}`);
}

async function checkClock({ servers, now }: Context, signal: AbortSignal, entry: InstanceEntry): Promise<Result> {
  const client = await servers.unsigned(parseServerUrl(entry.url), signal);
  const reply = await client.raw(buildRequest('GET /instance', {}, client.base, signal));
  reply.discard();
  const sent = Date.parse(String(reply.headers.date));
  if (Number.isNaN(sent)) return ok('not compared: the server does not say what time it is');
  const skew = now().getTime() - sent;
  if (Math.abs(skew) <= tolerableSkewMs) return ok("agrees with the server's");
  const detail = `${Math.round(Math.abs(skew) / 60_000)} min ${skew > 0 ? 'ahead of' : 'behind'} the server's`;
  return warning(detail, 'set the clock of this computer, for example with NTP');
}

async function checkToken(context: Context, signal: AbortSignal): Promise<Result> {
  const client = await context.client();
  const reply = await ask(client, buildRequest('GET /me', {}, client.base, signal));
  const body = await parse(decode(await readBytes(reply)));
  if (body === undefined) return broken('the response cannot be read');
  const user = isRow(body) && isRow(body.user) ? textOf(body.user.name) : undefined;
  return ok(user === undefined ? 'accepted' : `accepted; signed in as ${user}`);
}

async function checkStream(context: Context, signal: AbortSignal): Promise<Result> {
  const client = await context.client();
  const reply = await ask(client, streamRequest(client, '', signal));
  reply.discard();
  if (String(reply.headers['content-type']).startsWith('text/event-stream')) return ok('opens');
  return warning('the server sends no events', 'changes are not shown as they happen');
}

/** The response to a request. Throws the error of a refusal. */
async function ask(client: Client, request: HttpRequest): Promise<HttpReply> {
  const reply = await client.raw(request);
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw await client.refused(request, reply);
}
