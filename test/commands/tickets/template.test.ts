import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { processorTime } from '../../support/computer/processor-time.js';
import { openWorld, owner } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { allTests } from '../../support/set-up.js';

const terminal = { columns: 80 };

describe('templates', () => {
  const world = allTests(openWorld);
  const machine = allTests(() => world.machine(owner));
  beforeAll(async () => {
    const folder = join(machine.folder, 'config', 'templates');
    mkdirSync(folder, { recursive: true });
    const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.md`), text);
    write('greeting', 'Dear {{customer}},\n\n{{ ref }} ({{subject}}) is with us.\n\n{{me}}\n');
    write('closing', 'It works again.\n');
    write('odd', 'Dear {{name}},\n');
    write('empty', '\n');
    writeFileSync(join(machine.folder, 'config', 'secret.md'), 'secret');
  });

  test('in a pipe, the text is sent with its placeholders filled in', async () => {
    const writes = recordWrites(world.send);
    const { code, stderr } = await machine.run('tickets reply BERG-9 --template greeting', { send: writes.send });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Dear')]);
    expect(writes.take()).toEqual([
      {
        line: expect.stringContaining('POST'),
        body: {
          body: expect.stringMatching(
            /^Dear Petra Müller-Lüdenscheidt,\n\nBERG-9 \(.+\) is with us\.\n\nMara Lindqvist$/,
          ),
        },
      },
    ]);
  });

  test('openings that are never closed take no time', async () => {
    const file = join(machine.folder, 'config', 'templates', 'open.md');
    writeFileSync(file, '{{ '.repeat(100_000));
    const started = processorTime();
    expect((await machine.run('tickets note BERG-9 --template open')).code).toBe(0);
    expect(processorTime() - started).toBeLessThan(2000);
    rmSync(file);
  });

  test.each(['reply', 'note'])('a %s is shown and confirmed on a terminal', async (verb) => {
    const writes = recordWrites(world.send);
    const { code, stderr } = await machine.run(`tickets ${verb} BERG-9 --template closing`, {
      terminal,
      stdin: 'y\r',
      send: writes.send,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('\n  It works again.\n');
    expect(stderr).toContain(`Send this ${verb}?`);
    expect(writes.take()).toHaveLength(1);
  });

  test('a no sends nothing, and --yes is not asked', async () => {
    const writes = recordWrites(world.send);
    const no = await machine.run('note BERG-9 --template closing', { terminal, stdin: '\r', send: writes.send });
    expect([no.code, writes.take()]).toEqual([0, []]);
    const yes = await machine.run('note BERG-9 --template closing -y', { terminal, send: writes.send });
    expect([yes.code, yes.stderr]).toEqual([0, expect.not.stringContaining('It works')]);
    expect(writes.take()).toHaveLength(1);
  });

  test.each([
    [
      'greting',
      'there is no template "greting"',
      'did you mean greeting? templates: closing, duplicate, empty, greeting, odd',
    ],
    ['x', 'there is no template "x"', 'templates: closing, duplicate, empty, greeting, odd'],
    ['../secret', 'there is no template "../secret"', 'templates: closing, duplicate, empty, greeting, odd'],
    [
      'odd',
      'the template odd has an unknown placeholder {{name}}',
      'placeholders are {{ref}}, {{subject}}, {{customer}}, {{me}} or {{original}}',
    ],
    ['empty', 'the template empty is empty', undefined],
  ])('%s is a usage error', async (name, error, hint) => {
    const writes = recordWrites(world.send);
    const { code, stderr } = await machine.run(`note BERG-9 --template ${name}`, { send: writes.send });
    expect([code, writes.take()]).toEqual([2, []]);
    expect(stderr).toContain(`error: ${error}`);
    if (hint !== undefined) expect(stderr).toContain(`hint: ${hint}\n`);
  });

  test('a pipe in place of one is not waited for', async () => {
    const path = join(machine.folder, 'config', 'templates', 'pipe.md');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const ran = await machine.run('note BERG-9 --template pipe').finally(() => rmSync(path));
    const error = `error: cannot read ${path}: it is not a regular file\n`;
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(error) });
  });

  test('without any, says where they belong', async () => {
    const { stderr } = await world.run('note BERG-9 --template x', { as: 'lukasz@lantern.example' });
    expect(stderr).toMatch(/hint: templates: duplicate; yours are files called NAME.md in \S+\/config\/templates\n/);
  });

  test.each(['-b Hello --template closing', '--template closing -F x.md', '-b Hello --quote', '-F x.md --quote'])(
    '%s is a usage error',
    async (flags) => {
      const { code, stderr } = await machine.run(`reply BERG-9 ${flags}`, { terminal });
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used together')]);
    },
  );

  test('so is a text next to a template, and --quote without a terminal', async () => {
    expect((await machine.run('reply BERG-9 Hello --template closing')).stderr).toContain('the text is given twice');
    const { code, stderr } = await machine.run('reply BERG-9 --quote');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--quote needs a terminal')]);
  });
});
