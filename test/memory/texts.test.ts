import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { beginKeeping } from '../../src/memory/files.js';
import { findTexts } from '../../src/memory/find-texts.js';
import { textsFile } from '../../src/memory/folder.js';
import { makeTexts } from '../../src/memory/kept-store.js';
import { appendTexts } from '../../src/memory/texts.js';
import { makeFolder } from '../support/computer/folder.js';
import { openAtHome, openWorld, owner, refused, signIn } from '../support/run.js';
import { cacheOf } from '../support/sandbox/keys.js';
import { slowTexts } from '../support/slow-texts.js';

const signal = new AbortController().signal;
const kinds = ['tickets', 'tasks', 'projects', 'wiki', 'notes'] as const;

/** A folder in which texts are kept. */
async function openFolder() {
  const folder = makeFolder();
  await makeTexts(folder, signal);
  const add = async (path: string, reply: unknown, at = 1000): Promise<void> => {
    const url = new URL(`https://work.example/api/v1/${path}`);
    appendTexts(textsFile(folder), [{ url, bytes: Buffer.from(JSON.stringify(reply)), at: new Date(at), has: 0 }]);
  };
  const find = (query: string) => {
    const search = findTexts(folder, query, kinds);
    const found = (search?.found ?? []).map((each) => {
      const { ref, title, line } = each.read();
      return [each.id, ref, title, line];
    });
    search?.close();
    return found;
  };
  return { folder, add, find };
}

describe('the texts of what was read', () => {
  test('are found by plain or typographic signs, without letters nobody sees, and by phrases across lines', async () => {
    const { add, find } = await openFolder();
    const body = 'We don’t know “why”\u00a0—\nlate\nferries co\u00adoperate, zero\ufeffwidth\u200b; 5" pipes';
    await add('tickets/u1', { ticket: { displayId: 'CASA-1', subject: "Don't panic" }, messages: [{ body }] });
    for (const query of [
      ...["don't know", '"don’t know"', '"late ferries"', '"WHY" -', '"- late"', 'cooperate', 'zerowidth', '5" pipes'],
      ...["'why'", '‘why’ pipes', "5' pipes", 'don"t', '"\'why\' – late"', "'"],
      ...['"panic we"', '"“why” – late"', 'zero\u200bwidth'],
    ])
      expect(
        find(query).map(([id]) => id),
        query,
      ).toEqual(['u1']);
    for (const query of ["'know'", '"ferries late"', '"know don\'t"', '"pipes 5"'])
      expect(find(query), query).toEqual([]);
    expect(find('"don’t know"')[0]?.[3]).toBe('We don’t know “why”\u00a0—');
  });

  test('have every word of titles, descriptions, messages, comments and notes, whatever its case and accents', async () => {
    const { add, find } = await openFolder();
    const ticket = { displayId: 'CASA-1', subject: 'Ærø ferry', description: 'First **line**\r\nsecond\tline' };
    const messages = [
      { body: 'Grüße aus Zürich' },
      { body: 'opened by the system', kind: 'system' },
      { body: 'internal words', internal: true },
    ];
    await add('tickets/u1', { ticket, messages });
    await add('tasks/u2', { task: { id: 'SCM-2', title: 'Plan', comments: [{ text: 'see CASA-1' }] } });
    await add('wiki/u3', {
      page: { id: 'u3', title: 'Restore', bodyHtml: '<p>one&nbsp;&amp; <b>tw</b>o</p><p>a&lt;b &#252;ber</p>' },
    });
    expect(find('FIRST')).toEqual([['u1', 'CASA-1', 'Ærø ferry', 'First **line**']]);
    expect(find('line second')).toEqual([['u1', 'CASA-1', 'Ærø ferry', 'second line']]);
    expect(find('zurich GRUSSE ferry aero')).toEqual([['u1', 'CASA-1', 'Ærø ferry', 'Grüße aus Zürich']]);
    expect(find('system')).toEqual([]);
    expect(find('internal')).toHaveLength(1);
    expect(find('casa-1').map(([id, , , line]) => [id, line])).toEqual([
      ['u1', ''],
      ['u2', 'see CASA-1'],
    ]);
    expect(find('two a<b über')).toEqual([['u3', 'u3', 'Restore', 'a<b über']]);
    expect(find('<p>')).toEqual([]);
    expect(find('first see')).toEqual([]);
  });

  test('have their capitals where they were', async () => {
    const { add, find } = await openFolder();
    const description = [25, 26, 50, 51]
      .map((gap) => `${'é😀'.repeat(9)}needle ${'-'.repeat(gap)}ABc Ärger İI ZZ`)
      .join('\n');
    await add('tasks/u1', { task: { id: 'SCM-1', title: 'LOUD Title', description } });
    const [first] = description.split('\n');
    expect(find('NEEDLE')).toEqual([['u1', 'SCM-1', 'LOUD Title', first]]);
    expect(find('abc ä zz scm')).toHaveLength(1);
    expect(find('Zabz')).toEqual([]);
  });

  test('are all found in a long file, and so is one longer than what is read at once', async () => {
    const { add, find } = await openFolder();
    const texts = Array.from({ length: 200 }, (_, at) => `${'word '.repeat(400 + at * 7)}needle ${at} AND last`);
    texts[100] += ` ${'long '.repeat(200_000)}\nits end`;
    for (const [at, description] of texts.entries())
      await add(`tasks/u${at}`, { task: { id: `SCM-${at}`, title: `T ${at}`, description } });
    const found = find('last NEEDLE');
    expect(found.map(([id]) => id)).toEqual(texts.map((_, at) => `u${at}`));
    for (const [at, [, ref, title, line]] of found.entries()) {
      expect([ref, title]).toEqual([`SCM-${at}`, `T ${at}`]);
      expect(line).toContain(`needle ${at} AND last`);
    }
    expect(find('its end needle')).toEqual([['u100', 'SCM-100', 'T 100', 'its end']]);
    expect(find('last u7')).toEqual([]);
  });

  test('come by kind, then those with all words in the title, then what has changed last', async () => {
    const { add, find } = await openFolder();
    const task = (id: string, day: number, title: string, description = '') => ({
      task: { id, title, description, updatedAt: `2026-11-0${day}T10:00:00Z` },
    });
    await add('notes/n1', { note: { id: 'n1', title: 'Ferry café', body: 'x' } });
    await add('tasks/u1', task('SCM-1', 1, 'Ferry', 'café'));
    await add('tasks/u2', task('SCM-2', 2, 'no', 'café ferry'));
    await add('tasks/u3', task('SCM-3', 1, 'Café ferry'));
    await add('tasks/u4', task('SCM-4', 3, 'Ferry CAFE\u0301'));
    await add('tickets/t1', { ticket: { displayId: 'T-1', subject: 'no', description: 'ferry café' }, messages: [] });
    expect(find('CAFÉ ferry').map(([id]) => id)).toEqual(['t1', 'u4', 'u3', 'u2', 'u1', 'n1']);
  });

  test('have signs that stand for letters, and nothing but words', async () => {
    const { add, find } = await openFolder();
    await add('tasks/u1', { task: { id: 'SCM-1', title: 'Acme™ №15', description: 'at 20℃ in 𝐁𝐨𝐥𝐝' } });
    await add('tasks/u2', { task: { id: 'SCM-2', title: 'TM No Bold' } });
    for (const word of ['acmetm', 'no15', '20°c', 'Acme™', '20℃']) expect(find(word).map(([id]) => id)).toEqual(['u1']);
    expect(find('bold')).toHaveLength(2);
    expect(find('🄰').map(([id]) => id)).toEqual(['u1']);
    for (const sign of ['\u001e', '\u001f', '\u001e0', 'tm\u001e']) expect(find(sign)).toEqual([]);
  });

  test('show only what is around the words of a long line', async () => {
    const { add, find } = await openFolder();
    const description = `${'before '.repeat(200)}the Zürich needle ${'after '.repeat(200)}`;
    await add('tasks/u1', { task: { id: 'SCM-1', title: 'Long', description } });
    const [[, , , line = ''] = []] = find('zurich needle');
    expect(line).toMatch(/^…(?:before )+the Zürich needle (?:after )*after…$/);
    expect(line.length).toBeLessThan(200);
  });

  test('of what was read again, only the last counts, and what is old goes', async () => {
    const { folder, add, find } = await openFolder();
    const text = 'x'.repeat(100_000);
    for (let at = 0; at < 8; at += 1)
      await add('tasks/u1', { task: { id: 'SCM-1', title: `T${at}`, description: text } });
    await add('tasks/u2', { task: { id: 'SCM-2', title: 'other' } });
    const file = textsFile(folder);
    const { size } = statSync(file);
    expect(find('t6')).toEqual([]);
    expect(find('t7')).toHaveLength(1);
    expect(statSync(file).size).toBeLessThan(size / 6);
    expect(find('t7')).toHaveLength(1);
    expect(find('other')).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('those that changed at the same time stay in their order when what is old goes', async () => {
    const { add, find } = await openFolder();
    const description = 'x'.repeat(100_000);
    for (const id of [0, 1, 2, 0, 3, ...Array<number>(9).fill(1), 0])
      await add(`tasks/u${id}`, { task: { id: `SCM-${id}`, title: 'same', description } });
    const ids = find('same').map(([id]) => id);
    expect(ids).toEqual(['u2', 'u3', 'u1', 'u0']);
    expect(find('same').map(([id]) => id)).toEqual(ids);
  });

  test('a file that is too large for texts is not read, and made anew', async () => {
    const { folder, add, find } = await openFolder();
    await add('tasks/u1', { task: { id: 'SCM-1', title: 'words' } });
    truncateSync(textsFile(folder), 3 * 2 ** 30);
    expect(find('words')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('what is read while they are made is found, too', async () => {
    const folder = makeFolder();
    const keep = (id: string): void => {
      const url = new URL(`https://work.example/api/v1/tasks/${id}`);
      const keeping = beginKeeping(folder, { url, staleSince: undefined, has: 0, up: 0, at: new Date(), most: 1000 });
      keeping.write(Buffer.from(JSON.stringify({ task: { id: `SCM-${id}`, title: 'words' } })));
      keeping.finish();
    };
    keep('1');
    const making = makeTexts(folder, signal);
    keep('2');
    await making;
    expect(findTexts(folder, 'words', kinds)?.found.map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('a line that is damaged or was cut off anywhere is skipped, and the ones after it are not', async () => {
    const { folder, add, find } = await openFolder();
    const file = textsFile(folder);
    await add('tasks/u1', { task: { id: 'SCM-1', title: 'WORDS\u001e über' } });
    const one = readFileSync(file);
    for (let length = 0; length < one.length; length += 1) {
      writeFileSync(file, one.subarray(0, length));
      await add('tasks/u2', { task: { id: 'SCM-2', title: 'words two' } });
      expect(
        find('words').map(([id]) => id),
        String(length),
      ).toEqual(['u2']);
    }
    appendFileSync(file, Buffer.from('\nwords\twords\n1\twords\x1e\n\t\t\t\t\t\t\t\t\n\xff\xfe words', 'latin1'));
    await add('tasks/u3', { task: { id: 'SCM-3', title: 'words three' } });
    expect(find('words').map(([id]) => id)).toEqual(['u2', 'u3']);
    writeFileSync(file, 'words');
    expect(find('words')).toEqual([]);
  });

  test('what was found can be read although the file has been replaced, and nothing waits for a pipe in its place', async () => {
    const { folder, add } = await openFolder();
    const file = textsFile(folder);
    for (const at of [1, 2]) await add(`tasks/u${at}`, { task: { id: `SCM-${at}`, title: `Title ${at}` } });
    const search = findTexts(folder, 'title', kinds);
    writeFileSync(`${file}.new`, '');
    renameSync(`${file}.new`, file);
    expect(search?.found.map((each) => each.read().title)).toEqual(['Title 1', 'Title 2']);
    search?.close();
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(findTexts(folder, 'title', kinds)).toBeUndefined();
  });

  test('those of an older version are made anew', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'texts'), '\ntasks\tu1\t1000\t0\t\tSCM-1\tTitle\t\t\t');
    await makeTexts(folder, signal);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([textsFile(folder)]);
  });

  test('a text that is made to be slow is added and found as fast as any (R91)', async () => {
    const { add, find } = await openFolder();
    const texts = [...slowTexts(70_000), ...['<br', '&#', '\n \r', '<a ', 'é'].map((each) => each.repeat(60_000))];
    for (const text of texts) {
      const begun = process.cpuUsage();
      await add('notes/u1', { note: { id: 'u1', title: 'N', bodyHtml: `<p>${text} needle` } });
      expect(find('needle n')).toHaveLength(1);
      const { user, system } = process.cpuUsage(begun);
      expect(user + system, JSON.stringify(text.slice(0, 20))).toBeLessThan(1_000_000);
    }
  });
});

const answersAt = (machine: { readonly folder: string }, url: string): string => join(cacheOf(machine, url), 'memory');

describe('search', () => {
  test('--offline finds what was read, and the titles of what was listed, and asks nobody', async () => {
    const { machine, world } = await openAtHome();
    expect(await machine.run('search ferry --offline')).toEqual(
      refused(
        4,
        'nothing that could be searched has been read on this computer',
        'to download what you need: tracker sync',
      ),
    );
    await machine.run('tasks list --scope all');
    await machine.run('tasks view SCM-12');
    world.takeRequests();
    const now = () => new Date('2026-11-20T18:40:00Z');
    const found = await machine.run('search torshavn FERRY --offline', { now });
    expect(found.stdout).toMatch(
      /^SCM-12\ttask\tNight ferry to Tórshavn: .*\tSCM-12\t\/tasks\?task=SCM-12\t.*ferry.*\n$/,
    );
    expect(found.stderr).toContain('shown as of 2026-11-20T16:40:00.000Z');
    const shown = await machine.run('search torshavn ferry --offline', { now, terminal: { columns: 120 } });
    expect(stripVTControlCharacters(shown.stderr)).toContain('as of 2h ago');
    expect(JSON.parse((await machine.run('search faroese --offline --json')).stdout)).toEqual([
      expect.objectContaining({
        ref: 'SCM-12',
        type: 'task',
        displayId: 'SCM-12',
        match: expect.stringMatching(/Faroese/),
      }),
    ]);
    const listed = JSON.parse((await machine.run('search erp cent --offline --json')).stdout);
    expect(listed).toEqual([expect.objectContaining({ ref: 'BOP-7', match: null })]);
    expect(await machine.run('search erp cent --offline --type ticket')).toMatchObject({ code: 0, stdout: '' });
    expect(world.takeRequests()).toEqual([]);
  });

  test('a terminal searches what was read where the server cannot be reached', async () => {
    const { machine } = await openAtHome();
    await machine.run('tasks view SCM-12');
    const { NetworkFailure } = await import('../../src/http/message.js');
    const send = async () => {
      throw new NetworkFailure('cannot reach work.example: refused', true, { isLasting: true });
    };
    const shown = await machine.run('search faroese', { send, terminal: { columns: 120 } });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('SCM-12') });
    expect(shown.stderr).toContain('cannot reach work.example');
    expect(await machine.run('search faroese', { send })).toMatchObject({ code: 7, stdout: '' });
  });

  test('--messages adds what the server does not find, each once', async () => {
    const { machine } = await openAtHome();
    await machine.run('tickets list --segment all --waiting');
    await machine.run('tickets view BERG-9');
    const refs = async (words: string): Promise<readonly string[]> =>
      (await machine.run(`${words} -q`)).stdout.trimEnd().split('\n');
    const [server, all] = [await refs('search invoice'), await refs('search invoice --messages')];
    expect(all.slice(0, server.length)).toEqual(server);
    expect(all.length).toBeGreaterThan(server.length);
    expect(new Set(all).size).toBe(all.length);
    expect(await refs('search invoice --messages -L 1')).toEqual(server.slice(0, 1));
    expect(await refs(`search invoice --messages -L ${server.length + 1}`)).toEqual(all.slice(0, server.length + 1));
    const rows = JSON.parse((await machine.run('search invoice --messages --org casa-azul --json')).stdout);
    const tickets = rows.filter(({ type }: { type: string }) => type === 'ticket');
    expect(tickets.map(({ ref }: { ref: string }) => ref)).toEqual(['CASA-12']);
  });

  test('what is read again is found as it is now; what is missing is made again; an account sees its own', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    await machine.run('tickets view CASA-9');
    const find = async (words: string): Promise<string> => (await machine.run(`search ${words} --offline -q`)).stdout;
    expect(await find('zebra')).toBe('');
    await machine.run('note CASA-9 -b "a Zebra, at last"');
    await machine.run('tickets view CASA-9');
    expect(await find('zebra')).toBe('CASA-9\n');
    const folder = answersAt(machine, world.url);
    const before = readFileSync(textsFile(folder), 'utf8').split('\n').length;
    rmSync(textsFile(folder));
    await machine.run('tickets view CASA-9');
    expect(await find('zebra')).toBe('CASA-9\n');
    expect(readFileSync(textsFile(folder), 'utf8').split('\n').length).toBeLessThan(before);
    expect(statSync(textsFile(folder)).mode & 0o777).toBe(0o600);
    await signIn(machine, world, 'sean@lantern.example', 'other');
    expect(await machine.run('search zebra --offline -I other')).toMatchObject({ stdout: '' });
    await machine.run('logout -I work');
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });
});
