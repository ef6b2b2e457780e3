import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceFolder } from '../../src/client/state/references.js';
import { loadTerminals } from '../support/terminal/terminal.js';
import { hostile, makeSeen, openShell, type Seen, type Shell, scripts } from './shell.js';

const hasZsh = spawnSync('zsh', ['--version']).status === 0 && (await loadTerminals()) !== undefined;

const started = [
  'PS1="READY> "',
  'unsetopt beep zle_bracketed_paste; PROMPT_EOL_MARK="" LISTMAX=999',
  'autoload -Uz compinit',
];

/** A zsh that finds the script in $fpath, or, counting arrays from 0 and minding unset names, is given it by `eval`. */
async function openZsh(seen: Seen, way: 'fpath' | 'eval'): Promise<Shell> {
  const folder = join(seen.home.folder, `zsh-${way}`);
  mkdirSync(folder);
  const load =
    way === 'fpath'
      ? [`fpath=('${scripts}' $fpath)`, 'compinit -u -D']
      : ['compinit -u -D', 'setopt ksh_arrays nounset', `eval "$(<'${scripts}/_tracker')"`];
  writeFileSync(join(folder, '.zshrc'), [...started, ...load, ''].join('\n'));
  return await openShell(seen, ['zsh', '-d', '-i'], { env: { ZDOTDIR: folder } });
}

describe.skipIf(!hasZsh)('zsh at a terminal, the server switched off', () => {
  let seen: Seen;
  let zsh: Shell;
  beforeAll(async () => {
    seen = makeSeen();
    zsh = await openZsh(seen, 'fpath');
  });
  afterAll(async () => {
    await zsh.end();
    await seen.home.close();
  });

  test('nouns, verbs and their other names, with what they are for', async () => {
    await zsh.runs('tracker task\tvi\tX', ['tasks', 'view', 'X']);
    await zsh.runs('tracker ticket sh\tX', ['ticket', 'show', 'X']);
    await zsh.runs('tracker help tas\tcre\t', ['help', 'tasks', 'create']);
    await zsh.shows('tracker tasks \t', /create +-- Create a task\n/);
  });

  test('references in any case, at once with their titles', async () => {
    await zsh.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    const screen = await zsh.shows('tracker tasks view SCM\t', /SCM-12 {2}-- Night ferry to Tórshavn[\s\S]*SCM-17/);
    expect(screen).toContain('SCM-17  -- Publish a b$(touch pwned)`touch pwned`;');
    await zsh.runs('tracker tasks edit SCM-12 scm\t', ['tasks', 'edit', 'SCM-12', 'SCM-17']);
  });

  test('any word of a title or a name, without accents; of several none is put on the line', async () => {
    await zsh.runs('tracker tickets view night\t', ['tickets', 'view', 'CASA-16']);
    await zsh.runs('tracker tasks view torsh\t', ['tasks', 'view', 'SCM-12']);
    await zsh.runs('tracker tasks -a luk\t', ['tasks', '-a', 'Łukasz Wójcik']);
    await zsh.runs('tracker tasks --assignee=wojc\t', ['tasks', '--assignee=Łukasz Wójcik']);
    await zsh.runs('tracker inbox read ferry\t', ['inbox', 'read', '0f0c7f10-1111-4222-8333-000000000001']);
    await zsh.runs('tracker tasks checklist SCM-12 --check time\t', [
      ...['tasks', 'checklist', 'SCM-12', '--check', 'Print the timetable'],
    ]);
    await zsh.shows('tracker open night\t', /CASA-16 +-- Night of the Museums/);
    await zsh.runs('tracker open night\t', ['open', 'night']);
  });

  test('a kind before a reference', async () => {
    await zsh.runs('tracker open ticket:ca\t', ['open', 'ticket:CASA-16']);
    await zsh.runs('tracker open tas\tops\t', ['open', 'task:OPS-4']);
  });

  test('values in each way of writing them', async () => {
    await zsh.shows('tracker tasks list -s \t', /done +in_progress|todo +in_progress/);
    await zsh.runs('tracker tasks -s in\t', ['tasks', '-s', 'in_progress']);
    await zsh.runs('tracker tasks --status=in\t', ['tasks', '--status=in_progress']);
    await zsh.runs('tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']);
    await zsh.runs('tracker tasks list --project=o\t', ['tasks', 'list', '--project=OPS']);
    await zsh.shows('tracker tasks list --project=\t', /SCM {2}-- Scandia Marine/);
    await zsh.runs('tracker tickets -s \t', ['tickets', '-s', 'waiting']);
    await zsh.runs('tracker views view \t', ['views', 'view', 'tickets']);
    await zsh.runs('tracker tickets --org \t', ['tickets', '--org', 'casa-azul']);
    await zsh.runs('tracker tasks --scope=a\t', ['tasks', '--scope=all']);
    await zsh.runs('tracker completion fi\t', ['completion', 'fish']);
    await zsh.runs('tracker config set color al\t', ['config', 'set', 'color', 'always']);
    await zsh.runs('tracker sandbox start --seed de\t', ['sandbox', 'start', '--seed', 'demo']);
    await zsh.runs('tracker help ex\t', ['help', 'exit-codes']);
    await zsh.runs('tracker tasks --fields ref,stat\t', ['tasks', '--fields', 'ref,status']);
    await zsh.runs('tracker tasks list --json=ref,prior\t', ['tasks', 'list', '--json=ref,priority']);
    await zsh.runs('tracker tasks --sort due,-updat\t', ['tasks', '--sort', 'due,-updated']);
  });

  test('people and servers', async () => {
    await zsh.runs('tracker tasks -a @\t', ['tasks', '-a', '@me']);
    await zsh.runs('tracker tasks -a mara\\ l\t', ['tasks', '-a', 'Mara Lindqvist']);
    await zsh.runs('tracker tasks -a "mara l\t', ['tasks', '-a', 'Mara Lindqvist']);
    await zsh.shows('tracker -I \t', /work +other-one|other-one +work/);
    await zsh.runs('tracker -I ot\ttasks view\t', ['-I', 'other-one', 'tasks', 'view']);
  });

  test('hostile values become one argument, in each way of quoting', async () => {
    for (const start of ['a', '"a', "'a"])
      await zsh.runs(`tracker tasks --tag ${start}\t`, ['tasks', '--tag', hostile]);
    await zsh.runs('tracker wiki view a\t', ['wiki', 'view', hostile]);
    await zsh.runs('tracker tasks --tag=a\t', ['tasks', `--tag=${hostile}`]);
    expect(seen.isHarmed()).toBe(false);
  });

  test('flags where flags may go, never as a value and never after --', async () => {
    await zsh.runs('tracker tasks list --ov\t', ['tasks', 'list', '--overdue']);
    await zsh.runs('tracker tasks --ov\t', ['tasks', '--overdue']);
    await zsh.shows('tracker tasks list --\t', /--overdue +-- only unfinished tasks whose due day has passed/);
    await zsh.runs('tracker tasks list -s --ov\t', ['tasks', 'list', '-s', '--ov']);
    await zsh.runs('tracker tasks view -- --ov\t', ['tasks', 'view', '--', '--ov']);
    await zsh.runs('tracker tasks view -- ops\t', ['tasks', 'view', '--', 'OPS-4']);
  });

  test('files, and whatever is run against a sandbox', async () => {
    writeFileSync(join(seen.home.folder, 'my notes.md'), '');
    await zsh.runs('tracker tasks create -F my\t', ['tasks', 'create', '-F', 'my notes.md']);
    await zsh.runs('tracker tasks create --attach=my\t', ['tasks', 'create', '--attach=my notes.md']);
    await zsh.runs('tracker sandbox run -- cat my\t', ['sandbox', 'run', '--', 'cat', 'my notes.md']);
  });

  test('(true.33) files are offered in silence', async () => {
    for (const name of ['your list.txt', 'your plan.txt']) writeFileSync(join(seen.home.folder, name), '');
    for (const line of [
      'tasks create -F your',
      'tasks create --attach=your',
      'attach SCM-12 your',
      'sandbox run -- cat your',
    ]) {
      const screen = await zsh.shows(`tracker ${line}\t\t`, /your.{1,2}list\.txt +your/);
      expect(screen).not.toContain('no matches found');
    }
    const screen = await zsh.shows('tracker attachments download SCM-12 --dir \t\t', /bin/);
    expect(screen).not.toContain('no matches found');
  });

  test('20,000 tasks more: the newest are offered, and what is typed leads to any', async () => {
    seen.learnMany();
    await zsh.runs('tracker tasks view big-1234\t5', ['tasks', 'view', 'BIG-12345']);
    await zsh.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    // All of the newest begin with BIG-, and yet an older one does not.
    await zsh.shows('tracker tasks view \t', /BIG-20000 +-- Number 20000[\s\S]*SCM-12 +-- Night/);
  });

  test('a pipe, a device or a folder in the place of references is left alone, in silence', async () => {
    const folder = join(seen.home.folder, '.cache/tracker', instanceFolder('http://127.0.0.1:9'));
    const tasks = join(folder, 'tasks.tsv');
    const kept = readFileSync(tasks);
    for (const put of [
      () => spawnSync('mkfifo', [tasks]),
      () => symlinkSync('/dev/zero', tasks),
      () => mkdirSync(tasks),
      () => writeFileSync(tasks, `${'OPS-'.padEnd(100_000, '9')}\tuuid\ttitle\n`),
    ]) {
      rmSync(tasks, { recursive: true });
      put();
      expect(await zsh.shows('tracker tasks view ops\tX', /opsX/)).not.toMatch(/device|zsh:/);
    }
    rmSync(tasks);
    writeFileSync(tasks, kept);
  });

  test('the same after compinit, by eval', async () => {
    const other = await openZsh(seen, 'eval');
    await other.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    await other.end();
  });
});
