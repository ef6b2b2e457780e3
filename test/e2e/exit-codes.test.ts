import { afterEach, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { runHere as tracker } from '../support/run-here.js';
import { eachTest } from '../support/set-up.js';

const loginHint =
  'hint: tracker login https://tracker.example.com, or tracker sandbox start to try it without an account\n';

describe('without a sign-in', () => {
  const home = eachTest(makeHome);

  afterEach(() => expect(home.listing()).toEqual([]));

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

  test.each([
    ['tasks list --scoope all', /^error: unknown option '--scoope' \(did you mean --scope\?\)\nhint: tracker help/],
    ['login http://tracker.example.com', /plain http/],
    ['-I nowhere tasks list', /^error: -I: there is no instance "nowhere" \(known: none\)\n/],
    ['sandbox run', /^error: missing required argument 'command'\n/],
  ])('%s is a usage error and touches nothing', async (words, message) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
