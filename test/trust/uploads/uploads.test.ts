import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../support/computer/folder.js';
import { makeHome } from '../../support/computer/home.js';
import { asNobody, canBeNobody, nobody } from '../../support/computer/nobody.js';
import { start } from '../../support/computer/program.js';
import { openWorld, refused, shapes } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { task } from '../../support/sandbox/service.js';
import { startUploadServer } from '../../support/servers/upload-server.js';
import { allTests } from '../../support/set-up.js';

let folder: string;
const home = allTests(makeHome);
const server = allTests(startUploadServer);

beforeAll(async () => {
  folder = makeFolder();
  chmodSync(folder, 0o755);
});

const file = (name: string, bytes: string | Uint8Array = 'some bytes'): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('R50: one of three files cannot be sent', () => {
  const refusal = (path: string, why: string) =>
    refused(2, `cannot attach ${JSON.stringify(path)}: ${why}; nothing was sent`);
  const attach = async (path: string) => {
    const [first, third] = [file('first.txt'), file('third.txt')];
    const words = ['tasks', 'comment', task.uuid, '-b', 'See these.'];
    return await tracker(home, [...words, '--attach', first, '--attach', path, '--attach', third], { env: server.env });
  };
  const fifo = (): string => {
    const path = join(folder, 'pipe');
    spawnSync('mkfifo', [path]);
    return path;
  };
  const made = (name: string): string => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };

  afterEach(() => expect(server.posts).toEqual([]));

  test.each([
    ['is missing', () => join(folder, 'missing.txt'), 'there is no such file'],
    ['is missing, its name with controls', () => join(folder, 'no\u001b[31m\nfile'), 'there is no such file'],
    ['is below a file', () => join(file('plain.txt'), 'below'), 'there is no such file'],
    ['has too long a name', () => join(folder, 'x'.repeat(300)), 'it cannot be read (ENAMETOOLONG)'],
    ['is a folder', () => made('folder'), 'it is a folder'],
    ['is a FIFO', fifo, 'it is not a regular file'],
    ['is a device', () => '/dev/null', 'it is not a regular file'],
    ['has no name', () => '', 'there is no such file'],
  ])('R50: it %s: no request, and its path', async (_what, make, why) => {
    const path = make();
    expect(await attach(path)).toEqual(refusal(path, why));
    expect(home.listing().filter((line) => line.includes('ledger'))).toEqual([]);
  });

  test('R50: it is a socket: no request, and its path', async () => {
    const path = join(folder, 'socket');
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(path, resolve));
    expect(await attach(path)).toEqual(refusal(path, 'it is not a regular file'));
    await new Promise((resolve) => listener.close(resolve));
  });

  test.skipIf(!canBeNobody)('R50: it may not be read, or its folder may not: no request, and its path', async () => {
    const secret = file('secret.txt');
    chmodSync(secret, 0o600);
    const closed = made('closed');
    writeFileSync(join(closed, 'inside.txt'), 'x');
    chmodSync(closed, 0o700);
    const state = makeFolder();
    chownSync(state, nobody, nobody);
    for (const path of [secret, join(closed, 'inside.txt')]) {
      const words = `tasks comment ${task.uuid} -b See --attach ${file('first.txt')} --attach ${path}`;
      const env = { ...server.env, HOME: state };
      expect(await start(home, asNobody(words), { env, folder: '/' }).ended).toEqual(
        refusal(path, 'it cannot be read'),
      );
    }
  });
});

const long = `${'ü'.repeat(122)}x-255.trace`;

/** What a file may be called, and how it goes over the wire. */
const names = [
  ['quo"te"s.txt', 'quo%22te%22s.txt'],
  ['line\r\nx-evil: 1\r\n\r\nbody.txt', 'line%0D%0Ax-evil: 1%0D%0A%0D%0Abody.txt'],
  ['esc\u001b[31mred.log', 'esc\u001b[31mred.log'],
  ['grüße 日本 🚢.md', 'grüße 日本 🚢.md'],
  [long, long],
  ["semi;colon='x'; name=payload", "semi;colon='x'; name=payload"],
  ['..hidden..', '..hidden..'],
] as const;

describe.each(shapes)('R51: file names (%s)', (shape) => {
  test('R51: the payload is the JSON, each file is one part with its base name, and no header is injected', async () => {
    const world = await openWorld({ shape });
    const recorded = recordWrites(world.send);
    const contents = names.map((_, at) => `file ${at}\r\n--boundary\r\nünïcode\u0000${at}`);
    const paths = names.map(([name], at) => file(name, contents[at]));
    const above = join(folder, 'below', '..', 'plain.txt');
    mkdirSync(join(folder, 'below'), { recursive: true });
    file('plain.txt', 'plain');
    const attach = [...paths, above].flatMap((path) => ['--attach', path]);
    const words = ['tasks', 'create', '--project', 'SCM', '-t', 'With "files"', '-q', ...attach];
    const ran = await world.run(words, { send: recorded.send });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const ref = ran.stdout.trim();

    const [write] = recorded.take();
    const text = String(write?.body);
    const boundary = text.slice(2, text.indexOf('\r\n'));
    const [before, payload = '', ...parts] = text.split(`--${boundary}`);
    expect([before, parts.pop()]).toEqual(['', '--\r\n']);
    expect(payload.slice(0, payload.indexOf('{'))).toBe('\r\ncontent-disposition: form-data; name="payload"\r\n\r\n');
    expect(JSON.parse(payload.slice(payload.indexOf('{')))).toEqual({ title: 'With "files"', projectKey: 'SCM' });
    const sent = [...names.map(([, encoded], at) => [encoded, contents[at]]), ['plain.txt', 'plain']];
    expect(
      parts.map((part) =>
        /^\r\ncontent-disposition: (.*)\r\ncontent-type: \S+\r\n\r\n([\s\S]*)\r\n$/.exec(part)?.slice(1),
      ),
    ).toEqual(sent.map(([name, bytes]) => [`form-data; name="attachments"; filename="${name}"`, bytes]));

    const { attachments } = (await world.json(`tasks view ${ref}`)) as {
      attachments: { id: string; filename: string }[];
    };
    // The sandbox keeps no control characters in names.
    const kept = names.map(([name], at) => [name.replace(/\p{Cc}/gu, ''), contents[at]]);
    const wanted = [...kept, ['plain.txt', 'plain']];
    const stored = await Promise.all(
      attachments.map(async ({ id, filename }) => {
        const { code, stdout } = await world.run(['api', `{base}/api/attachments/${id}`]);
        return [filename, code === 0 ? stdout : code];
      }),
    );
    expect(stored.sort()).toEqual(wanted.sort());
  });

  test('R51: an empty file, which servers leave out, is refused before anything is sent (#10.15)', async () => {
    const world = await openWorld({ shape });
    world.takeRequests();
    const path = file('empty.txt', '');
    for (const words of [
      ['tasks', 'comment', 'SCM-12', '-b', 'x'],
      ['tasks', 'create', '--project', 'SCM', '-t', 'x'],
    ]) {
      expect(await world.run([...words, '--attach', path], { env: { NO_COLOR: '1' } })).toMatchObject(
        refused(2, `cannot attach ${JSON.stringify(path)}: it is empty; nothing was sent`),
      );
    }
    expect(world.takeRequests()).toEqual([]);
  });
});
