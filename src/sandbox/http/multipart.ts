import { closeSync, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { attachmentsField, payloadField } from '../../contract/shapes/attachment.js';
import { removeQuietly } from '../../disk/replace-file.js';
import { jsonLimit, parseObject } from '../fields/fields.js';
import { type Call, Refusal, type UploadedFile } from '../world.js';

/** The body of a write. */
export interface ReadBody extends Pick<Call, 'body' | 'files'> {
  /** Removes the temporary files once they have been stored. */
  readonly discard?: () => void;
}

/** The largest attachment (bytes); larger ones are silently dropped, as public servers do. */
export const fileLimit = 25 * 1024 * 1024;

/**
 * Reads a multipart request: field `payload` with the JSON body, file parts `attachments` (docs/api.md, Conventions 5). Drops
 * empty files and those over `fileLimit`. Throws a Refusal: 400 if malformed, 413 if the payload is too large.
 */
export async function readMultipart(contentType: string, source: AsyncIterable<Uint8Array>): Promise<ReadBody> {
  const parser = await openParser(contentType);
  const payload: string[] = [];
  const files: Promise<UploadedFile | undefined>[] = [];
  const spool = openSpool();
  let tooLarge = false;
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (name !== payloadField) return;
    tooLarge ||= valueCut;
    payload.push(value);
  });
  parser.on('file', (name, stream, filename, _encoding, mimeType) => {
    if (name !== attachmentsField) return void stream.on('error', ignore).resume();
    const file = spoolFile(spool.begin(), stream, { filename, mimeType });
    // Awaited after everything is read, but may fail earlier.
    file.catch(ignore);
    files.push(file);
  });
  try {
    await pipeline(source, parser).catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal(400, 'The multipart request is malformed or ends early.');
    });
    if (tooLarge) throw new Refusal(413, 'The payload is larger than 1 MiB.');
    const kept = (await Promise.all(files)).filter((file) => file !== undefined);
    return { body: parseObject(payload[0] ?? ''), files: kept, discard: spool.close };
  } catch (error) {
    spool.close();
    throw error;
  }
}

async function openParser(contentType: string): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: jsonLimit, fileSize: fileLimit, fields: 100, parts: 1000 },
    });
  } catch {
    throw new Refusal(400, 'The multipart request has no boundary.');
  }
}

type Part = Pick<UploadedFile, 'filename' | 'mimeType'>;

/** Writes a part to the spool; undefined if it is empty or too large. Rejects if the disk is full or fails. */
function spoolFile(spooled: SpooledFile, stream: BusboyFileStream, part: Part): Promise<UploadedFile | undefined> {
  return new Promise((resolve, reject) => {
    const skip = (): void => void stream.removeAllListeners('data').resume();
    stream.on('data', (chunk: Buffer) => {
      try {
        spooled.write(chunk);
      } catch (error) {
        skip();
        reject(error);
      }
    });
    stream.on('limit', skip);
    stream.on('error', () => resolve(undefined));
    stream.on('end', () => {
      const size = spooled.size();
      const named = { filename: decodeName(part.filename), mimeType: cleanType(part.mimeType) };
      resolve(size > 0 && !stream.truncated ? { ...named, size, read: spooled.read } : undefined);
    });
  });
}

/** Decodes the escapes that the HTML standard requires of senders. */
function decodeName(name: string | undefined): string {
  return (name ?? '').replace(/%22/g, '"').replace(/%0d/gi, '\r').replace(/%0a/gi, '\n');
}

function cleanType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

function ignore(): void {}

type SpooledFile = ReturnType<ReturnType<typeof openSpool>['begin']>;

/**
 * Opens a spool, which keeps the files of a request on disk until they are stored, so that at most one of them is in memory. Its
 * file is created with the first chunk and unlinked at once, so it cannot be left behind; Windows may refuse that until it is closed.
 */
export function openSpool() {
  let folder = '';
  let file: number | undefined;
  let end = 0;
  /** Starts a file; the chunks of several files may come in any order. */
  const begin = () => {
    const pieces: { readonly position: number; readonly length: number }[] = [];
    const size = (): number => pieces.reduce((sum, { length }) => sum + length, 0);
    return {
      /** Bytes written so far. */
      size,
      write(chunk: Uint8Array): void {
        if (file === undefined) [folder, file] = openUnnamed();
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at, end + at);
        pieces.push({ position: end, length: chunk.length });
        end += chunk.length;
      },
      read(): Uint8Array {
        const bytes = Buffer.allocUnsafe(size());
        let at = 0;
        for (const { position, length } of pieces) at += readPiece(file, bytes.subarray(at, at + length), position);
        return bytes;
      },
    };
  };
  return {
    begin,
    close(): void {
      if (file === undefined) return;
      closeSync(file);
      file = undefined;
      removeQuietly(folder, true);
    },
  };
}

/** Fills `bytes` from this position and returns how many bytes were read. */
function readPiece(file: number | undefined, bytes: Uint8Array, position: number): number {
  let at = 0;
  while (file !== undefined && at < bytes.length) {
    const read = readSync(file, bytes, at, bytes.length - at, position + at);
    if (read === 0) break;
    at += read;
  }
  if (at === bytes.length) return at;
  throw new Error('the temporary file of an upload cannot be read');
}

function openUnnamed(): [folder: string, file: number] {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-upload-'));
  try {
    return [folder, openSync(join(folder, 'files'), 'wx+', 0o600)];
  } finally {
    removeQuietly(folder, true);
  }
}
