import { describe, expect, test } from 'vitest';
import { allShapes, narrow, openWorld, printed, refused, remarked, shapes } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const stranger = 'theo@quill-and-moss.example';

allShapes('what whom may see, %s shape', (world, shape) => {
  test.each([
    ['tasks', 'No tasks assigned to you or created by you (--scope all shows every task).'],
    ['tasks --scope all', 'No tasks that you can see.'],
    ['tasks --scope all -p high', 'No tasks match.'],
    ['tickets', 'No tickets of yours (--segment all shows every ticket).'],
    ['tickets --segment watched', 'No tickets watched by you.'],
    ['tickets --segment all', 'No tickets that you can see.'],
    ['projects', 'No projects that you can see.'],
    ['inbox', 'No notifications for you.'],
    ['inbox -u', 'No notifications left to read.'],
    ['search roster', 'No results for "roster".\nTo search what people wrote, too: tracker search --messages roster'],
    ['instances --known', 'No known instances on your account.'],
  ])('a stranger gets an empty list from %s', async (line, sentence) => {
    expect(await world.run(line, { ...narrow, as: stranger })).toEqual(remarked('', `${sentence}\n`));
    expect(await world.run(`${line} --json`, { as: stranger })).toEqual(printed('[]\n'));
    if (shape !== 'usual') return;
    expect(await world.run(line, { as: stranger })).toEqual(printed(''));
    expect(await world.run(`${line} --jsonl`, { as: stranger })).toEqual(printed(''));
  });

  test('a stranger has nothing waiting', async () => {
    expect(await world.run('status --short', { as: stranger })).toEqual(printed(''));
    expect(await world.run('status', { ...narrow, as: stranger })).toEqual(
      printed('Theo Adeyemi-Clarke\n\nInbox    0 unread\nTasks    0 open\nTickets  0 open\n'),
    );
    expect(await world.run('inbox count', { ...narrow, as: stranger })).toEqual(printed('Nothing unread.\n'));
  });
});

describe.each(shapes)('an account with nothing in it, %s shape', (shape) => {
  const world = allTests(() => openWorld({ shape, seed: 'empty:1' }));

  test('unknown columns and values cannot be told from known ones', async () => {
    expect(await world.run('tasks --fields nope')).toEqual(printed(''));
    expect(await world.run('tasks --sort nope')).toEqual(printed(''));
    expect(await world.run('tasks -s nope')).toEqual(printed(''));
    expect(await world.run('tasks --tag nope')).toEqual(printed(''));
    expect(await world.run('tasks --project nope')).toEqual(
      refused(4, 'there is no project nope that you can see', 'tracker projects list'),
    );
  });

  test('status', async () => {
    expect(await world.run('status', narrow)).toEqual(
      printed('Mara Lindqvist\n\nInbox    0 unread\nTasks    0 open\nTickets  0 open\n'),
    );
    expect(await world.run('status --short')).toEqual(printed(''));
  });
});
