import type { Context } from '../../args/context.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import type { HttpRequest } from '../../http/message.js';
import type { ShownWrite } from '../../output/shown.js';
import { apiPath } from './address.js';
import { readFields, toBody, toQuery } from './fields.js';
import { readHeaders } from './headers.js';
import { type Input, openInput } from './input.js';

/** What the flags ask for. */
export interface Asked {
  readonly method: string;
  readonly rawField: readonly string[];
  readonly field: readonly string[];
  readonly header: readonly string[];
  readonly input: string | undefined;
  readonly include: boolean;
  readonly paginate: boolean;
}

/** Whether a method changes nothing. */
export function isReading(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

export interface Made {
  readonly request: HttpRequest;
  /** The body of `--input`, to be cleaned up at the end. */
  readonly input: Input | undefined;
}

/** Builds the request from the flags. Throws usage errors for what cannot be sent. */
export async function makeRequest(
  context: Context,
  { url, asked, base }: { readonly url: URL; readonly asked: Asked; readonly base: URL },
): Promise<Made> {
  const own = readHeaders(asked.header);
  const fields = await readFields(context, { texts: asked.rawField, typed: asked.field });
  const { method } = asked;
  const isStream = method === 'GET' && apiPath(url, base) === '/events';
  const headers = { accept: acceptFor(apiPath(url, base), isStream), ...own };
  const rest = { method, signal: context.signal, isStream };
  if (asked.input === undefined && method !== 'GET' && method !== 'HEAD' && fields.length > 0) {
    const body = JSON.stringify(toBody(fields));
    return { input: undefined, request: { ...rest, url, headers: { ...json, ...headers }, body } };
  }
  const target = withQuery(url, toQuery(fields));
  if (asked.input === undefined) return { input: undefined, request: { ...rest, url: target, headers } };
  const input = await openInput(context, asked.input);
  return { input, request: { ...rest, url: target, headers: { ...json, ...headers }, body: input.body } };
}

const json = { 'content-type': 'application/json' };

/** Asks for JSON, without which servers may send HTML (docs/api.md, Errors); responses outside the API need not be JSON. */
function acceptFor(path: string | undefined, isStream: boolean): string {
  if (isStream) return 'text/event-stream';
  return path === undefined ? '*/*' : 'application/json';
}

/** Appends the fields to the query of the URL, which stays as it was typed. */
function withQuery(url: URL, query: string): URL {
  if (query === '') return url;
  const target = new URL(url);
  target.search = [url.search.slice(1), query].filter((each) => each !== '').join('&');
  return target;
}

/** The largest body that a dry run shows; of larger ones it shows only the size (bytes). */
const shownBytes = 1024 * 1024;

/** The request as `--dry-run` shows it: JSON and text unchanged, anything else by name and size. */
export async function shownRequest(request: HttpRequest, input: Input | undefined): Promise<ShownWrite> {
  const { method, url, body } = request;
  const shown = { method, url: url.href, files: [] };
  if (!input) return { ...shown, body: typeof body === 'string' ? readJson(body) : undefined };
  const text = input.body.length <= shownBytes ? await textOf(input) : undefined;
  if (text !== undefined) return { ...shown, body: readJson(text) };
  return { ...shown, body: undefined, files: [{ name: input.name, size: input.body.length }] };
}

async function textOf({ body }: Input): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of body.open()) chunks.push(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}

function readJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
