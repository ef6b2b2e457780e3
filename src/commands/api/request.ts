import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from '../../args/context.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { fromDisk, type SpooledFile, spoolTo, temporaryPath } from '../../files/file-parts.js';
import { decodeText, openGiven, whyUnreadable } from '../../files/read-input.js';
import type { BodySource, HttpRequest } from '../../http/message.js';
import type { ShownWrite } from '../../output/shown.js';
import { chunksOf } from '../../terminal/streams/io.js';
import { apiPath } from './address.js';
import { readFields, toBody, toQuery } from './fields.js';

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

/** Builds the request from the flags. Throws usage errors for what cannot be sent. */
export async function makeRequest(
  context: Context,
  { url, asked, base }: { readonly url: URL; readonly asked: Asked; readonly base: URL },
): Promise<{ readonly request: HttpRequest; readonly input: Input | undefined }> {
  const own = readHeaders(asked.header);
  const fields = await readFields(context, { texts: asked.rawField, typed: asked.field });
  const { method } = asked;
  const path = apiPath(url, base);
  const isStream = method === 'GET' && path === '/events';
  // Without it, servers may send HTML (docs/api.md, Errors); responses outside the API need not be JSON.
  const accept = isStream ? 'text/event-stream' : path === undefined ? '*/*' : 'application/json';
  const isBody = asked.input === undefined && !['GET', 'HEAD'].includes(method) && fields.length > 0;
  const input = asked.input === undefined ? undefined : await openInput(context, asked.input);
  const body = isBody ? JSON.stringify(toBody(fields)) : input?.body;
  const request = {
    ...{ method, signal: context.signal, isStream },
    url: isBody ? url : withQuery(url, toQuery(fields)),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), accept, ...own },
    ...(body !== undefined && { body }),
  };
  return { input, request };
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
  return decodeText(Buffer.concat(chunks));
}

function readJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

/** Headers that the client sets itself. */
const ours = `authorization proxy-authorization cookie host content-length transfer-encoding connection keep-alive
  upgrade expect te trailer`.split(/\s+/);

/** Reads `name: value` headers; the last of a name wins. Throws usage errors, which do not repeat a value. */
function readHeaders(given: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf(':');
    const name = text.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = text.slice(at + 1).trim();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
      throw usageError("-H takes 'name: value'", "-H 'accept-language: de'");
    if (ours.includes(name)) throw usageError(`-H: ${name} cannot be set`);
    if (/[^\t\x20-\x7e\xa0-\xff]/.test(value))
      throw usageError(`-H: the value of ${name} contains a character that is not allowed in a header`);
    headers[name] = value;
  }
  return headers;
}

interface Input {
  readonly body: BodySource;
  /** Its name in a dry run. */
  readonly name: string;
  remove?(): Promise<void>;
}

/** The most of a pipe that is kept in memory; more goes to a temporary file (bytes). */
const inMemoryBytes = 1024 * 1024;

/**
 * Opens a file, or standard input for `-`. A file is read while it is sent, again for each try; a pipe is read to its end first,
 * because the request has to state its length. Throws usage errors, and `failed` if the disk is full.
 */
async function openInput(context: Context, file: string): Promise<Input> {
  const { io, signal } = context;
  if (file === '-') return await fromPipe(context, chunksOf(io.stdin.stream(), signal), 'standard input');
  const refuse = (why: string): TrackerError => usageError(`--input: cannot read ${JSON.stringify(file)}: ${why}`);
  const stat = look(file, refuse);
  if (stat.isDirectory()) throw refuse(whyUnreadable('EISDIR'));
  if (!stat.isFile()) return await fromPipe(context, openGiven(file, signal, refuse), file);
  const { name, size, open } = fromDisk({ path: file, stat });
  return { name, body: { length: size, open } };
}

/** Checks that a file can be opened, before anything is sent. */
function look(file: string, refuse: (why: string) => TrackerError): Stats {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file);
  } catch (cause) {
    throw refuse(whyUnreadable(codeOf(cause)));
  }
}

async function fromPipe({ settings }: Context, source: AsyncIterable<Uint8Array>, name: string): Promise<Input> {
  const kept: Uint8Array[] = [];
  let length = 0;
  let file: SpooledFile | undefined;
  try {
    for await (const bytes of source) {
      length += bytes.length;
      if (!file && length > inMemoryBytes) file = await spoolTo(temporaryPath(settings.processes), kept.splice(0));
      if (file) await file.write(bytes);
      else kept.push(bytes);
    }
    await file?.end();
  } catch (error) {
    await file?.remove();
    throw error;
  }
  if (file) return { name, body: { length, open: file.read }, remove: file.remove };
  return { name, body: { length, open: () => Readable.from(kept) } };
}
