import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTerminals } from '../support/terminal/terminal.js';
import { hostile, makeSeen, openShell, type Seen, type Shell, scripts } from './shell.js';

const hasBash = spawnSync('bash', ['--version']).status === 0 && (await loadTerminals()) !== undefined;

describe.skipIf(!hasBash)('bash at a terminal, the server switched off', () => {
  let seen: Seen;
  let bash: Shell;
  beforeAll(async () => {
    seen = makeSeen();
    const settings = [
      'bell-style none',
      'page-completions off',
      'completion-query-items 0',
      'enable-bracketed-paste off',
    ];
    const lines = [
      `PS1='READY> '`,
      ...settings.map((line) => `bind 'set ${line}'`),
      `source '${scripts}/tracker.bash'`,
    ];
    const file = seen.home.write('bashrc', lines.join('\n'));
    bash = await openShell(seen, ['bash', '--noprofile', '--rcfile', file, '-i']);
  });
  afterAll(async () => {
    await bash.end();
    await seen.home.close();
  });

  test('nouns, verbs and their other names', async () => {
    await bash.runs('tracker task\tvi\tX', ['tasks', 'view', 'X']);
    await bash.runs('tracker ticket sh\tX', ['ticket', 'show', 'X']);
    await bash.runs('tracker help tas\tcre\t', ['help', 'tasks', 'create']);
  });

  test('references in any case, with their titles where they are listed', async () => {
    await bash.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    const screen = await bash.shows('tracker tasks view SCM\t\t\t', /SCM-12 {2}Night ferry to Tórshavn/);
    expect(screen).toContain('SCM-17  Publish a b$(touch pwned)`touch pwned`;');
    await bash.runs('tracker tasks edit SCM-12 scm\t', ['tasks', 'edit', 'SCM-12', 'SCM-17']);
  });

  test('any word of a title or a name, without accents; of several none is put on the line', async () => {
    await bash.runs('tracker tickets view night\t', ['tickets', 'view', 'CASA-16']);
    await bash.runs('tracker tasks view torsh\t', ['tasks', 'view', 'SCM-12']);
    await bash.runs('tracker tasks -a luk\t', ['tasks', '-a', 'Łukasz Wójcik']);
    await bash.runs('tracker tasks --assignee=wojc\t', ['tasks', '--assignee=Łukasz Wójcik']);
    await bash.runs('tracker inbox read ferry\t', ['inbox', 'read', '0f0c7f10-1111-4222-8333-000000000001']);
    await bash.runs('tracker tasks checklist SCM-12 --check time\t', [
      ...['tasks', 'checklist', 'SCM-12', '--check', 'Print the timetable'],
    ]);
    await bash.shows('tracker open night\t\t', /CASA-16 +Night of the Museums/);
    await bash.runs('tracker open night\t', ['open', 'night']);
  });

  test('a kind before a reference', async () => {
    await bash.runs('tracker open ticket:ca\t', ['open', 'ticket:CASA-16']);
    await bash.runs('tracker open tas\tops\t', ['open', 'task:OPS-4']);
  });

  test('values in each way of writing them', async () => {
    await bash.shows('tracker tasks list -s \t\t', /done +in_progress|todo +in_progress/);
    await bash.runs('tracker tasks -s in\t', ['tasks', '-s', 'in_progress']);
    await bash.runs('tracker tasks --status=in\t', ['tasks', '--status=in_progress']);
    await bash.runs('tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']);
    await bash.runs('tracker tasks list --project=o\t', ['tasks', 'list', '--project=OPS']);
    await bash.runs('tracker tickets -s \t', ['tickets', '-s', 'waiting']);
    await bash.runs('tracker views view \t', ['views', 'view', 'tickets']);
    await bash.runs('tracker tickets --org \t', ['tickets', '--org', 'casa-azul']);
    await bash.runs('tracker tasks --scope=a\t', ['tasks', '--scope=all']);
    await bash.runs('tracker completion fi\t', ['completion', 'fish']);
    await bash.runs('tracker config set color al\t', ['config', 'set', 'color', 'always']);
    await bash.runs('tracker sandbox start --seed de\t', ['sandbox', 'start', '--seed', 'demo']);
    await bash.runs('tracker help ex\t', ['help', 'exit-codes']);
    await bash.runs('tracker tasks --fields ref,stat\t', ['tasks', '--fields', 'ref,status']);
    await bash.runs('tracker tasks list --json=ref,prior\t', ['tasks', 'list', '--json=ref,priority']);
    await bash.runs('tracker tasks --sort due,-updat\t', ['tasks', '--sort', 'due,-updated']);
  });

  test('people and servers', async () => {
    await bash.runs('tracker tasks -a @\t', ['tasks', '-a', '@me']);
    await bash.runs('tracker tasks -a mara\\ l\t', ['tasks', '-a', 'Mara Lindqvist']);
    await bash.runs('tracker tasks -a "Mara L\t', ['tasks', '-a', 'Mara Lindqvist']);
    await bash.shows('tracker -I \t\t', /other-one +work|work +other-one/);
    await bash.runs('tracker -I ot\ttasks view\t', ['-I', 'other-one', 'tasks', 'view']);
  });

  test('hostile values become one argument, and are left out within quotes', async () => {
    await bash.runs('tracker tasks --tag a\t', ['tasks', '--tag', hostile]);
    for (const quote of ['"', "'"]) await bash.runs(`tracker tasks --tag ${quote}a\t${quote}`, ['tasks', '--tag', 'a']);
    await bash.runs('tracker wiki view a\t', ['wiki', 'view', hostile]);
    await bash.runs('tracker tasks --tag=a\t', ['tasks', `--tag=${hostile}`]);
    expect(seen.isHarmed()).toBe(false);
  });

  test('flags where flags may go, never as a value and never after --', async () => {
    await bash.runs('tracker tasks list --ov\t', ['tasks', 'list', '--overdue']);
    await bash.runs('tracker tasks --ov\t', ['tasks', '--overdue']);
    await bash.runs('tracker tasks list -s --ov\t', ['tasks', 'list', '-s', '--ov']);
    await bash.runs('tracker tasks view -- --ov\t', ['tasks', 'view', '--', '--ov']);
    await bash.runs('tracker tasks view -- ops\t', ['tasks', 'view', '--', 'OPS-4']);
  });

  test('files, and whatever is run against a sandbox', async () => {
    writeFileSync(join(seen.home.folder, 'my notes.md'), '');
    await bash.runs('tracker tasks create -F my\t', ['tasks', 'create', '-F', 'my notes.md']);
    await bash.runs('tracker tasks create --attach=my\t', ['tasks', 'create', '--attach=my notes.md']);
    await bash.runs('tracker sandbox run -- cat my\t', ['sandbox', 'run', '--', 'cat', 'my notes.md']);
  });

  test('20,000 tasks more: the newest are offered, and what is typed leads to any', async () => {
    seen.learnMany();
    await bash.runs('tracker tasks view big-1234\t5', ['tasks', 'view', 'BIG-12345']);
    await bash.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    // All of the newest begin with BIG-, and yet an older one does not.
    await bash.runs('tracker tasks view \tops\t', ['tasks', 'view', 'OPS-4']);
  });

  test('a shell that stops at failures and at unset names goes on, and prints nothing', async () => {
    await bash.runs('set -eu; tracker X', ['X']);
    await bash.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    await bash.runs('tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']);
    await bash.runs('tracker help ex\t', ['help', 'exit-codes']);
    await bash.runs('set +eu; tracker X', ['X']);
  });
});
