import type { Attachment } from '../../contract/attachment.js';
import { readAccess } from '../access/access.js';
import { canReadParent, findParent } from '../access/files.js';
import { noSuch, outOfSight } from '../access/out-of-sight.js';
import { groupRows } from '../store/group-rows.js';
import type { Call, UploadedFile, World } from '../world.js';
import { readImageSize } from './image-size.js';

/** What new files belong to; `message` covers comments, replies and chat. */
export interface AttachmentHome {
  readonly entityType: 'task' | 'ticket' | 'message';
  readonly entityId: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/** A stored file with its bytes. */
export interface ReadableAttachment {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** Stores the files of a multipart request. Call it inside the transaction that creates what they belong to. */
export function storeFiles(call: Call, home: AttachmentHome): void {
  const { world, user } = call;
  const start = world.now().getTime();
  call.files.forEach((file, index) => {
    const bytesId = world.newId();
    const bytes = file.read();
    world.db.run('INSERT INTO attachment_bytes (id, bytes) VALUES (?, ?)', bytesId, bytes);
    const size = file.mimeType.startsWith('image/') ? readImageSize(bytes) : undefined;
    world.db.run(
      `INSERT INTO attachments (id, entity_type, entity_id, org_id, project_id, uploaded_by, filename, mime_type,
         size_bytes, width, height, bytes_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      world.newId(),
      home.entityType,
      home.entityId,
      home.orgId,
      home.projectId,
      user.id,
      cleanFilename(file),
      file.mimeType,
      file.size,
      size?.width ?? null,
      size?.height ?? null,
      bytesId,
      // A millisecond apart, so that "newest first" keeps the order in which they were sent.
      new Date(start + index).toISOString(),
    );
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

interface AttachmentRow {
  readonly id: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly org_id: string | null;
  readonly project_id: string | null;
  readonly uploaded_by: string | null;
  readonly filename: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes_id: string;
  readonly created_at: string;
}

/** The files of several entities of one type, by entity id, newest first. */
export function filesOf(
  world: World,
  entityType: AttachmentHome['entityType'],
  entityIds: readonly string[],
): Map<string, Attachment[]> {
  if (entityIds.length === 0) return new Map();
  const rows = world.db.all<AttachmentRow>(
    `SELECT * FROM attachments WHERE entity_type = ? AND entity_id IN (SELECT value FROM json_each(?))
     AND deleted_at IS NULL ORDER BY created_at DESC, id`,
    entityType,
    JSON.stringify(entityIds),
  );
  return groupRows(rows, (row) => row.entity_id, showAttachment);
}

function showAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    entityType: row.entity_type,
    entityId: row.entity_id,
    orgId: row.org_id,
    projectId: row.project_id,
    uploadedBy: row.uploaded_by,
    storageKey: row.bytes_id,
    filename: row.filename,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    hasThumbnail: false,
    createdAt: row.created_at,
    deletedAt: null,
  };
}

/** Gives the files of a ticket to a task created from it, without copying their bytes. */
export function shareFiles(world: World, ticketId: string, task: { id: string; projectId: string }): void {
  for (const file of filesOf(world, 'ticket', [ticketId]).get(ticketId) ?? []) {
    world.db.run(
      `INSERT INTO attachments (id, entity_type, entity_id, org_id, project_id, uploaded_by, filename, mime_type,
         size_bytes, width, height, bytes_id, created_at)
       SELECT ?, 'task', ?, NULL, ?, uploaded_by, filename, mime_type, size_bytes, width, height, bytes_id, created_at
       FROM attachments WHERE id = ?`,
      world.newId(),
      task.id,
      task.projectId,
      file.id ?? '',
    );
  }
}

/** Marks the files of a deleted task and of its comments as deleted. */
export function removeTaskFiles(world: World, taskId: string): void {
  world.db.run(
    `UPDATE attachments SET deleted_at = ? WHERE deleted_at IS NULL AND ((entity_type = 'task' AND entity_id = ?)
     OR (entity_type = 'message' AND entity_id IN (SELECT id FROM task_comments WHERE task_id = ?)))`,
    world.now().toISOString(),
    taskId,
    taskId,
  );
}

/**
 * The file `call.id` with its bytes. Anyone who may read the task, ticket or thread it belongs to may read it.
 *
 * @throws Refusal if it is unknown, deleted or not visible.
 */
export function readableAttachment(call: Call): ReadableAttachment {
  const { world } = call;
  const row = world.db.get<AttachmentRow>('SELECT * FROM attachments WHERE id = ? AND deleted_at IS NULL', call.id);
  const parent = row && findParent(world, row.entity_type, row.entity_id);
  const missing = noSuch('attachment');
  if (!row || !parent) throw missing;
  if (!canReadParent(world, readAccess(world, call.user.id), parent)) throw outOfSight(world, missing);
  const stored = world.db.get<{ bytes: Uint8Array }>('SELECT bytes FROM attachment_bytes WHERE id = ?', row.bytes_id);
  if (!stored) throw missing;
  return { filename: row.filename, mimeType: row.mime_type, bytes: stored.bytes };
}
