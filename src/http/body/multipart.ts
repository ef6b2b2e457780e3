import { randomBytes } from 'node:crypto';
import { lookup } from 'mrmime';
import { attachmentsField, type FilePart, payloadField } from '../../contract/shapes/attachment.js';
import type { BodySource } from '../message.js';

/**
 * The body of an upload: the JSON in the field `payload`, each file in a part `attachments` (docs/api.md, Conventions 5).
 * Files are read while they are sent, and once per try (docs/requirements.md, R51, R52 and R54).
 */
export function createMultipart(payload: string, files: readonly FilePart[]) {
  const boundary = `tracker-${randomBytes(18).toString('hex')}`;
  const field = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${payloadField}"\r\n\r\n${payload}\r\n`,
  );
  const parts = files.map((file) => ({ file, head: Buffer.from(headOf(boundary, file.name, lookup(file.name))) }));
  const lineEnd = Buffer.from('\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = parts.reduce(
    (sum, { file, head }) => sum + head.length + file.size + lineEnd.length,
    field.length + end.length,
  );
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield field;
    for (const { file, head } of parts) {
      yield head;
      yield* file.open();
      yield lineEnd;
    }
    yield end;
  };
  const body: BodySource = { length, open };
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function headOf(boundary: string, name: string, type = 'application/octet-stream'): string {
  // Quotes and line breaks are percent-encoded, as in the HTML standard.
  const escaped = name.replace(/["\r\n]/g, encodeURIComponent);
  const disposition = `form-data; name="${attachmentsField}"; filename="${escaped}"`;
  return `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
}
