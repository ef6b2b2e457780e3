import { truncateSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRow, type Row, rowsOf } from '../../../src/contract/row.js';
import { fileLimit } from '../../../src/sandbox/http/multipart.js';
import { makeHome } from '../../support/computer/home.js';
import { allShapes, openWorld } from '../../support/run.js';
import { changingJson } from '../../support/servers/meddling.js';
import { allTests } from '../../support/set-up.js';

const home = allTests(makeHome);
let good: string;
let over: string;

beforeAll(() => {
  good = home.write('good.txt', 'good');
  over = home.write('over.bin', '');
  truncateSync(over, fileLimit + 1);
});

const writing = [
  ['tasks create', ['--project', 'SCM', '-t', 'With files']],
  ['tasks comment', ['SCM-12', '-b', 'With files']],
  ['tickets create', ['--org', 'scandia-maritime', '--subject', 'With files']],
  ['tickets reply', ['BERG-9', '-b', 'With files']],
  ['tickets note', ['BERG-9', '-b', 'With files']],
  ['chat create', ['--org', 'lantern-works', '-t', 'With files', '-b', 'See these.']],
] as const;

allShapes('R54: files that the server leaves out (%s)', (world) => {
  const drop = async (words: readonly string[]) => await world.run([...words, '--attach', good, '--attach', over]);

  const told = {
    code: 8,
    stderr: expect.stringMatching(
      /error: .*(, but the server did not keep over\.bin)\nhint: the server may have a size limit; everything else was stored\n$/,
    ),
  };

  test.each(writing)('R54: %s names them, exit 8, and keeps no draft', async (command, words) => {
    const ran = await drop([...command.split(' '), ...words]);
    expect(ran).toMatchObject(told);
    expect(ran.stderr).not.toContain('kept in');
  });

  test('R54: chat reply names them too', async () => {
    const made = await world.run(['chat', 'create', '--org', 'lantern-works', '-t', 'Fresh', '-b', 'x', '-q']);
    expect(await drop(['chat', 'reply', made.stdout.trim(), '-b', 'With files'])).toMatchObject(told);
  });
});

describe('R81: messages that cannot be compared', () => {
  const world = allTests(() => openWorld({ shape: 'wire' }));

  const write = async (words: readonly string[], change: (message: Row) => Row) => {
    const send = changingJson(world.send, (body, route) =>
      route.startsWith('GET /') && isRow(body) && /\/(tasks|tickets|threads)\/./.test(route)
        ? changeMessages(body, change)
        : body,
    );
    return await world.run([...words, '-b', 'With files', '--attach', good], { send });
  };
  const commands = [
    ['tasks comment', 'SCM-12'],
    ['tickets reply', 'BERG-9'],
    ['tickets note', 'BERG-9'],
    ['chat create', '--org', 'lantern-works', '-t', 'With files'],
  ].map(([command = '', ...words]) => [...command.split(' '), ...words]);

  test.each(commands)('R81: a message without a list of files has lost them: %s %s', async (...words) => {
    const ran = await write(words, ({ files: _files, attachments: _attachments, ...message }) => message);
    expect(ran).toMatchObject({ code: 8, stderr: expect.stringContaining('the server did not keep good.txt\n') });
  });

  test.each(commands)('R81: files of which only the ids can be read are there: %s %s', async (...words) => {
    const ids = (list: unknown) => rowsOf(list).map(({ id }) => ({ id, fileName: 'good.txt' }));
    const ran = await write(words, (message) => ({
      ...message,
      ...(message.files !== undefined && { files: ids(message.files) }),
      ...(message.attachments !== undefined && { attachments: ids(message.attachments) }),
    }));
    expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining('did not keep') });
  });

  test.each(commands)('R81: a message that is not found again is a warning: %s %s', async (...words) => {
    const ran = await write(words, (message) => ({ ...message, id: 'other', text: 'Other', body: 'Other' }));
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/warning: .*, but whether its files were kept could not be checked\n/);
  });
});

/** Changes the comments or messages of a detail, which then has no list of all its files either. */
function changeMessages({ attachments: _attachments, ...detail }: Row, change: (message: Row) => Row): Row {
  const task = isRow(detail.task) && { task: { ...detail.task, comments: rowsOf(detail.task.comments).map(change) } };
  return {
    ...detail,
    ...task,
    ...(Array.isArray(detail.messages) && { messages: rowsOf(detail.messages).map(change) }),
  };
}
