import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ran } from '../../support/computer/machine.js';
import { allShapes, narrow, openAtHome, openWorld, owner, printed, refused, remarked } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';
const log = 'mail-queue.log';

allShapes('attachments, %s shape', (world) => {
  const machine = eachTest(() => world.machine(owner));
  let folder = '';
  beforeEach(async () => {
    folder = join(machine.folder, 'files');
  });
  const bytesOf = (id: string): Buffer =>
    Buffer.from(
      world.sandbox.world.db.get<{ bytes: Uint8Array }>(
        'SELECT b.bytes FROM attachments a JOIN attachment_bytes b ON b.id = a.bytes_id WHERE a.id = ?',
        id,
      )?.bytes ?? [],
    );
  const ids = async (ref: string): Promise<readonly string[]> =>
    (await world.run(`attachments list ${ref} -q`)).stdout.trimEnd().split('\n');
  const download = (...words: readonly string[]): Promise<Ran> =>
    machine.run(['attachments', 'download', ...words, '--dir', folder]);

  describe('list', () => {
    test('own files first, then those of comments, with people by name', async () => {
      const { code, stdout, stderr } = await world.run('attachments list OPS-9');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      expect(rows.map(([, ...cells]) => [cells[0], cells[1], cells[2], cells[4]])).toEqual([
        [log, '3349', 'text/plain', 'Mara Lindqvist'],
        [log, '3349', 'text/plain', "Seán O'Connor"],
      ]);
      expect(rows.every(([id, , , , time]) => /^[0-9a-f-]{36}$/.test(id ?? '') && time?.endsWith('Z'))).toBe(true);
    });

    test('a reference that is a task and a ticket has to be told apart', async () => {
      const { code, stdout, stderr } = await world.run('attachments list SCM-6');
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
      expect(stderr).toMatch(/^error: "SCM-6" matches more than one: task:SCM-6 \(Tablet .*\), ticket:SCM-6 \(.*\)\n/);
      expect(stderr).toContain('hint: use task:SCM-6 or ticket:SCM-6;');
      expect((await ids('task:scm-6')).length).toBe(4);
      expect(await world.run('attachments list ticket:SCM-6', narrow)).toEqual(
        remarked('', 'No attachments on SCM-6.\n'),
      );
    });

    test('by uuid, whatever it is, and by web address', async () => {
      const uuid = async (line: string): Promise<string> => (await world.run(`${line} --fields uuid`)).stdout.trim();
      const [task, ticket] = [await uuid('tasks view OPS-9'), await uuid('tickets view BERG-9')].map(
        (line) => line.split('\t')[1] ?? '',
      );
      const fresh = await world.machine(owner);
      for (const ref of [task, ticket, `${world.url}/tickets/${ticket}`, `${world.url}/tasks?task=OPS-9`]) {
        const { code, stdout } = await fresh.run(`attachments list ${ref} -q`);
        expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 2]);
      }
    });

    test('what there is not', async () => {
      expect((await world.run('attachments list OPS-999')).code).toBe(4);
      expect((await world.run('attachments list 00000000-0000-4000-8000-000000000000')).code).toBe(4);
      expect(await world.run('attachments list OPS-9', { as: customer })).toEqual(
        refused(4, 'there is no task or ticket OPS-9 that you can see'),
      );
      expect(await world.run('attachments list project:OPS')).toEqual(
        refused(2, '"project:OPS" is a project; a task or ticket is required'),
      );
      expect(await world.run('attachments list tasks:OPS-9')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('"tasks:OPS-9" is not a task or ticket reference'),
      });
      expect((await world.run(['attachments', 'list', 'not a ref'])).code).toBe(2);
    });
  });

  describe('download', () => {
    test('all, each under a name of its own, byte for byte', async () => {
      const [first = '', second = ''] = await ids('OPS-9');
      const ran = await download('OPS-9');
      expect(ran).toEqual(
        printed(
          `${first}\t${join(folder, log)}\t3349\ttrue\t\n${second}\t${join(folder, 'mail-queue (2).log')}\t3349\ttrue\t\n`,
        ),
      );
      expect(readdirSync(folder).sort()).toEqual(['mail-queue (2).log', log]);
      expect(readFileSync(join(folder, log)).equals(bytesOf(first))).toBe(true);
      expect(readFileSync(join(folder, 'mail-queue (2).log')).equals(bytesOf(second))).toBe(true);
    });

    test('by name, by id, by the beginning of an id; once each', async () => {
      const [, second = ''] = await ids('OPS-9');
      expect((await download('OPS-9', second.slice(0, 8), second)).stdout.split('\n').length).toBe(2);
      expect(readdirSync(folder)).toEqual([log]);
      expect((await download('ticket:SCM-3', 'IMG_4127 (QUAY).png')).code).toBe(0);
      expect(readdirSync(folder)).toContain('IMG_4127 (quay).png');
      expect(await download('OPS-9', 'x.log')).toEqual(
        refused(4, 'OPS-9 has no attachment "x.log"', `known: ${log}, ${log}`),
      );
      expect(await download('ticket:SCM-6')).toEqual(refused(4, 'SCM-6 has no attachments'));
    });

    test('a person at a terminal gets sentences', async () => {
      const ran = await machine.run(`attachments download OPS-9 --dir ${folder}`, { terminal: { columns: 200 } });
      expect(ran).toEqual(
        remarked('', `Saved ${join(folder, log)} (3.3 kB).\nSaved ${join(folder, 'mail-queue (2).log')} (3.3 kB).\n`),
      );
    });

    test('nothing is overwritten unasked, links least of all', async () => {
      const [id = ''] = await ids('OPS-9');
      const outside = join(machine.folder, 'outside');
      writeFileSync(outside, 'mine');
      mkdirSync(folder);
      symlinkSync(outside, join(folder, log));
      world.takeRequests();
      const why = `${join(folder, log)} already exists`;
      expect(await download('OPS-9', id)).toEqual({
        ...refused(1, why, 'use --clobber to replace it'),
        stdout: `${id}\t${join(folder, log)}\t3349\tfalse\t${why}\n`,
      });
      expect(world.takeRequests().some((line) => line.includes('/api/attachments/'))).toBe(false);
      expect((await download('OPS-9', id, '--clobber')).code).toBe(0);
      expect(readFileSync(outside, 'utf8')).toBe('mine');
      expect(readFileSync(join(folder, log)).equals(bytesOf(id))).toBe(true);
    });

    test('what is there already is left, and the others are downloaded', async () => {
      const [first = '', second = ''] = await ids('OPS-9');
      mkdirSync(folder);
      const [there, other] = [join(folder, log), join(folder, 'mail-queue (2).log')];
      writeFileSync(there, 'mine');
      world.takeRequests();
      const { code, stdout, stderr } = await download('OPS-9', '--jsonl');
      const rows = stdout.trimEnd().split('\n');
      expect(rows.map((row): unknown => JSON.parse(row))).toEqual([
        expect.objectContaining({
          ref: first,
          path: there,
          ok: false,
          error: expect.objectContaining({
            code: 'failed',
            message: `${there} already exists`,
          }),
        }),
        expect.objectContaining({ ref: second, path: other, ok: true }),
      ]);
      expect({ code, partial: stderr.includes('"partial"') }).toEqual({ code: 8, partial: true });
      expect(readFileSync(there, 'utf8')).toBe('mine');
      expect(readFileSync(other).equals(bytesOf(second))).toBe(true);
      expect(world.takeRequests().filter((line) => line.includes('/api/attachments/')).length).toBe(1);
    });

    test('where all are there already none is asked for, and all are named', async () => {
      expect((await download('OPS-9')).code).toBe(0);
      world.takeRequests();
      const { code, stdout } = await download('OPS-9');
      expect({ code, rows: stdout.match(/already exists/g)?.length }).toEqual({
        code: 1,
        rows: 2,
      });
      expect(world.takeRequests().some((line) => line.includes('/api/attachments/'))).toBe(false);
    });

    test('--clobber replaces files, and no folder', async () => {
      const [id = ''] = await ids('OPS-9');
      mkdirSync(join(folder, log), { recursive: true });
      expect((await download('OPS-9', id, '--clobber')).stderr).toContain('is not a regular file; it was not replaced');
      expect(readdirSync(folder)).toEqual([log]);
    });

    test.each([
      ['/dev/null', 'to write to a pipe or a device, use -o - and redirect the output'],
      ['/proc/self/fd/1', 'to write to a pipe or a device, use -o - and redirect the output'],
      ['.', 'to save in a folder, use --dir'],
    ])('a link to %s stays, as that is no file to replace', async (target, hint) => {
      const [id = ''] = await ids('OPS-9');
      const link = join(machine.folder, 'link');
      symlinkSync(target, link);
      for (const flag of ['', '--clobber']) {
        const { code, stderr } = await machine.run(`attachments download OPS-9 ${id} -o ${link} ${flag}`);
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: `error: ${link} is not a regular file; it was not replaced\nhint: ${hint}\n`,
        });
      }
      expect(readlinkSync(link)).toBe(target);
    });

    test('to one place, or to standard output', async () => {
      const [id = ''] = await ids('OPS-9');
      const file = join(machine.folder, 'one.log');
      expect((await machine.run(`attachments download OPS-9 ${id} -o ${file}`)).code).toBe(0);
      expect(readFileSync(file).equals(bytesOf(id))).toBe(true);
      const { stdout, stderr } = await machine.run(`attachments download OPS-9 ${id} -o -`);
      expect({ stdout, stderr }).toEqual({ stdout: bytesOf(id).toString('utf8'), stderr: '' });
      expect(await machine.run(`attachments download OPS-9 -o ${file}`)).toEqual(
        refused(2, '--output takes a single file, but 2 match', 'specify one, by its id if necessary'),
      );
    });

    test('as JSON', async () => {
      const [id = ''] = await ids('OPS-9');
      const { stdout } = await download('OPS-9', id, '--json');
      expect(JSON.parse(stdout)).toEqual([
        { ref: id, uuid: id, name: log, path: join(folder, log), size: 3349, type: 'text/plain', ok: true },
      ]);
    });

    test('a folder that cannot be made or written is named', async () => {
      writeFileSync(folder, 'a file');
      const ran = await download('OPS-9');
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(`cannot create the folder ${folder}: EEXIST`);
    });

    test.each([
      [['--dir', 'a', '-o', 'b'], '--dir and --output cannot be used together'],
      [['-o', ''], 'a file name cannot be empty'],
      [['-o', '-', '--csv'], '-o - prints only the file; --clobber and output formats do not apply'],
      [['-o', '-', '--clobber'], '-o - prints only the file; --clobber and output formats do not apply'],
    ])('%s is a usage error', async (words, error) => {
      world.takeRequests();
      expect(await machine.run(['attachments', 'download', 'OPS-9', ...words])).toEqual(refused(2, error));
      expect(world.takeRequests()).toEqual([]);
      expect(existsSync(folder)).toBe(false);
    });
  });
});

test('a file that the caller may no longer read: one of two is partial, the only one its own error', async () => {
  const { world, machine } = await openAtHome();
  const folder = join(machine.folder, 'files');
  const [id = ''] = (await machine.run('attachments list OPS-9 -q')).stdout.split('\n');
  const send: typeof world.send = async (request) => {
    const isFirst = request.url.pathname.endsWith(id);
    return await world.send(isFirst ? { ...request, url: new URL('/api/attachments/gone', request.url) } : request);
  };
  const both = await machine.run(`attachments download OPS-9 --dir ${folder} --json`, { send });
  expect(both.code).toBe(8);
  expect(JSON.parse(both.stdout)).toMatchObject([
    { ok: false, error: { code: 'not_found', status: 404 } },
    { ok: true },
  ]);
  expect(readdirSync(folder)).toEqual(['mail-queue (2).log']);
  const one = await machine.run(`attachments download OPS-9 ${id} --dir ${folder}`, { send, ...narrow });
  expect(one.code).toBe(4);
});

test('a folder that cannot be created is an error at once, even where Node keeps trying', async () => {
  const world = await openWorld();
  expect(await world.run('attachments download OPS-9 --dir /proc/files')).toMatchObject(
    refused(1, 'cannot create the folder /proc/files: ENOENT'),
  );
});
