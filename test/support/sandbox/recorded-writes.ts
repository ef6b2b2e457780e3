import { type HttpRequest, isSource, type Send } from '../../../src/http/message.js';

/** One write as sent. */
export interface RecordedWrite {
  /** `PATCH /api/v1/tasks/…` */
  readonly line: string;
  /** The parsed JSON body, or the text of a multipart request. */
  readonly body: unknown;
}

/** A connection to a service that records every request except reads. */
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
