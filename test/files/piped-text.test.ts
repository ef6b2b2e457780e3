import { describe, expect, test } from 'vitest';
import { narrow, openWorld } from '../support/run.js';
import { eachTest } from '../support/set-up.js';

describe('- as the text of a flag', () => {
  const world = eachTest(openWorld);

  const body = async (line: string, stdin: string): Promise<string> => {
    const { code, stdout, stderr } = await world.run(`${line} -n --json`, { stdin });
    expect(code, stderr).toBe(0);
    return stdout;
  };

  test.each([
    ['tickets reply CASA-9 -b -', '"body":"Café\\n☃"'],
    ['tickets note CASA-9 --body -', '"body":"Café\\n☃"'],
    ['reply CASA-9 -', '"body":"Café\\n☃"'],
    ['tasks comment SCM-12 -b -', '"body":"Café\\n☃"'],
    ['tasks edit SCM-12 -b -', '"description":"Café\\n☃"'],
    ['tasks create --project SCM -t x -b -', '"description":"Café\\n☃"'],
    ['tickets create --org casa-azul --subject x -b -', '"description":"Café\\n☃"'],
    ['projects comment SCM -b -', '"body":"Café\\n☃"'],
    ['notes create -t x -b -', '"body":"Café\\n☃"'],
    ['tasks time SCM-12 5m --note -', '"note":"Café\\n☃"'],
  ])('%s sends standard input', async (line, sent) => {
    expect((await body(line, '\ufeffCafé\r\n☃\n\n')).replaceAll(/":\s+"/g, '":"')).toContain(sent);
  });

  test.each(['one\r\ntwo\r', 'one\rtwo', 'one\r\ntwo\r\n\r\n', 'one\ntwo\n\r\n\r'])(
    'line ends become LF, and those at the end go, as in "$(cat FILE)" of such a file: %j',
    async (text) => {
      const sent = '"body":"one\\ntwo"';
      expect(await body('tasks comment SCM-12 -b -', text)).toContain(sent);
      const { stdout } = await world.run(['tasks', 'comment', 'SCM-12', '-b', text, '-n', '--json']);
      expect(stdout).toContain(sent);
    },
  );

  test.each([
    ['tasks create --project SCM -t -', '"title":"On the quay"'],
    ['tasks edit SCM-12 --title -', '"title":"On the quay"'],
    ['tickets create --org casa-azul -b x --subject -', '"subject":"On the quay"'],
    ['tickets convert CASA-9 --project SCM -t -', '"title":"On the quay"'],
    ['notes create -t -', '"title":"On the quay"'],
    ['profile edit --name -', '"name":"On the quay"'],
  ])('%s sends its line', async (line, sent) => {
    expect((await body(line, 'On the quay\r\n')).replaceAll(/":\s+"/g, '":"')).toContain(sent);
  });

  test('several lines are no title, and each is an item', async () => {
    const title = await world.run('tasks edit SCM-12 --title -', { stdin: 'one\ntwo\n' });
    expect(title).toEqual({ code: 2, stdout: '', stderr: 'error: --title takes one line, and standard input has 2\n' });
    const items = await body('tasks checklist SCM-12 --add first --add - --add last', 'one\n\n  two \n');
    expect(items.replaceAll(/\s+/g, ' ')).toMatch(/first.*one.*two.*last/);
  });

  test('searches for the words', async () => {
    const typed = await world.run('tasks list --scope all --search crew -q');
    expect(await world.run('tasks list --scope all --search - -q', { stdin: 'crew\n' })).toEqual(typed);
    expect(typed.stdout).not.toBe('');
  });

  test('an alias can be piped in', async () => {
    expect((await world.run('alias set t -', { stdin: 'tickets list\n' })).code).toBe(0);
    expect((await world.run('alias list --json')).stdout).toContain('"expansion":"tickets list"');
  });

  test.each([
    ['tasks comment SCM-12 -b -', '', 'the comment is empty; nothing was sent'],
    ['tasks edit SCM-12 --title -', '\n', 'standard input is empty, and --title needs a text'],
    ['tasks checklist SCM-12 --add -', ' \n', 'standard input is empty, and --add needs a text'],
    ['tasks time SCM-12 5m --note -', '', 'standard input is empty, and --note needs a text'],
    ['tasks edit SCM-12 --title -', 'a\0b', 'standard input contains a NUL character'],
    ['tasks edit SCM-12 --title - -b -', 'x', '--title and --body cannot both read standard input'],
    ['tasks edit - --title -', 'SCM-12', 'the references and --title cannot both read standard input'],
    ['tasks comment - -b -', 'SCM-12', 'the references and --body cannot both read standard input'],
    ['reply - -', 'CASA-9', 'the reference and --body-file cannot both read standard input'],
    [
      'tasks edit SCM-12 --add-dependency - -F -',
      'x',
      '--add-dependency and --body-file cannot both read standard input',
    ],
    ['tasks comment - --attach - -b x', 'SCM-12', 'the references and --attach cannot both read standard input'],
    ['tasks comment SCM-12 -b - --attach -', 'x', '--body and --attach cannot both read standard input'],
    ['tasks comment SCM-12 -b - -F -', 'x', '--body and --body-file cannot both read standard input'],
    ['tasks comment SCM-12 -b - -F notes.md', 'x', '--body and --body-file cannot be used together'],
    ['tasks checklist SCM-12 --add - --add -', 'x', '--add can read standard input only once'],
    ['devices add --platform ios --name -', 'token', '--name cannot be read from standard input, which has the token'],
  ])('refuses %s with %j', async (line, stdin, message) => {
    const { code, stderr } = await world.run(line, { stdin });
    expect([code, stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
    expect(world.takeRequests().filter((each) => !each.startsWith('GET'))).toEqual([]);
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const { code, stderr } = await world.run('tasks edit SCM-12 --title -', {
      stdin: Buffer.from('caf\xe9', 'latin1'),
    });
    expect([code, stderr]).toEqual([2, 'error: standard input is not text in UTF-8\n']);
  });

  test('at a terminal it says what it waits for', async () => {
    const { stderr } = await world.run('tasks edit SCM-12 --title - -n', { ...narrow, stdin: 'From the keys\n' });
    expect(stderr).toContain('Reading standard input; Ctrl-D ends it.\n');
  });
});
