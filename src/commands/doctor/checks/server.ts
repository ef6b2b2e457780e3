import type { Context } from '../../../args/context.js';
import { defaultServiceName, probe } from '../../../auth/login/probe.js';
import type { Chosen } from '../../../auth/servers.js';
import type { Client } from '../../../client/client.js';
import { TrackerError } from '../../../contract/errors.js';
import { isRow, textOf } from '../../../contract/row.js';
import { parseServerUrl, requireSafeTransport, type ServerUrl } from '../../../contract/server-url.js';
import { readBytes, readStart } from '../../../http/body/read.js';
import type { HttpReply, HttpRequest } from '../../../http/message.js';
import { checking, type Finding, failed, ok, warning } from './environment.js';

/** How long the server, and all checks, may take (milliseconds); a refused token alone waits 5 s for a newer one. */
const probeMs = 5_000;
const longestMs = 9_500;

/** The clock may differ by this much before it is worth a remark (milliseconds). */
const tolerableSkewMs = 60_000;

/** Checks that the server answers and is the right one, and then the clock, the token and the event stream. */
export async function checkServer(context: Context, { entry }: Chosen): Promise<readonly Finding[]> {
  const { settings, servers } = context;
  const began = performance.now();
  try {
    const server = parseServerUrl(entry.url);
    requireSafeTransport(server, settings.insecureHttp || entry.insecureHttp === true);
    const wanted = settings.serviceName ?? entry.serviceName ?? defaultServiceName;
    const { instance, warning: remark } = await within(context, probeMs, async (signal) =>
      probe(servers.unsigned(server, signal), wanted),
    );
    const version = textOf(instance.version);
    const detail = `${entry.name} (${server.key}) answers${version === undefined ? '' : `, version ${version}`}`;
    const found = remark === undefined ? ok('instance', detail) : warning('instance', remark);
    const leftMs = longestMs - (performance.now() - began);
    const others = [checkClock(context, server, leftMs), checkToken(context, leftMs), checkStream(context, leftMs)];
    return [found, ...(await Promise.all(others))];
  } catch (error) {
    const remedy = entry.sandboxFolder === undefined ? 'check the address and the network' : 'tracker sandbox start';
    const found = failed('instance', error);
    const unchecked = ['clock', 'token', 'stream'].map((check) => warning(check, 'not checked without the instance'));
    return [{ ...found, remedy: found.remedy ?? remedy }, ...unchecked];
  }
}

async function checkClock(context: Context, server: ServerUrl, leftMs: number): Promise<Finding> {
  return await checking('clock', async () => {
    const reply = await within(context, leftMs, async (signal) => {
      const client = context.servers.unsigned(server, signal);
      return await client.raw(requestFor(client, 'instance', signal));
    });
    reply.discard();
    const sent = typeof reply.headers.date === 'string' ? Date.parse(reply.headers.date) : Number.NaN;
    if (Number.isNaN(sent)) return ok('clock', 'not compared: the server does not say what time it is');
    const skew = context.now().getTime() - sent;
    if (Math.abs(skew) <= tolerableSkewMs) return ok('clock', "agrees with the server's");
    const detail = `${Math.round(Math.abs(skew) / 60_000)} min ${skew > 0 ? 'ahead of' : 'behind'} the server's`;
    return warning('clock', detail, 'set the clock of this computer, for example with NTP');
  });
}

async function checkToken(context: Context, leftMs: number): Promise<Finding> {
  return await checking('token', async () => {
    const client = await context.client();
    const body = await within(context, leftMs, async (signal) => {
      const reply = await ask(client, 'me', signal);
      return JSON.parse(Buffer.from(await readBytes(reply)).toString('utf8')) as unknown;
    });
    const user = isRow(body) && isRow(body.user) ? textOf(body.user.name) : undefined;
    return ok('token', user === undefined ? 'accepted' : `accepted; signed in as ${user}`);
  });
}

async function checkStream(context: Context, leftMs: number): Promise<Finding> {
  return await checking('stream', async () => {
    const client = await context.client();
    return await within(context, leftMs, async (signal) => {
      const headers = { accept: 'text/event-stream' };
      const reply = await ask(client, 'events', signal, { headers, isStream: true });
      reply.discard();
      const type = reply.headers['content-type'];
      if (String(type).startsWith('text/event-stream')) return ok('stream', 'opens');
      return warning('stream', 'the server sends no events', 'changes are not shown as they happen');
    });
  });
}

/** Sends a request for `/api/v1/PATH`. Throws the error of a refusal. */
async function ask(client: Client, path: string, signal: AbortSignal, more?: Partial<HttpRequest>): Promise<HttpReply> {
  const request = { ...requestFor(client, path, signal), ...more };
  const reply = await client.raw(request);
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw await client.refused(request, reply, await readStart(reply));
}

function requestFor({ base }: Client, path: string, signal: AbortSignal) {
  return { method: 'GET', url: new URL(`api/v1/${path}`, base), headers: { accept: 'application/json' }, signal };
}

/** Runs work whose signal is aborted after a time, which is then the error. */
async function within<T>(context: Context, milliseconds: number, work: (signal: AbortSignal) => Promise<T>) {
  const late = new AbortController();
  const error = new TrackerError('network', `no answer within ${Math.round(milliseconds / 1000)} s`);
  const timer = setTimeout(() => late.abort(error), milliseconds);
  const timedOut = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(error));
  });
  try {
    return await Promise.race([work(AbortSignal.any([context.signal, late.signal])), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
