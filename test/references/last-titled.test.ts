import { describe, expect, test } from 'vitest';
import { narrow, openWorld } from '../support/run.js';
import { eachTest } from '../support/set-up.js';

const world = eachTest(openWorld);

const run = async (line: string) => await world.run(line, narrow);

describe('@ after something that has only a title', () => {
  test.each([
    ['wiki view "Restore a backup"', 'wiki view @', 'Restore a backup'],
    ['notes view "Before the demo"', 'notes view @', 'Before the demo'],
    ['chat view "Lunch on Friday"', 'chat view @', 'Lunch on Friday'],
    ['chat reply "Lunch on Friday" -b "Me too."', 'chat view @', 'Me too.'],
    ['notes create -t "Ask about week 17"', 'notes view @', 'Ask about week 17'],
    ['chat create --org lantern-works -t "Tidying up" -b "Monday?"', 'chat view @', 'Tidying up'],
    ['wiki view "Restore a backup"', 'open @ --print', '/wiki/'],
  ])('%s, %s', async (first, second, shown) => {
    expect((await run(first)).code).toBe(0);
    const { code, stdout } = await run(second);
    expect({ code, shown: stdout.includes(shown) }).toEqual({ code: 0, shown: true });
  });

  test('a reply goes to the thread that was viewed', async () => {
    await run('chat view "Lunch on Friday"');
    expect((await run('chat reply @ -b "Me too."')).code).toBe(0);
    expect((await run('chat view @')).stdout).toContain('Me too.');
  });

  test.each([
    ['wiki view "Restore a backup"', 'tasks view @', 'the wiki page "Restore a backup"', 'wiki view'],
    ['notes view "Before the demo"', 'reply @ hello', 'the note "Before the demo"', 'notes view'],
    ['chat view "Lunch on Friday"', 'tickets reply @ -b hello', 'the thread "Lunch on Friday"', 'chat view'],
    ['chat view "Lunch on Friday"', 'wiki view @', 'the thread "Lunch on Friday"', 'chat view'],
    ['tickets view BERG-9', 'chat reply @ -b hello', 'the ticket BERG-9', 'tickets view'],
    ['tasks view SCM-12', 'notes view @', 'the task SCM-12', 'tasks view'],
  ])('%s, %s: another kind is named, with the command for it', async (first, second, called, view) => {
    expect((await run(first)).code).toBe(0);
    const { code, stderr } = await run(second);
    expect(code).toBe(4);
    expect(stderr).toContain(`@ is ${called}`);
    expect(stderr).toContain(`hint: tracker ${view} @`);
  });
});

describe('@ after what has been deleted', () => {
  test.each(['view @', 'tasks view @', 'tasks edit @ -p low', 'time @ 5m', 'tasks comment @ -b Hello', 'open @'])(
    '%s says what that was',
    async (line) => {
      await run('tasks delete SCM-12 -y');
      const { code, stderr } = await run(line);
      expect({ code, said: stderr.split('\n').find((each) => each.startsWith('error: ')) }).toEqual({
        ...{ code: 4, said: 'error: SCM-12 is no longer there, or you can no longer see it' },
      });
      expect(stderr).not.toContain('inbox view');
    },
  );
});
