import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, owner } from '../support/run.js';
import { eachTest } from '../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const forms = [
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
] as const;

describe.each(forms)('named in %s, asked for in %s', (stored, asked) => {
  const ran = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await machine.run(words);
    expect(code, stderr).toBe(0);
    return stdout;
  };

  test.each(['café.txt', 'CAFÉ.TXT'])('a file is downloaded as %s', async (name) => {
    const file = join(machine.folder, 'café.txt'.normalize(stored));
    writeFileSync(file, 'some text');
    await ran('tasks', 'comment', 'SCM-12', '-b', 'See the file', '--attach', file);
    const folder = join(machine.folder, 'down');
    await ran('attachments', 'download', 'SCM-12', name.normalize(asked), '--dir', folder);
    expect(readdirSync(folder).map((each) => readFileSync(join(folder, each), 'utf8'))).toEqual(['some text']);
  });

  test('a file is attached and read, in a folder as well', async () => {
    const folder = join(machine.folder, 'Größe'.normalize(stored));
    mkdirSync(folder);
    writeFileSync(join(folder, 'café.txt'.normalize(stored)), 'some text');
    const typed = join(machine.folder, 'Größe'.normalize(asked), 'café.txt'.normalize(asked));
    await ran('tasks', 'comment', 'SCM-12', '--body-file', typed, '--attach', typed);
    expect(await ran('tasks', 'view', 'SCM-12', '--tsv')).toContain('\tsome text');
    expect((await ran('attachments', 'list', 'SCM-12', '--tsv')).normalize('NFC')).toContain('café.txt');
  });

  test('files are saved in the folder that there is, and overwrite none that is named alike', async () => {
    await ran(
      'tasks',
      'comment',
      'SCM-12',
      '-b',
      'See the file',
      '--attach',
      join(import.meta.dirname, 'one-form.test.ts'),
    );
    const folder = join(machine.folder, 'Größe');
    mkdirSync(folder.normalize(stored));
    await ran('attachments', 'download', 'SCM-12', 'one-form.test.ts', '--dir', folder.normalize(asked));
    const file = join(folder, 'café.ts');
    await ran('attachments', 'download', 'SCM-12', 'one-form.test.ts', '-o', file.normalize(stored));
    expect(
      (await machine.run(['attachments', 'download', 'SCM-12', 'one-form.test.ts', '-o', file.normalize(asked)])).code,
    ).not.toBe(0);
    expect(readdirSync(folder.normalize(stored)).map((each) => each.normalize('NFC'))).toEqual([
      'café.ts',
      'one-form.test.ts',
    ]);
    expect(readdirSync(machine.folder).filter((each) => each.startsWith('Gr'))).toHaveLength(1);
  });

  test('a template is found', async () => {
    mkdirSync(join(machine.folder, 'config', 'templates'));
    writeFileSync(join(machine.folder, 'config', 'templates', `${'Größe'.normalize(stored)}.md`), 'How large?\n');
    expect(await ran('reply', 'CASA-9', '--template', 'Größe'.normalize(asked), '-y', '-n')).toContain('How large?');
  });

  test('a tag, and the words of a title, filter rows', async () => {
    await ran('tasks', 'edit', 'SCM-12', '--tag', 'café'.normalize(stored), '--title', 'Zoë’s café'.normalize(stored));
    expect(await ran('tasks', 'list', '--scope', 'all', '--search', 'zoë’s'.normalize(asked), '-q')).toBe('SCM-12\n');
    await ran('tasks', 'edit', 'SCM-12', '--remove-tag', 'café'.normalize(asked));
    expect(await ran('tasks', 'view', 'SCM-12', '--jq', '.task.tags | index("café")')).toBe('null\n');
  });

  test('an item of a checklist is checked by its text', async () => {
    await ran('tasks', 'checklist', 'SCM-12', '--add', 'Ask Zoë'.normalize(stored));
    await ran('tasks', 'checklist', 'SCM-12', '--check', 'ask zoë'.normalize(asked));
    expect(await ran('tasks', 'checklist', 'SCM-12', '--tsv')).toMatch(/done\tAsk/);
  });

  test('a note and a person are found by their names', async () => {
    await ran('notes', 'create', '-t', 'Über das Café'.normalize(stored));
    expect(await ran('notes', 'view', 'über das café'.normalize(asked))).toContain('Caf');
    await ran('profile', 'edit', '--name', 'Zoé Müller'.normalize(stored));
    await ran('me');
    expect(await ran('tasks', 'list', '--scope', 'all', '-a', 'zoé müller'.normalize(asked), '-q')).toContain('-');
  });
});
