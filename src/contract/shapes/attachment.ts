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

/** One file of an upload. */
export interface FilePart {
  /** The name sent to the server: a base name, without a folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
  /** Called when the request that carries it is over, whether it succeeded or not. */
  readonly leave?: () => void;
}
