import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { tracker as built } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { type Answer, first as firstly, json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork, credentialsFile, giveAway, permissionsUntestable, plainUser, sentTokens } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let first: string;
let folder: string;

beforeEach(async () => {
  first = service.token();
  folder = join(home.folder, '.config/tracker');
});

/** Signs in, and from then on each answer brings a new token. */
async function signInHere(): Promise<void> {
  await signIn(home, service.origin, first, ['--name', 'work']);
  answerWork(service, service.rotating);
}

/** The one warning, which names the file and the reason and shows no token. */
function expectWarning(stderr: string, why: RegExp, rest = ''): void {
  const [warning = '', ...others] = stderr.split(/(?<=\n)/);
  const said =
    /^warning: the server sent a new token, but it could not be saved in (\S+) \((.*)\); you may have to sign in again\n$/;
  const [, file, reason] = said.exec(warning) ?? [];
  expect({ warning, file }).toEqual({ warning, file: credentialsFile(home) });
  expect(reason).toMatch(why);
  expect(others.join('')).toBe(rest);
  for (const token of [...sentTokens(service), service.token()]) expect(stderr).not.toContain(token);
}

/** Ways to spoil the place of the tokens while a request is under way. */
const spoilers: readonly (readonly [string, RegExp, () => void])[] = [
  [
    'a folder in the place of the file',
    /credentials\.json/,
    () => {
      rmSync(credentialsFile(home));
      mkdirSync(credentialsFile(home));
    },
  ],
  [
    'a file in the place of the folder',
    /cannot write to/,
    () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    },
  ],
];

test.each(spoilers)('R24: %s costs the new token, not the result', async (_what, why, spoil) => {
  await signInHere();
  const list = json({ tasks: [task] });
  service.on('GET /api/v1/tasks', service.rotating(firstly(spoil, list)));
  const { code, stdout, stderr } = await tracker(home, 'tasks list');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(task.title) });
  expectWarning(stderr, why);
});

test.each(spoilers)(
  'R24: %s in the midst of several requests is told once, and each sends the newest token',
  async (_what, why, spoil) => {
    await signInHere();
    let isSpoilt = false;
    answerWork(service, (answer) =>
      service.rotating((exchange) => {
        if (!isSpoilt) spoil();
        isSpoilt = true;
        answer(exchange);
      }),
    );
    const { code, stdout, stderr } = await tracker(home, 'status --json');
    expect({ code, errors: JSON.parse(stdout).errors }).toEqual({ code: 0, errors: {} });
    const { warning } = JSON.parse(stderr) as { readonly warning: { readonly message: string } };
    expectWarning(`warning: ${warning.message}\n`, why);
  },
);

test('R24: a request that fails keeps its own exit code', async () => {
  await signInHere();
  const stored = readFileSync(credentialsFile(home), 'utf8');
  const answers: readonly (readonly [number, number, Answer])[] = [
    [400, 1, json({ message: 'Not so' }, 400)],
    [403, 5, json({ message: 'Not so' }, 403)],
    [404, 4, json({ message: 'Not so' }, 404)],
  ];
  for (const [status, expected, answer] of answers) {
    const [, , spoil] = spoilers[0] ?? [];
    service.on('GET /api/v1/tasks', service.rotating(firstly(() => spoil?.(), answer)));
    const { code, stdout, stderr } = await tracker(home, 'tasks list');
    expect({ status, code, stdout }).toEqual({ status, code: expected, stdout: '' });
    expectWarning(stderr, /credentials\.json/, 'error: Not so\n');
    rmSync(credentialsFile(home), { recursive: true });
    writeFileSync(credentialsFile(home), stored, { mode: 0o600 });
    service.take(first);
  }
});

test.skipIf(permissionsUntestable)(
  'R24: a folder that may not be written costs the new token, not the result',
  async () => {
    await signInHere();
    giveAway(home);
    const before = readFileSync(credentialsFile(home), 'utf8');
    chmodSync(folder, 0o500);
    for (const words of ['tasks list', 'status']) {
      service.take(first);
      const { code, stdout, stderr } = await built(home, words, plainUser);
      expect({ words, code, isPrinted: stdout !== '' }).toEqual({ words, code: 0, isPrinted: true });
      expectWarning(stderr, /EACCES/);
    }
    expect([readFileSync(credentialsFile(home), 'utf8'), statSync(folder).mode & 0o777]).toEqual([before, 0o500]);
  },
);
