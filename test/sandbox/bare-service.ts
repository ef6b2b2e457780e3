import { type HintHub, openHints } from '../../src/sandbox/events.js';
import type { HandlerTable } from '../../src/sandbox/http/api.js';
import { createApp } from '../../src/sandbox/http/app.js';
import { usualUploadLimit } from '../../src/sandbox/http/body.js';
import type { App, SandboxReply } from '../../src/sandbox/http/exchange.js';
import { isStream } from '../../src/sandbox/http/exchange.js';
import { countAttempts, hashPassword } from '../../src/sandbox/identity/passwords.js';
import { startSession } from '../../src/sandbox/identity/sessions.js';
import { openDatabase } from '../../src/sandbox/store/database.js';
import { planTrouble, type TroubleOptions } from '../../src/sandbox/trouble.js';
import { created, ok, Refusal, type Shape, type World } from '../../src/sandbox/world.js';

export const password = 'right-password';

/** A sandbox of two people and a few handlers, with a clock that stands still until it is moved. */
export interface BareService {
  readonly app: App;
  readonly world: World;
  readonly hints: HintHub;
  /** Moves the clock on, in milliseconds. */
  pass(milliseconds: number): void;
  /** A session token of Ann's. */
  readonly token: string;
  ask(line: string, options?: AskOptions): Promise<Answered>;
}

export interface AskOptions {
  /** Undefined sends Ann's token, null none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly json: unknown;
}

export interface BareOptions extends TroubleOptions {
  readonly shape?: Shape;
  readonly rotateEvery?: number;
  readonly origin?: string;
  readonly handlers?: Partial<HandlerTable>;
}

export async function openBareService(options: BareOptions = {}): Promise<BareService> {
  const db = await openDatabase(':memory:');
  const hints = openHints();
  let time = Date.UTC(2026, 2, 2, 9);
  let ids = 0;
  const world: World = {
    db,
    shape: options.shape ?? 'spec',
    serviceName: 'tracker',
    now: () => new Date(time),
    newId: () => `id-${++ids}`,
    announce: hints.announce,
  };
  const hash = hashPassword(password);
  for (const [id, name] of [
    ['ann', 'Ann'],
    ['bob', 'Bob'],
  ] as const) {
    const values = [id, name, `${id}@example.com`, hash, world.now().toISOString()];
    db.run('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)', ...values);
  }
  const app = createApp(
    {
      world,
      hints,
      attempts: countAttempts(world.now),
      trouble: planTrouble(options),
      uploadLimit: usualUploadLimit,
      rotateEvery: options.rotateEvery ?? 0,
      origin: options.origin,
    },
    { json: { ...fewHandlers, ...options.handlers?.json }, raw: { ...options.handlers?.raw } },
  );
  const token = startSession(world, 'ann');
  return {
    app,
    world,
    hints,
    token,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    ask: (line, asked = {}) => ask(app, line, { token, ...asked }),
  };
}

const fewHandlers: HandlerTable['json'] = {
  'GET /tasks': ({ query }) => ok({ tasks: [], scope: query.get('scope') }),
  'GET /tasks/:id': ({ id }) => ok({ id }),
  'POST /tasks': ({ body, files }) =>
    created({
      body,
      files: files.map(({ filename, mimeType, size }) => ({ filename, mimeType, size })),
    }),
  'PATCH /tasks/:id': ({ id, body }) => ok({ id, body }),
  'DELETE /tasks/:id': () => {
    throw new Refusal(403, 'Not yours.');
  },
  'GET /notes/list': () => ok({ quick: [] }),
  'GET /notes/:id': ({ id }) => ok({ note: { id } }),
  'GET /projects': () => {
    throw new TypeError('a mistake of ours');
  },
  'POST /notes': ({ world, user }) => {
    world.db.run("INSERT INTO meta (key, value) VALUES ('half', ?)", user.id);
    throw new Refusal(400, 'Half way.');
  },
  'GET {base}/api/tasks/:id/meetings': () => ok({ notes: [] }),
};

/** Sends one request (`'GET /api/v1/tasks'`) and reads the whole answer. */
async function ask(app: App, line: string, options: AskOptions): Promise<Answered> {
  const reply = await send(app, line, options);
  const text = isStream(reply.body) ? '(stream)' : Buffer.from(reply.body).toString();
  const isJson = reply.headers['content-type']?.startsWith('application/json') && text !== '';
  return { status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Sends one request and gives the reply as it comes, for streams. */
export function send(app: App, line: string, { token, headers, body, signal }: AskOptions): Promise<SandboxReply> {
  const [method = '', target = ''] = line.split(' ');
  return app({
    method,
    target,
    headers: {
      host: '127.0.0.1:4000',
      accept: '*/*',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? null : toChunks(body),
    ...(signal ? { signal } : {}),
  });
}

function toChunks(body: string | Uint8Array | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body;
  return (async function* () {
    yield typeof body === 'string' ? Buffer.from(body) : body;
  })();
}
