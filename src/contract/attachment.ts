import type { Wide } from './wide.js';

/** A stored file; sizes are in bytes, times ISO 8601. Its URL is derived from its id. */
export type Attachment = Wide<{
  id: string;
  entityType: string;
  entityId: string;
  orgId: string;
  projectId: string;
  uploadedBy: string;
  storageKey: string;
  filename: string;
  mimeType: string;
  sizeBytes: number;
  width: number;
  height: number;
  hasThumbnail: boolean;
  createdAt: string;
  deletedAt: string;
}>;

/** The field that holds the JSON body of a multipart request (docs/api.md, Conventions 5). */
export const payloadField = 'payload';

/** The name of every file part of a multipart request (docs/api.md, Conventions 5). */
export const attachmentsField = 'attachments';
