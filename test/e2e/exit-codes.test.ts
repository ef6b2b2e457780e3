import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { runHere as tracker } from '../support/run-here.js';

const loginHint =
  'hint: tracker login https://tracker.example.com, or tracker sandbox start to try without an account\n';

describe('without a sign-in', () => {
  let home: Home;

  beforeEach(() => {
    home = makeHome();
  });

  afterEach(async () => {
    expect(home.listing()).toEqual([]);
    await home.close();
  });

  test.each([
    'tasks list',
    'tasks view SCM-12',
    'tickets list --json',
    'inbox',
    'search mooring',
    'projects list',
    'status',
    'whoami',
    'token',
  ])('%s ends with 3 and says how to sign in', async (words) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    if (words.includes('--json')) {
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'sign_in_required',
        hint: expect.stringContaining('tracker login'),
      });
    } else {
      expect(stderr).toBe(`error: you are not signed in to any server\n${loginHint}`);
    }
  });

  test.each(['--version', '--help', 'tasks --help', 'help tasks list', 'instances list'])('%s works', async (words) => {
    const { code, stderr } = await tracker(home, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.each([
    [
      'tasks list --scoope all',
      "error: unknown option '--scoope' (did you mean --scope?)\nhint: tracker help tasks list\n",
    ],
    ['taks list', /^error: unknown command 'taks' \(did you mean .*tasks.*\?\)\nhint: tracker help\n$/],
    ['tasks lst', /^error: unknown command 'lst' \(did you mean list\?\)\nhint: tracker help tasks\n$/],
    ['tasks view', /^error: missing required argument 'ref'\n/],
    ['tasks list extra', /^error: .*extra.*\n|^error: too many arguments/],
    ['tasks list -L 0', 'error: --limit takes a whole number of at least 1, not "0"\n'],
    [
      'tasks list --tsv --csv',
      /^error: --tsv and --csv cannot be used together\n$|^error: --csv and --tsv cannot be used together\n$/,
    ],
    ['login', /^error: specify the URL of the server\nhint: tracker login https/],
    ['login ftp://tracker.example.com', /only http and https are supported/],
    ['login file:///etc/passwd', /is not a server address/],
    ['login javascript:alert(1)', /is not a server address/],
    ['login http://tracker.example.com', /plain http/],
    ['login https://a:b@tracker.example.com', /must not contain a user name or password/],
    ['login https://tracker.example.com?x=1', /must not contain a query/],
    ['login -- -x', /starts with a dash/],
    ['login https://tracker.example.com --web --no-browser', /cannot be used together/],
    ['login https://tracker.example.com --token --wait 3', /--token and --wait cannot be used together/],
    ['login https://tracker.example.com --name a/b', /is not a valid name for an instance/],
    ['-I nowhere tasks list', /^error: -I: there is no instance "nowhere" \(known: none\)\n/],
    ['sandbox', /^error: tracker sandbox needs a verb\n/],
    ['sandbox run', /^error: missing required argument 'command'\n/],
  ])('%s is a usage error and touches nothing', async (words, message) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});
