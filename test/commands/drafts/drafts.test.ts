import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openLedger } from '../../../src/ledger/store.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { within } from '../../support/computer/folder.js';
import { narrow, openWorld, owner, printed, refused, remarked, wide } from '../../support/run.js';
import { droppingWrites, refusingWrites } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

/** Keys answer plain prompts, one line each. */
const plain = { ...wide, env: { ...wide.env, TERM: 'dumb' } } as const;

describe('drafts', () => {
  const world = eachTest(openWorld);
  const machine = eachTest(() => world.machine(owner));

  /** Writes a text that the server refuses or that gets lost, and gives the id of its draft. */
  const fail = async (line: readonly string[], how: 'refused' | 'lost' = 'refused'): Promise<string> => {
    const before = draftsOf(machine).map(({ id }) => id);
    const send = how === 'refused' ? refusingWrites(world.send, 400) : droppingWrites(world.send);
    expect((await machine.run(line, { send })).code).toBe(how === 'refused' ? 1 : 8);
    const id = draftsOf(machine).find((each) => !before.includes(each.id))?.id ?? '';
    expect(id).toMatch(/^\d+$/);
    return id;
  };
  const comment = ['tasks', 'comment', 'SCM-12', '-b', 'First line\nSecond line'];
  const countComments = async (text: string): Promise<number> =>
    JSON.stringify(await world.json('tasks view SCM-12')).split(JSON.stringify(text).slice(1, -1)).length - 1;

  test('none', async () => {
    expect(await machine.run('drafts', narrow)).toEqual(remarked('', 'No drafts to send.\n'));
    expect(await machine.run('drafts --json')).toEqual(printed('[]\n'));
    expect(await machine.run('drafts view 99')).toEqual(refused(4, 'draft "99" not found', 'tracker drafts list'));
    expect(await machine.run('drafts send ../x')).toEqual(refused(4, 'draft "../x" not found', 'tracker drafts list'));
  });

  test('say why one could not be sent that was piped while the server was away', async () => {
    const send: Send = async () => {
      throw new NetworkFailure('cannot reach it', true, { isLasting: true });
    };
    await machine.run('tasks comment SCM-12 -F -', { stdin: 'Off', send });
    expect((await machine.run('drafts', wide)).stdout).toContain('not sent: cannot reach it');
  });

  test('without a number, all are offered at a terminal', async () => {
    const id = await fail(comment);
    expect((await machine.run('drafts', wide)).stdout).toContain('not sent: the server returned 400');
    const viewed = await machine.run('drafts view', { ...plain, keys: ['1\n'] });
    expect(viewed).toMatchObject({ code: 0, stdout: expect.stringContaining('Second line') });
    expect(viewed.stderr).toContain(`1. ${id}  tasks comment SCM-12  First line`);
    expect((await machine.run('drafts send', { ...plain, keys: ['1\n'] })).code).toBe(0);
    expect(await machine.run('drafts send', plain)).toMatchObject({ code: 4, stderr: 'error: there are no drafts\n' });
    expect(await machine.run('drafts send')).toEqual(
      refused(2, "missing required argument 'number'", 'tracker help drafts send'),
    );
  });

  test('a text for several tickets is sent to one after the other', async () => {
    const id = await fail(['tickets', 'note', 'CASA-8', '-b', 'Same cause']);
    const ledger = openLedger(within(join(machine.folder, 'state')), () => new Date());
    ledger.replace({ ...ledger.read(id), words: ['tickets', 'note', 'CASA-8', 'CASA-9', 'BERG-9'] });
    const command = `tracker tickets note CASA-8 --from-draft ${id}`;
    const viewed = (await machine.run(`drafts view ${id}`)).stdout;
    expect(viewed).toContain(`send\t${command}\n`);
    const refusing = { send: refusingWrites(world.send, 400) };
    expect((await machine.run(`drafts send ${id}`, refusing)).stderr).toContain(`send it again: ${command}\n`);
    expect(ledger.read(id).words).toHaveLength(5);
    const next = `draft ${id} is kept: it was not sent to CASA-9, BERG-9\nhint: to send it there: tracker tickets note CASA-9 --from-draft ${id}\n`;
    expect((await machine.run(`drafts send ${id}`)).stderr).toContain(next);
    expect((await machine.run(`drafts send ${id}`)).code).toBe(0);
    expect((await machine.run(`drafts send ${id}`)).code).toBe(0);
    expect(draftsOf(machine)).toEqual([]);
    for (const ref of ['CASA-8', 'CASA-9', 'BERG-9'])
      expect(JSON.stringify(await world.json(`tickets view ${ref}`)).split('Same cause')).toHaveLength(2);
  });

  test('names what @ stood for by its reference, for people', async () => {
    await machine.run('view CASA-9', narrow);
    const send = refusingWrites(world.send, 400);
    const { stderr } = await machine.run(['reply', '@', 'On it.'], { ...narrow, send });
    const [draft] = draftsOf(machine);
    expect(stderr).toContain(`hint: send it again: tracker drafts send ${draft?.id}\n`);
    expect((await machine.run('drafts', narrow)).stdout).toMatch(/ tickets reply +CASA-9 +On it\./);
    expect((await machine.run(`drafts view ${draft?.id}`, narrow)).stdout).toMatch(/For +CASA-9/);
    expect((await machine.run('drafts')).stdout).toMatch(/\tticket:[-0-9a-f]{36}\t/);
    expect((await machine.run(['reply', 'CASA-9', 'New'], narrow)).stderr).toContain('An earlier draft for CASA-9 was');
  });

  test('view shows the whole text, flags, attachments, and what sends it', async () => {
    const file = `${machine.workingFolder}/trace.log`;
    writeFileSync(file, 'x\n');
    const id = await fail([
      'tasks',
      'create',
      '--project',
      'SCM',
      '-t',
      'A title',
      '-b',
      'One\n\nTwo',
      '--attach',
      file,
    ]);
    expect(await machine.run(`drafts view ${id}`)).toEqual(
      printed(
        [
          ...[`ref\t${id}`, 'title\tA title', 'command\ttasks create', 'targets\t'],
          ...['createdAt\t2026-11-20T16:40:00.000Z', 'mayHaveArrived\tfalse', 'state\tunsent', 'instance\twork'],
          ...['url\thttps://work.example', `send\ttracker tasks create --from-draft ${id}`],
          ...['flag\t--title\tA title', 'flag\t--project\tSCM', `attachment\t${file}`, 'body\tOne\\n\\nTwo', ''],
        ].join('\n'),
      ),
    );
    expect(JSON.parse((await machine.run(`drafts view ${id} --json`)).stdout)).toMatchObject({
      ...{ ref: id, uuid: id, subject: 'A title', targets: [] },
      flags: { body: 'One\n\nTwo', attach: [file] },
    });
    expect((await machine.run(`drafts view ${id}`, wide)).stdout).toContain('One\n\nTwo');
  });

  test('send does what its command does', async () => {
    const id = await fail(comment);
    expect((await machine.run(`drafts send ${id} --dry-run --json`)).stdout).toContain('First line\\nSecond line');
    expect(await machine.run(`drafts send ${id}`, { send: refusingWrites(world.send, 403) })).toMatchObject({
      code: 5,
    });
    expect(await machine.run(`drafts send ${id}`, narrow)).toEqual(remarked('', 'Commented on SCM-12.\n'));
    expect(await countComments('First line\nSecond line')).toBe(1);
    expect(draftsOf(machine)).toEqual([]);
    expect(await machine.run(`drafts send ${id}`)).toEqual(
      refused(4, `draft "${id}" not found`, 'tracker drafts list'),
    );
  });

  test('one that may have arrived is sent only on request', async () => {
    const id = await fail(comment, 'lost');
    expect(draftsOf(machine)[0]).toMatchObject({ state: 'doubtful' });
    world.takeRequests();
    expect(await machine.run(`drafts send ${id}`)).toMatchObject({ code: 2 });
    const question = `Draft ${id} may have arrived already. Send it again?`;
    const no = await machine.run(`drafts send ${id}`, { ...plain, stdin: 'n\n' });
    expect(no).toMatchObject({ code: 0 });
    expect(no.stderr).toContain(question);
    expect(no.stderr).toContain(`Not sent; kept as draft ${id}.\n`);
    expect(world.takeRequests().filter((line) => !line.startsWith('GET'))).toEqual([]);
    // A refusal now says nothing about the first try.
    await machine.run(`drafts send ${id} -y`, { send: refusingWrites(world.send, 400) });
    expect(draftsOf(machine)[0]).toMatchObject({ state: 'doubtful' });
    expect((await machine.run(`drafts send ${id} -y`)).code).toBe(0);
    expect(await countComments('First line\nSecond line')).toBe(1);
  });

  test('one of another instance is refused', async () => {
    const id = await fail(comment);
    await machine.run('login other.example --token', {
      stdin: world.sandbox.signIn(owner),
      send: async (request) =>
        await world.send({ ...request, url: new URL(request.url.href.replace('other', 'work')) }),
    });
    expect(await machine.run(`drafts send ${id}`)).toEqual(
      refused(
        2,
        `draft ${id} was written for https://work.example, not for https://other.example`,
        `tracker -I work drafts send ${id}`,
      ),
    );
    expect(await machine.run(`-I work drafts send ${id}`)).toEqual(printed('SCM-12\ttrue\t\n'));
  });

  test('delete asks, and gives a row for each', async () => {
    const [one, two] = [await fail(comment), await fail(['tickets', 'note', 'BERG-9', '-b', 'Same cause'])];
    expect(await machine.run(`drafts delete ${one}`)).toMatchObject({ code: 2 });
    const no = await machine.run(`drafts delete ${one}`, { ...plain, stdin: 'n\n' });
    expect(no).toMatchObject({ code: 130 });
    expect(no.stderr).toContain(`Delete draft ${one} (tasks comment SCM-12: "First line")?`);
    expect(draftsOf(machine)).toHaveLength(2);
    expect(await machine.run(`drafts delete ${one} 99 -y`)).toMatchObject({
      code: 8,
      stdout: `${one}\ttrue\t\n99\tfalse\tdraft "99" not found\n`,
    });
    expect(await machine.run(`draft rm ${two} -y`, narrow)).toEqual(remarked('', `Deleted draft ${two}.\n`));
    expect(draftsOf(machine)).toEqual([]);
  });

  test('works signed out', async () => {
    const id = await fail(comment);
    await machine.run('logout --all');
    expect((await machine.run('drafts --fields ref')).stdout).toBe(`${id}\n`);
    expect((await machine.run(`drafts send ${id}`)).code).toBe(3);
    expect((await machine.run(`drafts delete ${id} -y`)).code).toBe(0);
  });

  test('of an instance that is none are not those of another', async () => {
    expect(await machine.run('-I nosuch drafts')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no instance "nosuch"'),
    });
  });

  test('a verb on the same reference mentions it', async () => {
    const id = await fail(comment);
    const said = `An earlier draft for SCM-12 was not sent: tracker drafts view ${id}\n`;
    expect(await machine.run('tasks comment scm-12 -b Another', narrow)).toEqual(
      remarked('', `${said}Commented on SCM-12.\n`),
    );
    const warning = {
      message: 'an earlier draft for SCM-12 was not sent',
      hint: `to see it: tracker drafts view ${id}`,
    };
    expect(await machine.run('tasks comment SCM-12 -b Another')).toEqual({
      ...printed('SCM-12\ttrue\t\n'),
      stderr: `warning: ${warning.message}\nhint: ${warning.hint}\n`,
    });
    const inJson = await machine.run('tasks comment SCM-12 -b Another --json');
    expect(JSON.parse(inJson.stderr)).toEqual({ warning });
  });

  test.each([
    ['send', { ...plain, stdin: '2\n' }, 'First line\nSecond line', 0],
    [
      'edit, which is what Enter does',
      { terminal: { columns: 80 }, keys: ['\r'] },
      'First line\nSecond line\nEdited',
      0,
    ],
    ['begin anew', { ...plain, stdin: '3\n' }, 'Edited', 1],
  ])('it is offered where the editor would open: %s', async (_what, how, sent, left) => {
    const id = await fail(comment);
    const editor = join(machine.workingFolder, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho Edited >> "$1"\n', { mode: 0o755 });
    const env = { NO_COLOR: '1', ...('env' in how && how.env), TRACKER_EDITOR: editor };
    const ran = await machine.run('comment SCM-12', { ...how, env });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain(`Draft ${id} ("First line", just now) was not sent`);
    expect(await countComments(sent)).toBe(1);
    expect(draftsOf(machine)).toHaveLength(left);
  });

  test('R70: a damaged one is named with its file, and stops nothing', async () => {
    const id = await fail(comment);
    const path = join(machine.folder, 'state', 'ledger', '99.jsonl');
    writeFileSync(path, '{');
    const why = `draft 99 cannot be read: it is damaged, or a newer version of tracker wrote it: ${path}`;
    const hint = 'look for your text in the file, then: tracker drafts delete 99';
    expect(await machine.run('drafts -q')).toEqual({
      ...printed(`${id}\n`),
      stderr: `warning: ${why}\nhint: ${hint}\n`,
    });
    expect(await machine.run('drafts view 99')).toEqual(refused(1, why, hint));
  });
});
