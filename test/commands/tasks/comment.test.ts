import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileLimit } from '../../../src/sandbox/http/multipart.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { missing } from '../../support/computer/missing.js';
import { eachShape, refused } from '../../support/run.js';

const owner = 'mara@lantern.example';

interface Comment {
  readonly text: string;
  readonly files: readonly { readonly filename: string; readonly sizeBytes: number }[];
}

eachShape('tasks comment, %s shape', (world) => {
  const comments = async (ref: string): Promise<readonly Comment[]> =>
    ((await world.json(`tasks view ${ref}`)) as { task: { comments: readonly Comment[] } }).task.comments;
  const hasComment = async (ref: string, text: string): Promise<boolean> =>
    (await comments(ref)).some((each) => each.text === text);

  test('on several, the references from standard input', async () => {
    const rows = await world.run('tasks list --scope all --search ferry --jsonl');
    expect((await world.run('tasks comment - WEB-1 -b "To all"', { stdin: rows.stdout })).code).toBe(0);
    expect([await hasComment('SCM-12', 'To all'), await hasComment('WEB-1', 'To all')]).toEqual([true, true]);
  });

  test('on several, whose files the server leaves out: each row says so, and nothing is left to send', async () => {
    const { workingFolder, folder, run } = await world.machine(owner);
    const over = join(workingFolder, 'over.log');
    writeFileSync(over, new Uint8Array(fileLimit + 1));
    const { code, stdout, stderr } = await run(`tasks comment SCM-12 SCM-13 -b Both --attach ${over} --json`);
    const error = (ref: string) => ({
      code: 'partial',
      message: `the comment on ${ref} was sent, but the server did not keep over.log`,
    });
    expect(JSON.parse(stdout)).toMatchObject([
      { ref: 'SCM-12', ok: false, error: error('SCM-12') },
      { ref: 'SCM-13', ok: false, error: error('SCM-13') },
    ]);
    expect({ code, error: JSON.parse(stderr).error }).toMatchObject({
      code: 8,
      error: {
        code: 'partial',
        message: '2 of 2 were only partly done: SCM-12, SCM-13',
        hint: 'the server may have a size limit; everything else was stored',
      },
    });
    expect([await hasComment('SCM-12', 'Both'), await hasComment('SCM-13', 'Both')]).toEqual([true, true]);
    expect(draftsOf({ folder })).toEqual([]);
  });

  test('on several, of which one is missing: the others are complete or not, and only that one is left', async () => {
    const { workingFolder, run } = await world.machine(owner);
    const over = join(workingFolder, 'over.log');
    writeFileSync(over, new Uint8Array(fileLimit + 1));
    const { code, stderr } = await run(`tasks comment SCM-12 SCM-999 -b Half --attach ${over}`);
    expect(code).toBe(8);
    expect(stderr).toContain('error: 2 of 2 failed or were only partly done: SCM-12, SCM-999\n');
    expect(stderr).toMatch(/send it again: tracker tasks comment SCM-999 --from-draft/);
    expect(await hasComment('SCM-12', 'Half')).toBe(true);
  });

  test.each([
    ['SCM-12 hello', '"hello" is not a task reference', 'for text, use --body or tracker comment SCM-12 hello'],
    ['SCM-12 it is', '"it" is not a task reference', "for text, use --body or tracker comment SCM-12 'it is'"],
    ['SCM-12 SCM-13', 'no comment was given', 'use --body TEXT, --body-file FILE, or --body-file - for standard input'],
    ['SCM-12', 'no comment was given', 'use --body TEXT, --body-file FILE, or --body-file - for standard input'],
    ['SCM-12 -b " "', 'the comment is empty; nothing was sent', undefined],
    ['SCM-12 -b a -F b', '--body and --body-file cannot be used together', undefined],
    ['SCM-12 -b x --attach-name y', '--attach-name can only be used with --attach -', undefined],
    [
      `SCM-12 -b x${' --attach /etc/hostname'.repeat(21)}`,
      'at most 20 files can be attached, not 21; nothing was sent',
      undefined,
    ],
    [`SCM-12 -F ${missing}/x`, `cannot read ${missing}/x: there is no such file`, undefined],
    ['SCM-12,, -b x', 'a reference cannot be empty', undefined],
  ])('"%s" is a usage error before any request', async (words, error, hint) => {
    expect(await world.run(`tasks comment ${words}`, { stdin: '' })).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});
