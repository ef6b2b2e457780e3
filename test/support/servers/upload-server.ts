import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { canary, task } from '../sandbox/service.js';
import { belongsTo } from '../secrets/secrets-watch.js';
import { listen } from './listen.js';

/** An incoming upload, of whose body nothing has been read. */
export interface Upload {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly post: Post;
}

/** The state of an upload. */
export interface Post {
  readonly authorization: string | undefined;
  /** Whether the client waits to be asked for the body. */
  readonly isAnnounced: boolean;
  /** How many bytes of the body were read. */
  received: number;
  /** True once the whole body has been read. */
  isWhole: boolean;
  /** The first megabyte of the body. */
  start: Buffer;
  /** True once the connection is closed. */
  isClosed: boolean;
}

export type Take = (upload: Upload) => void | Promise<void>;

export interface UploadServer {
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  /** The environment that points `tracker` here. */
  readonly env: Readonly<Record<string, string>>;
  readonly posts: readonly Post[];
  /** Handles uploads with these, one after another; the last one repeats. */
  takes(...takes: readonly Take[]): void;
  close(): Promise<void>;
}

/** A service that reads uploads as the test wants, piece by piece or not at all. It has any task, and records uploads. */
export async function startUploadServer(): Promise<UploadServer> {
  const token = canary();
  const posts: Post[] = [];
  let script: Take[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [, uuid = task.uuid] = /\/tasks\/([\da-f-]{36})$/.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST')
      return void sendJson(response, 200, { task: { ...task, uuid }, attachments: [], comments: [] });
    const { authorization, expect } = request.headers;
    const post: Post = {
      authorization,
      isAnnounced: expect === '100-continue',
      received: 0,
      isWhole: false,
      start: Buffer.alloc(0),
      isClosed: false,
    };
    posts.push(post);
    const { socket } = request;
    socket
      .on('error', () => undefined)
      .once('close', () => {
        post.isClosed = true;
      });
    request.on('error', () => undefined);
    const take = (script.length > 1 ? script.shift() : script[0]) ?? taken();
    void take({ request, response, socket, post });
  };
  const server = createServer(answer).on('checkContinue', answer);
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  belongsTo(token, origin);
  return {
    origin,
    port,
    token,
    env: { TRACKER_URL: origin, TRACKER_TOKEN: token },
    posts,
    takes: (...takes) => {
      script = [...takes];
    },
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface Reading {
  /** How much of the body to read (default: all). */
  readonly upTo?: number;
  /** A pause after each piece (milliseconds). */
  readonly pauseMs?: number;
  /** False for a server that does not support `Expect`. */
  readonly asks?: boolean;
}

const startBytes = 1024 * 1024;

/** Reads the body, or its beginning; false if it was cut off. */
export async function readUpload(upload: Upload, { upTo, pauseMs, asks = true }: Reading = {}): Promise<boolean> {
  const { request, response, post } = upload;
  if (asks && post.isAnnounced) response.writeContinue();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      post.received += bytes.length;
      if (post.start.length < startBytes) post.start = Buffer.concat([post.start, bytes]);
      if (upTo !== undefined && post.received >= upTo) return true;
      if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } catch {
    return false;
  }
  post.isWhole = request.complete;
  return post.isWhole;
}

/** Reads and accepts the upload. */
export const taken =
  (reading: Reading = {}): Take =>
  async (upload) => {
    if (await readUpload(upload, reading)) sendJson(upload.response, 201, { id: 'c1' });
  };

/** What happens to the connection after an upload is refused: it stays open, is closed, or is reset. */
export type Ending = 'stays' | 'closed' | 'reset';

/** Responds before the whole body is read; `upTo` bytes of it are read first. */
export const refusing =
  (status: number, message: string, ending: Ending, upTo?: number): Take =>
  async (upload) => {
    const { socket } = upload;
    if (upTo !== undefined) await readUpload(upload, { upTo });
    const body = JSON.stringify({ message });
    const lines = [`HTTP/1.1 ${status} Refused`, 'content-type: application/json', `content-length: ${body.length}`];
    const answered = new Promise<void>((resolve) =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, () => resolve()),
    );
    await answered;
    if (ending === 'closed') socket.end();
    if (ending === 'reset') socket.resetAndDestroy();
  };

/** Reads this much and drops the connection without a response. */
export const breaking =
  (upTo: number): Take =>
  async (upload) => {
    if (upTo > 0) await readUpload(upload, { upTo });
    upload.socket.resetAndDestroy();
  };
