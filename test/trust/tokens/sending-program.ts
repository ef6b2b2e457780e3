import { chooseSession } from '../../../src/auth/tokens/sign-in.js';
import { openVault } from '../../../src/auth/vault.js';
import { connectSigned, createConnectParts } from '../../../src/cli/connect.js';
import { openReferenceIndex } from '../../../src/client/state/references.js';
import { resolveSettings } from '../../../src/config/settings.js';
import { asText, type Sentence, TrackerError } from '../../../src/contract/errors.js';
import { readBytes } from '../../../src/http/body/read.js';
import { realProcesses } from '../../disk/real-processes.js';
import { fakeStreams } from '../../support/terminal/fake-streams.js';

/**
 * `create`, `upload`, `events` or `delete`: one request of the kind, sent with the stored token as every command sends its
 * own. Says on stdout what came, and ends with the code a command would end with.
 */
async function main(): Promise<void> {
  const { env } = process;
  const { signal } = new AbortController();
  const warn = (message: Sentence): void => void process.stderr.write(`warning: ${asText(message)}\n`);
  const { settings } = await resolveSettings({
    flags: {},
    env,
    platform: process.platform,
    workingFolder: process.cwd(),
    processes: realProcesses,
    signal,
  });
  const host = {
    ...{ argv: [], env, io: fakeStreams({}).io, platform: process.platform, workingFolder: process.cwd() },
    ...{
      hostName: () => 'here',
      terminalName: async () => undefined,
      processes: realProcesses,
      now: () => new Date(),
      signal,
      version: '0',
    },
    ...{ yieldInterrupts: <T>(work: () => Promise<T>) => work(), program: [] },
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
  try {
    process.stdout.write(`${JSON.stringify(await kinds[process.argv[2] ?? '']?.())}\n`);
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof TrackerError ? error.exitCode : 1;
  }
}

void main();
