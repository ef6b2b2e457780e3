import type { Context } from '../../args/context.js';
import { text, toggle } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { pathSegment } from '../../client/request.js';
import { errorData } from '../../contract/error-data.js';
import { phrase, TrackerError, usageError } from '../../contract/errors.js';
import { createFolder } from '../../disk/folder.js';
import { refuseExisting, saveFile } from '../../disk/save-stream.js';
import { requireOutside } from '../../files/own-file.js';
import { storedPath } from '../../files/read-input.js';
import { readStart } from '../../http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../../http/message.js';
import { valueAt } from '../../output/columns/path.js';
import { listed, type VerbResult } from '../../output/shown.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { notTried } from '../../output/write/outcomes.js';
import { oneReference } from '../../references/read.js';
import { startTransfer } from '../../terminal/progress.js';
import { sizeText } from '../../views/cells/columns.js';
import { streaming, writeBody } from '../showing/response-body.js';
import { chooseAttachments, type Download, planDownloads } from './choose-downloads.js';
import { readAttachments, referenceArgument } from './list.js';

const downloadsView: ListView = {
  noun: 'files',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => row.ref },
    { key: 'path', head: 'File', value: (row) => row.path, grow: true },
    { key: 'size', head: 'Size', value: (row) => row.size, right: true },
    { key: 'ok', head: 'Ok', value: (row) => row.ok },
    { key: 'error', head: 'Error', value: (row) => valueAt(row, 'error.message') },
  ],
  fields: ['uuid', 'name', 'type', 'error.code', 'error.status', 'error.message'],
};

export const verb = defineVerb({
  details: [
    'Files keep their names, except for parts that are not safe in a file name; the second of two files with the same name',
    'becomes "name (2).ext". A file appears only when it is complete, and existing files are overwritten only with --clobber.',
  ].join('\n'),
  prints: { rows: downloadsView },
  asksServer: true,
  arguments: [
    referenceArgument,
    {
      value: freeText('name'),
      isOptional: true,
      isRepeatable: true,
      help: 'names or ids of files (default: all of them)',
    },
  ],
  flags: {
    dir: text(
      '--dir',
      'save the files in this folder, creating it if necessary (default: the current folder)',
      kind('folder'),
    ),
    output: text('-o, --output', 'save the only file under this name; - is standard output', kind('file')),
    clobber: toggle('--clobber', 'overwrite existing files'),
  },
  examples: [
    { line: 'tracker attachments download OPS-9', does: 'download all files' },
    { line: 'tracker attachments download ticket:SCM-3 quay-tablet-07.log -o - | less', does: 'read one file' },
    { line: 'tracker attachments download ticket:BERG-9 --dir files', does: 'save them in a folder' },
  ],
  run: async (context, [ref = '', ...names], { dir: folder, output: file, clobber }) => {
    if (folder !== undefined && file !== undefined) throw usageError('--dir and --output cannot be used together');
    if (folder === '' || file === '') throw usageError('a file name cannot be empty');
    const [dir, output] = [folder, file].map((path) => path && storedPath(path));
    if (output === '-' && (clobber || context.show.isAsked))
      throw usageError('-o - prints only the file; --clobber and output formats do not apply');
    await context.show.expect(downloadsView);
    const named = await oneReference(context, ref);
    const client = await context.client();
    const found = await readAttachments(context, named);
    const chosen = chooseAttachments(found.rows, names, found.ref);
    if (output !== undefined && chosen.length > 1)
      throw usageError(
        `--output takes a single file, but ${chosen.length} match`,
        'specify one, by its id if necessary',
      );
    const files = planDownloads(chosen, { folder: dir ?? '.', output });
    if (dir !== undefined) {
      requireOutside(context, dir);
      createFolder(dir, { mode: 0o777 });
    }
    return await downloadAll(context, client, files, clobber);
  },
});

async function downloadAll(
  context: Context,
  client: Client,
  files: readonly Download[],
  clobber: boolean,
): Promise<VerbResult | undefined> {
  const total = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const progress = startTransfer(context, 'downloading', total);
  const fetching: FetchParts = { client, context, send: streaming(context, client), advance: progress.advance };
  const [only] = files;
  if (only?.path === undefined) {
    if (only) await writeBody(context, fetchFile(only, fetching)).finally(progress.finish);
    return undefined;
  }
  const done = new Map<Download, TrackerError | undefined>();
  try {
    for (const file of files) {
      const error = await downloadOne(file, fetching, clobber);
      done.set(file, error);
      if (context.signal.aborted || error?.kind === 'sign_in_required') break;
    }
  } finally {
    progress.finish();
  }
  const failure = failureOf(context, files, done.values());
  // In sentences on a terminal, and in rows if stdout is piped or a format was chosen.
  if (!context.io.stdout.isTerminal || context.show.isAsked) {
    const rows = files.map((file) => toRow(file, done.has(file) ? done.get(file) : notTried));
    const setting = { people: {}, now: context.now(), me: undefined };
    return { ...listed(downloadsView, { rows, isDone: true, setting }), failure };
  }
  for (const [file, error] of done) {
    const size = file.size === undefined ? '' : ` (${sizeText(file.size)})`;
    if (!error) await context.show.say(`Saved ${file.path}${size}.`);
    else if (files.length > 1) await context.show.say(phrase`${file.name}: ${error.message}`);
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

async function downloadOne(file: Download, fetching: FetchParts, clobber: boolean): Promise<TrackerError | undefined> {
  const saving = { path: file.path ?? '', clobber };
  try {
    if (saving.path !== '') requireOutside(fetching.context, saving.path);
    await refuseExisting(saving);
    await saveFile(fetchFile(file, fetching), saving, fetching.context.settings.processes);
    return undefined;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}

function toRow({ id, name, path, size, type }: Download, error: TrackerError | undefined): JsonObject {
  const row = { ref: id, uuid: id, name, path, size: size ?? null, type: type ?? null, ok: error === undefined };
  return error ? { ...row, error: errorData(error) } : row;
}

/** The error of the whole command, if any: that of the only file, the kind that all share, or `partial` (exit 8). */
function failureOf({ signal }: Context, files: readonly Download[], done: Iterable<TrackerError | undefined>): unknown {
  const errors = [...done].flatMap((error) => error ?? []);
  const [first] = errors;
  if (signal.aborted) return signal.reason;
  if (!first || files.length === 1) return first;
  const signIn = errors.find(({ kind }) => kind === 'sign_in_required');
  if (signIn) return signIn;
  const isShared = errors.length === files.length && errors.every(({ kind }) => kind === first.kind);
  const message = phrase`${errors.length} of ${files.length} files were not downloaded: ${first.message}`;
  return new TrackerError(isShared ? first.kind : 'partial', message, { hint: first.hint });
}

interface FetchParts {
  readonly client: Client;
  readonly send: Send;
  readonly context: Context;
  /** Called with the size of each chunk (bytes). */
  readonly advance: (bytes: number) => void;
}

/**
 * Streams the bytes of a file from this server only, with its token; a redirect to another server is refused
 * (docs/requirements.md, R29 and R54). Throws the error of a refusal, `network` if the body breaks off, and `failed` if the size
 * is not what the server said.
 */
async function* fetchFile(file: Download, { client, send, context, advance }: FetchParts): AsyncGenerator<Uint8Array> {
  const url = new URL(`api/attachments/${pathSegment(file.id)}`, client.base);
  const request = { method: 'GET', url, headers: { accept: '*/*' }, signal: context.signal };
  const reply = await send(request);
  if (reply.status !== 200) throw await refusalOf(request, reply, client);
  let size = 0;
  try {
    for await (const bytes of reply.body) {
      size += bytes.length;
      if (file.size !== undefined && size > file.size) throw wrongSize(file, `more than ${file.size}`);
      advance(bytes.length);
      yield bytes;
    }
  } finally {
    reply.discard();
  }
  if (file.size !== undefined && size !== file.size) throw wrongSize(file, `${size} of ${file.size}`);
}

async function refusalOf(request: HttpRequest, reply: HttpReply, client: Client): Promise<TrackerError> {
  const bytes = await readStart(reply);
  if (reply.status < 200 || reply.status >= 300) return await client.refused(request, reply, bytes);
  return new TrackerError('failed', `${request.url.host} returned ${reply.status} instead of a file`, {
    status: reply.status,
  });
}

function wrongSize({ name }: Download, came: string): TrackerError {
  return new TrackerError('failed', `${name} was not downloaded completely: got ${came} bytes`);
}
