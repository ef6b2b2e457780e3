import { createHash } from 'node:crypto';
import type { RawHandler } from '../http/api.js';
import { emptyReply, type SandboxReply } from '../http/exchange.js';
import { readableAttachment } from './store.js';

/** The files themselves, outside the versioned prefix. There are no thumbnails: `?thumb` returns the file. */
export const downloadHandlers = {
  'GET {base}/api/attachments/:id': (call, headers) => replyWithFile(call, headers, 'inline'),
  'GET {base}/api/attachments/:id/download': (call, headers) => replyWithFile(call, headers, 'attachment'),
} satisfies Readonly<Record<string, RawHandler>>;

function replyWithFile(
  call: Parameters<RawHandler>[0],
  requested: Parameters<RawHandler>[1],
  disposition: 'inline' | 'attachment',
): SandboxReply {
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
  if (isKnown(requested['if-none-match'], etag)) return emptyReply(304, headers);
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
