import { mkdir } from 'node:fs/promises';
import { text, toggle } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { oneReference } from '../../bulk/one-reference.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import { chooseAttachments, type Planned, planDownloads } from '../../files/choose-downloads.js';
import { type Fetching, fetchFile } from '../../files/fetch.js';
import { refuseExisting, saveFile } from '../../files/save.js';
import { fileTrouble } from '../../lock/file-trouble.js';
import { motionIn } from '../../terminal/motion.js';
import { startProgress } from '../../terminal/progress.js';
import { streaming } from '../streaming.js';
import { writeBody } from '../write-body.js';
import { type Downloaded, downloadsView, finishDownloads, reportDownloads } from './downloaded.js';
import { readAttachments, referenceArgument } from './read-attachments.js';

export const verb = defineVerb({
  details: [
    'Files keep their names as far as these are safe in a folder; of two files with one name the second becomes',
    '"name (2).ext". A file appears when it is whole, and nothing that is there is overwritten without --clobber.',
  ].join('\n'),
  prints: { rows: downloadsView },
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
    dir: text('--dir', 'put them into this folder, which is made where it is missing (default: here)', kind('folder')),
    output: text('-o, --output', 'put the one file here; - is standard output', kind('file')),
    clobber: toggle('--clobber', 'replace files that are there'),
  },
  examples: [
    { line: 'tracker attachments download OPS-9', does: 'all of them, here' },
    { line: 'tracker attachments download ticket:SCM-3 quay-tablet-07.log -o - | less', does: 'look into one' },
    { line: 'tracker attachments download ticket:BERG-9 --dir files', does: 'into a folder' },
  ],
  run: async (context, [ref = '', ...names], { dir, output, clobber }) => {
    if (dir !== undefined && output !== undefined) throw usageError('--dir and --output cannot be used together');
    if (dir === '' || output === '') throw usageError('an empty word names no file');
    if (output === '-' && (clobber || context.show.isAsked))
      throw usageError('-o - prints the file itself, and nothing else');
    await context.show.expect(downloadsView);
    const named = await oneReference(context, ref);
    const client = await context.client();
    const found = await readAttachments(context, named);
    const chosen = chooseAttachments(found.rows, names, found.ref);
    if (output !== undefined && chosen.length > 1)
      throw usageError(`--output takes one file, and ${chosen.length} are meant`, 'name one, by its id if need be');
    const files = planDownloads(chosen, { folder: dir ?? '.', output });
    if (dir !== undefined) await makeFolder(dir);
    await downloadAll(context, client, { files, clobber });
  },
});

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw fileTrouble('make the folder', folder, cause);
  });
}

interface Downloads {
  readonly files: readonly Planned[];
  readonly clobber: boolean;
}

/** A size in all from which people are shown how far it is (bytes). */
const worthShowing = 1024 * 1024;

async function downloadAll(context: Context, client: Client, { files, clobber }: Downloads): Promise<void> {
  const total = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const { env } = context.settings;
  const progress = startProgress({
    io: context.io,
    total,
    label: 'downloading',
    format: (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`,
    motion: total >= worthShowing ? motionIn(env, context.show.isJson) : 'none',
  });
  const fetching: Fetching = { client, context, send: streaming(context, client), advance: progress.advance };
  const [only] = files;
  if (only?.path === undefined) {
    if (only) await writeBody(context, fetchFile(only, fetching)).finally(progress.finish);
    return;
  }
  const done: Downloaded[] = [];
  try {
    for (const file of files) {
      const error = await downloadOne(file, fetching, clobber);
      done.push({ file, error });
      if (context.signal.aborted || error?.kind === 'sign_in_required') break;
    }
  } finally {
    progress.finish();
  }
  await reportDownloads(context, files, done);
  finishDownloads(context, files, done);
}

async function downloadOne(file: Planned, fetching: Fetching, clobber: boolean): Promise<TrackerError | undefined> {
  const saving = { path: file.path ?? '', clobber };
  try {
    await refuseExisting(saving);
    await saveFile(fetchFile(file, fetching), saving, fetching.context.settings.processes);
    return undefined;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}
