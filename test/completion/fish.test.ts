import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTerminals } from '../support/terminal/terminal.js';
import { hostile, makeSeen, openShell, type Seen, type Shell, scripts } from './shell.js';

const hasFish = spawnSync('fish', ['--version']).status === 0 && (await loadTerminals()) !== undefined;

describe.skipIf(!hasFish)('fish at a terminal, the server switched off', () => {
  let seen: Seen;
  let fish: Shell;
  beforeAll(async () => {
    seen = makeSeen();
    const prompt =
      "function fish_prompt; echo -n 'READY> '; end; set fish_greeting; set -g fish_autosuggestion_enabled 0";
    fish = await openShell(seen, ['fish', '--no-config', '-C', `${prompt}; source '${scripts}/tracker.fish'`]);
  });
  afterAll(async () => {
    await fish.end();
    await seen.home.close();
  });

  test('nouns, verbs and their other names, with what they are for', async () => {
    await fish.runs('tracker task\tvi\tX', ['tasks', 'view', 'X']);
    await fish.runs('tracker ticket sh\tX', ['ticket', 'show', 'X']);
    await fish.runs('tracker help tas\tcre\t', ['help', 'tasks', 'create']);
    await fish.shows('tracker tasks \t', /create +\(Create a task\)/);
  });

  test('references in any case, at once with their titles', async () => {
    await fish.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    const screen = await fish.shows('tracker tasks view SCM\t', /SCM-12 +\(Night ferry to Tórshavn\)[\s\S]*SCM-17/);
    expect(screen).toContain('(Publish a b$(touch pwned)`touch pwned`;');
    await fish.runs('tracker tasks edit SCM-12 scm\t', ['tasks', 'edit', 'SCM-12', 'SCM-17']);
  });

  test('any word of a title or a name, without accents; of several none is put on the line', async () => {
    await fish.runs('tracker tickets view night\t', ['tickets', 'view', 'CASA-16']);
    await fish.runs('tracker tasks view torsh\t', ['tasks', 'view', 'SCM-12']);
    await fish.runs('tracker tasks -a luk\t', ['tasks', '-a', 'Łukasz Wójcik']);
    await fish.runs('tracker tasks --assignee=wojc\t', ['tasks', '--assignee=Łukasz Wójcik']);
    await fish.runs('tracker inbox read ferry\t', ['inbox', 'read', '0f0c7f10-1111-4222-8333-000000000001']);
    await fish.runs('tracker tasks checklist SCM-12 --check time\t', [
      ...['tasks', 'checklist', 'SCM-12', '--check', 'Print the timetable'],
    ]);
    await fish.shows('tracker open night\t', /CASA-16 +\(Night of the Museums\)/);
  });

  test('a kind before a reference', async () => {
    await fish.runs('tracker open ticket:ca\t', ['open', 'ticket:CASA-16']);
    await fish.runs('tracker open task:ops\t', ['open', 'task:OPS-4']);
  });

  test('values in each way of writing them', async () => {
    await fish.shows('tracker tasks list -s \t', /todo +in_progress/);
    await fish.runs('tracker tasks -s in\t', ['tasks', '-s', 'in_progress']);
    await fish.runs('tracker tasks --status=in\t', ['tasks', '--status=in_progress']);
    await fish.runs('tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']);
    await fish.runs('tracker tasks list --project=O\t', ['tasks', 'list', '--project=OPS']);
    await fish.shows('tracker tasks list --project=\t', /SCM +\(Scandia Marine\)/);
    await fish.runs('tracker tickets -s \t', ['tickets', '-s', 'waiting']);
    await fish.runs('tracker views view \t', ['views', 'view', 'tickets']);
    await fish.runs('tracker tickets --org \t', ['tickets', '--org', 'casa-azul']);
    await fish.runs('tracker tasks --scope=a\t', ['tasks', '--scope=all']);
    await fish.runs('tracker completion fi\t', ['completion', 'fish']);
    await fish.runs('tracker config set color al\t', ['config', 'set', 'color', 'always']);
    await fish.runs('tracker sandbox start --seed de\t', ['sandbox', 'start', '--seed', 'demo']);
    await fish.runs('tracker help ex\t', ['help', 'exit-codes']);
    await fish.runs('tracker tasks --fields ref,stat\t', ['tasks', '--fields', 'ref,status']);
    await fish.runs('tracker tasks list --json=ref,prior\t', ['tasks', 'list', '--json=ref,priority']);
    await fish.runs('tracker tasks --sort due,-updat\t', ['tasks', '--sort', 'due,-updated']);
  });

  test('people and servers', async () => {
    await fish.runs('tracker tasks -a @\t', ['tasks', '-a', '@me']);
    await fish.runs('tracker tasks -a mara\\ l\t', ['tasks', '-a', 'Mara Lindqvist']);
    await fish.runs('tracker tasks -a "Mara L\t', ['tasks', '-a', 'Mara Lindqvist']);
    await fish.shows('tracker -I \t', /work +other-one|other-one +work/);
    await fish.runs('tracker -I ot\ttasks view\t', ['-I', 'other-one', 'tasks', 'view']);
  });

  test('hostile values become one argument, in each way of quoting', async () => {
    for (const start of ['a', '"a', "'a"])
      await fish.runs(`tracker tasks --tag ${start}\t`, ['tasks', '--tag', hostile]);
    await fish.runs('tracker wiki view a\t', ['wiki', 'view', hostile]);
    await fish.runs('tracker tasks --tag=a\t', ['tasks', `--tag=${hostile}`]);
    expect(seen.isHarmed()).toBe(false);
  });

  test('flags where flags may go, never as a value and never after --', async () => {
    await fish.runs('tracker tasks list --ov\t', ['tasks', 'list', '--overdue']);
    await fish.runs('tracker tasks --ov\t', ['tasks', '--overdue']);
    await fish.shows('tracker tasks list --\t', /--overdue +\(only unfinished tasks whose due day has passed/);
    await fish.runs('tracker tasks list -s --ov\t', ['tasks', 'list', '-s', '--ov']);
    await fish.runs('tracker tasks view -- --ov\t', ['tasks', 'view', '--', '--ov']);
    await fish.runs('tracker tasks view -- ops\t', ['tasks', 'view', '--', 'OPS-4']);
  });

  test('files, and whatever is run against a sandbox', async () => {
    writeFileSync(join(seen.home.folder, 'my notes.md'), '');
    await fish.runs('tracker tasks create -F my\t', ['tasks', 'create', '-F', 'my notes.md']);
    await fish.runs('tracker tasks create --attach=my\t', ['tasks', 'create', '--attach=my notes.md']);
    await fish.runs('tracker sandbox run -- cat my\t', ['sandbox', 'run', '--', 'cat', 'my notes.md']);
  });

  test('20,000 tasks more: the newest are offered, and what is typed leads to any', async () => {
    seen.learnMany();
    await fish.runs('tracker tasks view big-1234\t5', ['tasks', 'view', 'big-12345']);
    await fish.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
    await fish.shows('tracker tasks view \t', /BIG-20000 +\(Number 20000\)/);
  });
});
