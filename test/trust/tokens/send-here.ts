import { chooseSession } from '../../../src/auth/tokens/sign-in.js';
import { openVault } from '../../../src/auth/vault.js';
import { connectSigned, createConnectParts } from '../../../src/cli/connect.js';
import { openReferenceIndex } from '../../../src/client/state/references.js';
import { resolveSettings } from '../../../src/config/settings.js';
import { asText, type Sentence, TrackerError } from '../../../src/contract/errors.js';
import { readBytes } from '../../../src/http/body/read.js';
import { realProcesses } from '../../disk/real-processes.js';
import type { Home } from '../../support/computer/home.js';
import { fakeStreams } from '../../support/terminal/fake-streams.js';

/**
 * `create`, `upload`, `events` or `delete`: one request of the kind, sent with the stored token as every command sends its
 * own. Ends with the code a command would end with, and why.
 */
export async function sendHere(
  { folder, env, secrets }: Home,
  kind: string,
): Promise<{ code: number; stderr: string }> {
  const { signal } = new AbortController();
  const common = { env, platform: process.platform, workingFolder: folder, processes: realProcesses, signal };
  const warnings: Sentence[] = [];
  const warn = (message: Sentence): void => void warnings.push(message);
  const { settings } = await resolveSettings({ flags: {}, ...common });
  const host = {
    ...{ ...common, argv: [], io: fakeStreams({}).io, version: '0', program: [] },
    ...{ hostName: () => 'here', terminalName: async () => undefined, now: () => new Date() },
    ...{ yieldInterrupts: <T>(work: () => Promise<T>) => work() },
  };
  const vault = openVault(settings);
  const session = await chooseSession({ vault, settings, signal, warn });
  const parts = createConnectParts({
    host,
    settings,
    warn,
    trace: () => undefined,
    notice: undefined,
    idleNotice: undefined,
    answers: 'never',
    writes: false,
    mayWait: false,
    recorders: [],
    memories: [],
  });
  const index = openReferenceIndex(settings.folders.cache, session.entry.url, session.userId);
  const { client, send } = connectSigned(parts, session, index);
  const raw = async (method: string, path: string, type: string, body?: Uint8Array): Promise<string> => {
    const url = new URL(`api/v1${path}`, client.base);
    const reply = await send({ method, url, headers: { 'content-type': type }, signal, ...(body && { body }) });
    return `${reply.status} ${await readBytes(reply)}`;
  };
  const multipart = `--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n${'a'.repeat(300_000)}\r\n--x--\r\n`;
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    create: () => client.call('POST /tasks', { body: { title: 'A', projectKey: 'ABC' } }),
    delete: () => client.call('DELETE /tasks/:id', { id: 'ABC-1' }),
    upload: () => raw('POST', '/tasks/ABC-1/comments', 'multipart/form-data; boundary=x', Buffer.from(multipart)),
    events: () => raw('GET', '/events', 'text/event-stream'),
  };
  const failure = await kinds[kind]?.().then(
    () => undefined,
    (error: unknown) => error,
  );
  const stderr = [...warnings.map(asText), ...(failure instanceof Error ? [failure.message] : [])].join('\n');
  secrets.checkShown(stderr, kind);
  return { code: failure instanceof TrackerError ? failure.exitCode : Number(failure !== undefined), stderr };
}
