import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { missing } from '../support/computer/missing.js';
import { openWorld, owner, refused } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { eachTest } from '../support/set-up.js';
import { playTriage } from '../support/triage.js';

const world = eachTest(() => openWorld({ seed: 'demo:1' }));
const machine = eachTest(() => world.machine(owner));
/** `work` is the owner's and the default, `theo` somebody else's session on the same server. */
beforeEach(async () => {
  await machine.run('login work.example --token --name theo', {
    stdin: world.sandbox.signIn('theo@quill-and-moss.example'),
  });
  await machine.run('instances use work');
  world.takeRequests();
});

const who = async (flags = '', env: Record<string, string> = {}): Promise<string> => {
  const { stdout, stderr } = await machine.run(`whoami --fields user.name ${flags}`, { env });
  return stdout.trim().split('\t')[1] ?? stderr;
};
const [mara, theo] = ['Mara Lindqvist', 'Theo Adeyemi-Clarke'];

describe('which server a command is for', () => {
  test('a flag, then TRACKER_URL, then TRACKER_INSTANCE, then .tracker.json, then the default', async () => {
    expect(await who()).toBe(mara);
    expect(await who('-I theo')).toBe(theo);
    expect(await who('', { TRACKER_INSTANCE: 'theo' })).toBe(theo);
    expect(await who('-I work', { TRACKER_INSTANCE: 'theo' })).toBe(mara);
    expect(await who('', { TRACKER_INSTANCE: '' })).toBe(mara);
    writeFileSync(join(machine.workingFolder, '.tracker.json'), '{"instance": "theo"}');
    expect(await who()).toBe(theo);
    expect(await who('', { TRACKER_INSTANCE: 'work' })).toBe(mara);
    expect(await who('', { TRACKER_INSTANCE: 'theo', TRACKER_URL: 'https://work.example' })).toBe(mara);
  });

  test('of several accounts at one address, the default one', async () => {
    expect(await who('-I https://WORK.example/')).toBe(mara);
    await machine.run('instances use theo');
    expect(await who('-I https://work.example')).toBe(theo);
  });

  test('names nobody knows', async () => {
    const known = (source: string) => `${source}: there is no instance "nope" (known: work, theo)`;
    expect(await machine.run('tasks -I nope')).toEqual(refused(2, known('-I'), 'tracker instances list'));
    expect(await machine.run('tasks', { env: { TRACKER_INSTANCE: 'nope' } })).toEqual(
      refused(2, known('TRACKER_INSTANCE'), 'tracker instances list'),
    );
    writeFileSync(join(machine.workingFolder, '.tracker.json'), '{"instance": "nope"}');
    expect(await machine.run('tasks')).toEqual(refused(2, known('.tracker.json'), 'tracker login URL --name nope'));
    expect(world.takeRequests()).toEqual([]);
  });

  test('an address in TRACKER_URL that is none', async () => {
    const refusal = (url: string, why: string, hint: string) => refused(2, `TRACKER_URL: "${url}" is ${why}`, hint);
    const example = 'addresses look like https://tracker.example.com';
    for (const token of ['', 'a-token']) {
      const runAt = (url: string) => machine.run('tasks', { env: { TRACKER_URL: url, TRACKER_TOKEN: token } });
      const ftp = 'not a server address: only http and https are supported';
      expect(await runAt('ftp://work.example')).toEqual(refusal('ftp://work.example', ftp, example));
      const api = 'an address of the API, not of the server';
      expect(await runAt('https://work.example/api/v1')).toEqual(
        refusal('https://work.example/api/v1', api, 'leave out the end: https://work.example'),
      );
    }
    expect(world.takeRequests()).toEqual([]);
  });

  test('hints repeat it', async () => {
    const terminal = { columns: 200 };
    const keepsNothing: Send = async (request) =>
      request.method === 'PATCH' ? answerJson(200, { ok: true, preferences: {} }) : await world.send(request);
    const hint = async (words: string, how: object = {}): Promise<string | undefined> =>
      /\nhint: (.*)\n$/.exec((await machine.run(words, how)).stderr)?.[1];
    expect(await hint('-I work view @', { terminal })).toBe('tracker -I work next');
    await machine.run('-I work view SCM-12', { terminal });
    expect(await hint('-I work notes view @', { terminal })).toBe('tracker -I work tasks view @');
    expect(await hint('-I work open "no such title"')).toBe('tracker -I work search "no such title"');
    expect(await hint('-I work assign SCM-12')).toBe('tracker -I work assign SCM-12 USER');
    const everyone = 'to unassign everyone: tracker -I work edit SCM-12 --set-assignee none';
    expect(await hint('-I work assign SCM-12 none')).toBe(everyone);
    expect(await hint('-I work prefs set theme=light', { send: keepsNothing })).toBe('tracker -I work prefs list');
  });

  test('so does all else that names a command for the same server', async () => {
    await machine.run('note BERG-9 -b x --queue --offline');
    expect((await machine.run('-I work drafts --jq .[].send')).stdout).toBe(
      'tracker -I work tickets note BERG-9 --from-draft 1\n',
    );
    const terminal = { columns: 200 };
    const lines: readonly (readonly [line: string, said: string, how?: object])[] = [
      ['next', 'tracker -I work next --first begins again', { terminal }],
      ['status', 'more: tracker -I work tasks list', { terminal }],
      ['status', 'more: tracker -I work tickets list', { terminal }],
      ['view @branch', 'a branch created by tracker -I work tasks branch REF'],
      ['inbox read all', 'for all: tracker -I work inbox read --all'],
      ['projects activity SCM', 'For older entries: tracker -I work projects activity SCM --offset', { terminal }],
      ['tasks comment SCM-12 hello there', "or tracker -I work comment SCM-12 'hello there'"],
      ['time SCM-12 1.5', 'hint: tracker -I work time SCM-12 1.5h'],
      ['time 1h SCM-12', 'the reference comes first: tracker -I work time SCM-12 1h'],
      ['note "buy milk"', "tracker -I work note REF 'buy milk'; a note of your own: tracker -I work notes create"],
      ['wiki view Machines', 'For the pages below it: tracker -I work wiki list --under', { terminal }],
      ['tasks create --title x', 'for the keys: tracker -I work projects list'],
      ['tasks list --web --overdue', 'hint: tracker -I work tasks list --web'],
      ['tickets list --view Overdue', 'tracker -I work tasks list --view Overdue'],
      ['token', 'hint: tracker -I work token --show', { terminal }],
      ['triage', 'in a script, use tracker -I work tickets list and tracker -I work tickets edit'],
      ['triage --json', 'tracker -I work tickets list --waiting --segment all', { terminal }],
      ['api ""', 'hint: tracker -I work api /tasks'],
      ['devices remove', 'hint: tracker -I work devices remove'],
      ['drafts send --waiting --dry-run', 'hint: tracker -I work drafts list'],
    ];
    while ((await machine.run('next -q', { terminal })).stdout !== '');
    for (const [line, said, how] of lines) {
      const { stdout, stderr } = await machine.run(`-I work ${line}`, how);
      expect(`${stdout}${stderr}`, line).toContain(said);
    }
  });

  test('an address without a sign-in', async () => {
    const other = refused(
      3,
      'you are not signed in to other.example (https://other.example)',
      'tracker login https://other.example',
    );
    expect(await machine.run('tasks -I other.example')).toEqual(other);
    expect(await machine.run('tasks', { env: { TRACKER_URL: 'https://other.example' } })).toEqual(other);
    expect(await machine.run('tasks', { env: { TRACKER_URL: 'javascript:alert(1)' } })).toMatchObject({
      code: 2,
      stdout: '',
    });
    expect(world.takeRequests()).toEqual([]);
  });

  test('a project file that chose it is named where a text is written', async () => {
    writeFileSync(join(machine.workingFolder, '.tracker.json'), '{"instance": "work"}');
    for (const words of ['api /notes -f title=x -n', 'api /notes -f title=x'])
      expect((await machine.run(words)).stderr).toBe('On work, by .tracker.json.\n');
    expect((await machine.run('api /tasks')).stderr).toBe('');
    for (const key of ['r', 'n'])
      await playTriage(machine, [
        { shows: /● live[\s\S]*newest first/, type: key },
        { shows: /on work, by \.tracker\.json/, type: '\u001b' },
        { shows: /^(?![\s\S]*by \.tracker\.json)[\s\S]*newest first/, type: 'q' },
      ]);
  });

  test('a project file is found upward', async () => {
    writeFileSync(join(machine.folder, '.tracker.json'), '{"instance": "theo"}');
    expect(await who()).toBe(theo);
    mkdirSync(join(machine.workingFolder, '.tracker.json'));
    expect(await who()).toBe(theo);
  });
});

describe('tokens of the environment', () => {
  const sigrid = 'sigrid.odegard@scandia-maritime.example';

  test('TRACKER_TOKEN goes to the default instance, or to TRACKER_URL', async () => {
    const env = { TRACKER_TOKEN: world.sandbox.signIn(sigrid) };
    expect(await who('', env)).toBe('Sigrid Ødegård');
    expect(await who('', { ...env, TRACKER_URL: 'https://work.example' })).toBe('Sigrid Ødegård');
    expect(await who('-I work', env)).toBe('Sigrid Ødegård');
    expect(await who('', { ...env, TRACKER_TOKEN_FILE: missing })).toBe('Sigrid Ødegård');
    expect((await machine.run('tasks -a @me -q', { env })).stdout).not.toContain('SCM-36');
    expect(await who()).toBe(mara);
  });

  test('it needs no sign-in on this computer', async () => {
    const fresh = await world.machine();
    const env = { TRACKER_TOKEN: world.sandbox.signIn(sigrid) };
    expect(await fresh.run('tasks', { env })).toEqual(
      refused(
        2,
        'TRACKER_TOKEN is set, but nothing says which server it is for',
        'set TRACKER_URL to the address of the server',
      ),
    );
    expect((await fresh.run('whoami', { env: { ...env, TRACKER_URL: 'work.example' } })).stdout).toMatch(
      /^name\tSigrid Ødegård\n/,
    );
  });

  test('a file without a token in it is said to be empty', async () => {
    const file = join(machine.folder, 'token');
    for (const [path, text] of [
      [file, ''],
      [file, '\n'],
      ['/dev/null', ''],
    ] as const) {
      if (path === file) writeFileSync(file, text);
      expect(await machine.run('tasks', { env: { TRACKER_TOKEN_FILE: path } })).toEqual(
        refused(2, 'TRACKER_TOKEN_FILE names an empty file', 'write a token to the file, or unset the variable'),
      );
    }
  });
});
