import type { Shape } from '../../../src/sandbox/world.js';
import { openSeeded } from '../sandbox/seeded-data.js';
import { belongsTo } from '../secrets/secrets-watch.js';
import { type Answer, type MisbehavingServer, startMisbehavingServer } from './misbehaving-server.js';

/** Changes the body of a JSON response, given its route, such as `GET /tasks`, and its status. */
export type Meddle = (body: unknown, route: string, status: number) => unknown;

/** The whole service with its data on a real port; its JSON responses are changed on the way out. */
export interface MeddledService extends MisbehavingServer {
  /** The environment that selects it, with the owner's token. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a new session and gives its token. */
  signIn(): string;
  meddle(change: Meddle): void;
  /** The changed body of a GET. */
  body(path: string): Promise<unknown>;
}

const unchanged: Meddle = (body) => body;

/** Starts the service; nothing is changed until `meddle` is called. */
export async function startMeddledService({
  shape = 'spec',
}: {
  readonly shape?: Shape;
} = {}): Promise<MeddledService> {
  const sandbox = await openSeeded({ seed: 'demo:1', shape });
  let change = unchanged;
  const reply = async (method: string, target: string, headers: Record<string, string | undefined>, body: string) => {
    const sent = body === '' ? null : once(Buffer.from(body));
    const made = await sandbox.app({ method, target, headers, body: sent });
    if (!(made.body instanceof Uint8Array) || !made.headers['content-type']?.includes('json')) return made;
    const path = target.split('?')[0] ?? '';
    const text = Buffer.from(made.body).toString('utf8');
    const changed = change(JSON.parse(text), `${method} ${path.replace(/^\/api\/v1/, '')}`, made.status);
    return { ...made, body: Buffer.from(JSON.stringify(changed)) };
  };
  const otherwise: Answer = ({ request, response }) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    void reply(request.method, request.target, headers, request.body).then(async (made) => {
      response.writeHead(made.status, made.headers);
      if (made.body instanceof Uint8Array) return void response.end(made.body);
      response.flushHeaders();
      for await (const chunk of made.body) response.write(chunk);
      response.end();
    });
  };
  const server = await startMisbehavingServer({ otherwise });
  const signIn = (): string => {
    const token = sandbox.signIn('mara@lantern.example');
    belongsTo(token, server.origin);
    return token;
  };
  const token = signIn();
  return {
    ...server,
    env: { TRACKER_URL: server.origin, TRACKER_TOKEN: token },
    signIn,
    meddle: (next) => {
      change = next;
    },
    async body(path) {
      const { body } = await reply('GET', `/api/v1${path}`, { authorization: `Bearer ${token}`, host: 'x' }, '');
      if (!(body instanceof Uint8Array)) throw new Error(`${path} answers with a stream`);
      return JSON.parse(Buffer.from(body).toString('utf8'));
    },
    async close() {
      sandbox.close();
      await server.close();
    },
  };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
