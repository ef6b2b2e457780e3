import { accessSync, constants, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { attempt, type TrackerError, usageError } from '../../contract/errors.js';
import type { FilePart } from '../../contract/shapes/attachment.js';
import { decodeText } from '../../contract/text/text.js';
import { fromDisk, spool, temporaryPath } from '../../files/file-parts.js';
import { requireForeign } from '../../files/own-file.js';
import { openGiven, requireStream } from '../../files/read-input.js';
import type { HttpRequest } from '../../http/message.js';
import type { ShownWrite } from '../../output/shown.js';
import { chunksOf } from '../../terminal/streams/io.js';
import { apiPath } from './address.js';
import { readFields, toBody, toQuery } from './fields.js';

/** What the arguments ask for. */
export interface ApiRequest {
  /** The path as it was given, with the uuids of its references. */
  readonly path: string;
  readonly url: URL;
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
  { base }: Pick<Client, 'base'>,
  asked: ApiRequest,
): Promise<{ readonly request: HttpRequest; readonly input: Input | undefined }> {
  const { method, url } = asked;
  const own = readHeaders(asked.header);
  const fields = await readFields(context, asked);
  const path = apiPath(url, base);
  const isStream = method === 'GET' && path === '/events';
  // Without it, servers may send HTML (docs/api.md, Errors); responses outside the API need not be JSON.
  const accept = isStream ? 'text/event-stream' : path === undefined ? '*/*' : 'application/json';
  const isBody = asked.input === undefined && !['GET', 'HEAD'].includes(method) && fields.length > 0;
  const input = asked.input === undefined ? undefined : await openInput(context, asked.input);
  const body = isBody ? JSON.stringify(toBody(fields)) : input && { length: input.size, open: input.open };
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
export async function shownRequest({ method, url, body }: HttpRequest, input: Input | undefined): Promise<ShownWrite> {
  const shown = { method, url: url.href, files: [] };
  const isLong = input !== undefined && input.size > shownBytes;
  const text = input && !isLong ? decodeText(await buffer(input.open())) : body;
  if (typeof text === 'string') return { ...shown, body: readJson(text) };
  return { ...shown, body: undefined, files: input ? [{ name: input.name, size: input.size }] : [] };
}

function readJson(text: string): unknown {
  const parsed = attempt(() => parseExactly(text));
  return parsed === undefined ? text : parsed;
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

interface Input extends FilePart {
  remove?(): Promise<void>;
}

/**
 * Opens a file, or standard input for `-`. A file is read while it is sent, again for each try; a pipe is read to its end first, into a
 * temporary file, because the request has to state its length. Throws usage errors, and `failed` if the disk is full.
 */
async function openInput(context: Context, file: string): Promise<Input> {
  const { io, signal, settings } = context;
  requireForeign(context, file === '-' ? '/dev/stdin' : file);
  const stat = attempt(() => {
    accessSync(file, constants.R_OK);
    return statSync(file);
  });
  if (file !== '-' && stat?.isFile()) return fromDisk({ path: file, stat });
  const refuse = (why: string): TrackerError => usageError(`--input: cannot read ${JSON.stringify(file)}: ${why}`);
  if (file === '-') requireStream();
  const [name, source] =
    file === '-' ? ['standard input', chunksOf(io.stdin.stream(), signal)] : [file, openGiven(file, signal, refuse)];
  return { name, ...(await spool(temporaryPath(settings.processes), source)) };
}
