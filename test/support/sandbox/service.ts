import { randomBytes } from 'node:crypto';
import type { Home } from '../computer/home.js';
import { runHere } from '../run-here.js';
import { belongsTo } from '../secrets/secrets-watch.js';
import {
  type Answer,
  json,
  type MisbehavingServer,
  type ServerOptions,
  startMisbehavingServer,
} from '../servers/misbehaving-server.js';

/** A unique token: wherever it turns up, it has leaked. */
export function canary(): string {
  return `canary-${randomBytes(12).toString('hex')}`;
}

/** A minimal service: it identifies itself, accepts one token, and has one task. Any route can be answered differently. */
export interface SmallService extends MisbehavingServer {
  /** The token it accepts now; any other gets 401. */
  token(): string;
  /** The environment that points `tracker` here, with that token. */
  readonly env: Readonly<Record<string, string>>;
  /** Accepts only this token from now on. */
  take(token: string): void;
  /** This answer for a request with the token, 401 for any other. */
  guarded(answer: Answer): Answer;
  /** Like `guarded`, but each response, whatever its status, has a new token and voids the old one at once. */
  rotating(answer: Answer): Answer;
}

export const instance = { name: 'tracker', api: 1, version: '1.0.0' };

export const ann = { id: '0b6f6f0e-6f0b-4d5c-9a55-2f3a4b5c6d7e', name: 'Ann Lee', email: 'ann@example.com' };

export const task = {
  id: 'ABC-1',
  uuid: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
  title: 'Mend the gate',
  status: 'todo',
  priority: 'high',
  assignees: [],
};

export async function startSmallService(first: string = canary(), options: ServerOptions = {}): Promise<SmallService> {
  const server = await startMisbehavingServer(options);
  let current = '';
  const take = (token: string): void => {
    current = token;
    belongsTo(token, server.origin);
  };
  take(first);
  const guarded =
    (answer: Answer): Answer =>
    (exchange) => {
      const isKnown = exchange.request.headers.authorization === `Bearer ${current}`;
      (isKnown ? answer : json({ message: 'No session' }, 401))(exchange);
    };
  const rotating = (answer: Answer): Answer =>
    guarded((exchange) => {
      take(canary());
      exchange.response.setHeader('set-auth-token', current);
      answer(exchange);
    });
  server.on('GET /api/v1/instance', json(instance));
  server.on('GET /api/v1/me', guarded(json({ user: ann })));
  server.on('GET /api/v1/tasks', guarded(json({ tasks: [task] })));
  server.on(`GET /api/v1/tasks/${task.uuid}`, guarded(json({ task })));
  return {
    ...server,
    get env() {
      return { TRACKER_URL: server.origin, TRACKER_TOKEN: current };
    },
    token: () => current,
    take,
    guarded,
    rotating,
  };
}

/** The same with a home that is signed in to it. */
export async function startServiceFor(home: Home, flags: readonly string[] = []): Promise<SmallService> {
  const service = await startSmallService();
  await signIn(home, service.origin, service.token(), flags);
  return service;
}

/** Signs a home in with a token. Throws an Error if that fails. */
export async function signIn(home: Home, origin: string, token: string, flags: readonly string[] = []): Promise<void> {
  const { code, stderr } = await runHere(home, ['login', origin, '--token', ...flags], { stdin: token });
  if (code !== 0) throw new Error(`login ended with ${code}: ${stderr}`);
}
