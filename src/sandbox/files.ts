import { createHash } from 'node:crypto';
import type { Attachment } from '../contract/shapes/attachment.js';
import { noSuch, outOfSight, readAccess } from './access/access.js';
import { readsFilesOf } from './access/visibility.js';
import type { RawHandler } from './http/api.js';
import { emptyReply, type SandboxReply, type SandboxRequest } from './http/exchange.js';
import { columns, type FieldsOf, list, object, truth, value } from './store/json.js';
import { type Call, store, timestamp, type UploadedFile, type World } from './world.js';

/** What new files belong to; `message` covers comments, replies and chat. */
interface AttachmentHome {
  readonly entityType: 'task' | 'ticket' | 'message';
  readonly entityId: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/** Stores the files of a multipart request. Call it inside the transaction that creates what they belong to. */
export function storeFiles(call: Call, home: AttachmentHome): void {
  const { world, user } = call;
  const start = world.now().getTime();
  call.files.forEach((file, index) => {
    const bytesId = world.newId();
    const bytes = file.read();
    world.db.insert('attachment_bytes', { id: bytesId, bytes });
    const size = file.mimeType.startsWith('image/') ? readImageSize(bytes) : undefined;
    store(world, 'attachments', {
      ...home,
      ...size,
      uploadedBy: user.id,
      filename: cleanFilename(file),
      mimeType: file.mimeType,
      sizeBytes: file.size,
      bytesId,
      // A millisecond apart, so that "newest first" keeps the order in which they were sent.
      createdAt: new Date(start + index).toISOString(),
    });
  });
}

const longestName = 255;

/** A safe file name: it cannot leave a folder, and is the last 255 characters without controls. */
function cleanFilename(file: UploadedFile): string {
  const base = file.filename.split(/[/\\]/).at(-1) ?? '';
  const visible = base.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  if (visible === '' || visible === '.' || visible === '..') return 'file';
  return [...visible].slice(-longestName).join('');
}

/** The JSON of a stored file `f` (see store/json.ts). */
const attachment = object({
  ...columns('f', 'id entityType entityId orgId projectId uploadedBy'),
  storageKey: value('f.bytes_id'),
  ...columns('f', 'filename mimeType sizeBytes width height'),
  hasThumbnail: truth('0'),
  createdAt: value('f.created_at'),
  deletedAt: value('NULL'),
} satisfies FieldsOf<Attachment>);

/** The JSON of the files of something whose id is the SQL `entityId`, newest first (see store/json.ts). */
export function filesJson(entityType: AttachmentHome['entityType'], entityId: string): string {
  const from = `attachments f WHERE f.entity_type = '${entityType}' AND f.entity_id = ${entityId} AND f.deleted_at IS NULL`;
  return list(attachment, from, 'f.created_at DESC, f.id');
}

/** Gives the files of a ticket to a task created from it, without copying their bytes. */
export function shareFiles(world: World, ticketId: string, task: { id: string; projectId: string }): void {
  const sql = "SELECT * FROM attachments WHERE entity_type = 'ticket' AND entity_id = ? AND deleted_at IS NULL";
  const home = { entity_type: 'task', entity_id: task.id, org_id: null, project_id: task.projectId };
  for (const file of world.db.all(sql, ticketId))
    world.db.insert('attachments', { ...file, ...home, id: world.newId() });
}

/** Marks the files of a deleted task and of its comments as deleted. */
export function removeTaskFiles(world: World, taskId: string): void {
  world.db.run(
    `UPDATE attachments SET deleted_at = ? WHERE deleted_at IS NULL AND ((entity_type = 'task' AND entity_id = ?)
     OR (entity_type = 'message' AND entity_id IN (SELECT id FROM task_comments WHERE task_id = ?)))`,
    timestamp(world),
    taskId,
    taskId,
  );
}

/**
 * The file `call.id` with its bytes. Anyone who may read the task, ticket or thread it belongs to may read it.
 *
 * @throws Refusal if it is unknown, deleted or not visible.
 */
export function readableAttachment(call: Call) {
  const { world } = call;
  const file = world.db.get<Record<'entityId' | 'filename' | 'mimeType', string> & { bytes: Uint8Array }>(
    `SELECT f.entity_id AS entityId, f.filename, f.mime_type AS mimeType, b.bytes
     FROM attachments f JOIN attachment_bytes b ON b.id = f.bytes_id WHERE f.id = ? AND f.deleted_at IS NULL`,
    call.id,
  );
  const isReadable = file && readsFilesOf(world, readAccess(call), file.entityId);
  const missing = noSuch('attachment');
  if (!file || isReadable === undefined) throw missing;
  if (!isReadable) throw outOfSight(missing);
  return file;
}

type ImageSize = Readonly<Record<'width' | 'height', number>>;

/** The size in pixels from the header of a PNG, GIF or JPEG; undefined for anything else or a broken header. */
function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readGif(view) ?? readJpeg(view);
}

function readPng(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): ImageSize | undefined {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readJpeg(view: DataView): ImageSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    if (isFrameStart(view.getUint8(at + 1))) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** SOF0 to SOF15 hold the size, except three markers in that range with other meanings. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The files themselves, outside the versioned prefix. There are no thumbnails: `?thumb` returns the file. */
export const downloadHandlers = {
  'GET {base}/api/attachments/:id': (call, headers) => replyWithFile(call, headers, 'inline'),
  'GET {base}/api/attachments/:id/download': (call, headers) => replyWithFile(call, headers, 'attachment'),
} satisfies Readonly<Record<string, RawHandler>>;

function replyWithFile(call: Call, asked: SandboxRequest['headers'], disposition: string): SandboxReply {
  const { filename, mimeType, bytes } = readableAttachment(call);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const headers = {
    etag,
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
    // A file from a user must not run as a page of this server (docs/requirements.md, R75).
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (isKnown(asked['if-none-match'], etag)) return emptyReply(304, headers);
  const describe = { 'content-type': mimeType, 'content-disposition': `${disposition}; ${nameParameters(filename)}` };
  return { status: 200, headers: { ...headers, ...describe }, body: bytes };
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

/** An ASCII name for old clients and the real one in UTF-8 (RFC 5987). */
function nameParameters(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
