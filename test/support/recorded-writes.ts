import { type HttpRequest, isSource, type Send } from '../../src/http/message.js';

/** One write as it went out. */
export interface RecordedWrite {
  /** `PATCH /api/v1/tasks/…` */
  readonly line: string;
  /** The parsed JSON body; of a multipart request its text. */
  readonly body: unknown;
}

/** A way to a service that keeps every request but reads that goes out through it. */
export interface RecordedWrites {
  readonly send: Send;
  /** The writes since the last call. */
  take(): readonly RecordedWrite[];
}

export function recordWrites(send: Send): RecordedWrites {
  const writes: RecordedWrite[] = [];
  return {
    async send(request) {
      if (request.method !== 'GET') {
        writes.push({ line: `${request.method} ${request.url.pathname}`, body: await bodyOf(request) });
      }
      return await send(request);
    },
    take: () => writes.splice(0),
  };
}

async function bodyOf({ body }: HttpRequest): Promise<unknown> {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return JSON.parse(body);
  if (!isSource(body)) return Buffer.from(body).toString('utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
