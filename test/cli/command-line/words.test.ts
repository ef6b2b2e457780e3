import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorld, owner, printed, refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('words of habit', () => {
  const world = allTests(openWorld);

  it.each([
    ['today', "tasks list --due '<=today' --sort due,-priority"],
    ['today --scope all -q', "tasks list --due '<=today' --sort due,-priority --scope all -q"],
    ['find roster', 'search roster'],
    ['notifications', 'inbox'],
    ['notifications count', 'inbox count'],
    ['unassign CASA-9 @me -n', 'tickets edit CASA-9 --remove-assignee @me -n'],
    ['unassign SCM-12 mara,zoë -n', 'tasks edit SCM-12 --remove-assignee mara,zoë -n'],
    ['tasks create "Check the lines" --project SCM -n', 'tasks create -t "Check the lines" --project SCM -n'],
    ['tickets create Late --org casa-azul -n', 'tickets create --subject Late --org casa-azul -n'],
    ['notes create "Week 17" -n', 'notes create -t "Week 17" -n'],
    ['chat create Lunch --org casa-azul -b Where? -n', 'chat create -t Lunch --org casa-azul -b Where? -n'],
    ['assign SCM-12 mara@lantern.example -n', 'assign SCM-12 @me -n'],
    ['assign SCM-12 MARA@lantern.example -n', 'assign SCM-12 @me -n'],
    ['tasks -a mara@lantern.example -q', 'tasks -a @me -q'],
    ['tasks --json ref,title', 'tasks --json=ref,title'],
    ['tasks list --json ref', 'tasks list --json=ref'],
    ['tasks --json ref,title -L 1', 'tasks --json=ref,title -L 1'],
    ['tasks view SCM-12 --json title,status', 'tasks view SCM-12 --json=title,status'],
    ['projects view SCM --json name', 'projects view SCM --json=name'],
    ['search roster --json ref,title', 'search roster --json=ref,title'],
    ['tasks -o json', 'tasks --json'],
    ['tasks list -ojson -L 1', 'tasks list --json -L 1'],
    ['tasks list --output=csv', 'tasks list --csv'],
    ['tickets view CASA-9 --output yaml', 'tickets view CASA-9 --yaml'],
    ['view SCM-12 -o tsv', 'view SCM-12 --tsv'],
    ['tasks edit SCM-12 --due "in 2 days" -n', 'tasks edit SCM-12 --due +2d -n'],
    ['tasks --due "<=2w" -q', 'tasks --due "<=+14d" -q'],
    ['time SCM-12 1:30 -n', 'time SCM-12 90 -n'],
  ])('tracker %s is tracker %s', async (short, long) => {
    const wanted = await world.run(long);
    expect(wanted.code).toBe(0);
    expect(await world.run(short)).toEqual(wanted);
  });

  it.each([
    ['tasks view --json SCM-12', 'tasks view SCM-12 --json'],
    ['tasks --json view SCM-12', 'tasks view SCM-12 --json'],
    ['projects view --json scm', 'projects view SCM --json'],
  ])('a reference after --json stays one: tracker %s', async (line, same) => {
    expect(await world.run(line)).toEqual(await world.run(same));
  });

  it('a title may come from standard input', async () => {
    const { stdout } = await world.run('tasks create - --project SCM -n', { stdin: 'From a pipe\n' });
    expect(stdout).toContain('"title":"From a pipe"');
  });

  it('errors of -o json are JSON', async () => {
    const { stderr } = await world.run('tasks view NOPE-1 -o json');
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    ['tasks create A -t B', 'the title is given twice', 'give it as an argument, or with --title'],
    ['time SCM-12 1.5', '"1.5" could be hours or minutes', 'tracker time SCM-12 1.5h'],
    [
      'time SCM-12 1h --date tomorrow',
      '--date: 2026-11-21 is still to come',
      'past days look like yesterday, -2d, fri or nov 3',
    ],
    ['assign SCM-12 none', 'none is not a person', 'to unassign everyone: tracker edit SCM-12 --set-assignee none'],
    ['unassign CASA-9 none', 'none is not a person', 'to unassign everyone: tracker edit CASA-9 --set-assignee none'],
    ['tasks -s todo --web', '--web opens the whole list and cannot be used with --status', 'tracker tasks list --web'],
  ])('tracker %s is refused with what to type', async (line, error, hint) => {
    expect(await world.run(line)).toEqual(refused(2, error, hint));
  });

  it('an address that the server never sent is nobody', async () => {
    expect(await world.run('assign SCM-12 who@else.example')).toEqual(
      refused(4, 'no user with the address "who@else.example" is known', 'use their name, or a part of it'),
    );
  });

  it('opens the page of a list in the browser', async () => {
    const pages = { tasks: 'tasks', tickets: 'tickets', projects: 'projects', wiki: 'wiki', notes: 'notes' };
    for (const [noun, page] of Object.entries(pages))
      expect((await world.run(`${noun} --web`)).stdout + (await world.run(`${noun} --web`)).stderr).toContain(
        `${world.url}/${page}`,
      );
    expect((await world.run('chat list --org casa-azul --web')).code).toBe(0);
    expect((await world.run('chat view Lunch --web')).code).not.toBe(2);
  });

  it('attaches files to a task, to a note and to a reply', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.folder, 'trace.log');
    writeFileSync(file, 'x');
    expect(await machine.run(['attach', 'CASA-9', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hint: add --note or --reply'),
    });
    expect((await machine.run(['attach', 'SCM-12', file])).stdout).toBe('SCM-12\ttrue\t\n');
    expect((await machine.run(['attach', 'CASA-9', file, '--note', '-b', 'Seen'])).stderr).toContain(
      'Added an internal note to CASA-9',
    );
    expect((await machine.run(['attach', 'CASA-9', file, '--reply'])).stderr).toContain('Replied to CASA-9');
    expect((await machine.run('tickets view CASA-9 --comments 2')).stdout).toMatch(/Seen[\s\S]*trace\.log/);
  });
});

it('where there is little room, today leaves out people before priorities', async () => {
  const world = await openWorld();
  const [head = ''] = (await world.run('today', { terminal: { columns: 70 } })).stdout.split('\n');
  expect(head).toMatch(/PRIORITY/);
  expect(head).not.toMatch(/ASSIGNEE/);
});

it('today shows nothing that is due later', async () => {
  const world = await openWorld();
  expect(await world.run('today --fields due --sort due')).toEqual(
    printed((await world.run("tasks --due '<=2026-11-20' --fields due --sort due")).stdout),
  );
});
