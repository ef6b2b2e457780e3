import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { allShapes } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

allShapes('what was written is done, even where it cannot be read back, %s shape', (world) => {
  let file = '';
  beforeAll(async () => {
    // People and references are known before anything goes wrong.
    await world.json('tasks view SCM-12');
    await world.json('tickets view BERG-9');
    file = join((await world.machine()).workingFolder, 'trace.log');
    writeFileSync(file, 'x');
  });

  /** Writes arrive, and every read behind them fails. */
  const failing = (): { readonly send: Send; readonly writes: string[] } => {
    const writes: string[] = [];
    return {
      writes,
      async send(request) {
        if (request.method !== 'GET') writes.push(request.method);
        else if (writes.length > 0) return answerJson(418, { message: 'Not now.' });
        return await world.send(request);
      },
    };
  };

  test.each([
    [['tasks', 'create', '--project', 'SCM', '-t', 'Rope', '-a', '@me'], /^SCM-\d+\n$/],
    [['tasks', 'edit', 'SCM-12', '--set-assignee', '@me'], /^SCM-12\t/],
    [['tasks', 'comment', 'SCM-12', '-b', 'See this.', '--attach', 'FILE'], /^SCM-12\t/],
    [['tasks', 'edit', 'SCM-12', '--set-tag', 'hot'], /^SCM-12\t/],
    [['tickets', 'create', '--org', 'lantern-works', '--subject', 'Rope', '-p', 'low'], /^[A-Z]+-\d+\n$/],
    [['tickets', 'edit', 'BERG-9', '--set-tag', 'hot'], /^BERG-9\t/],
    [['tickets', 'convert', 'BERG-9', '--again', '-t', 'Rope', '--project', 'SCM', '--tag', 'hot'], /^SCM-\d+\n$/],
    [['tickets', 'reply', 'BERG-9', '-b', 'See this.', '--attach', 'FILE'], /^$/],
    [['tickets', 'note', 'BERG-9', '-b', 'See this.'], /^$/],
    [['chat', 'reply', 'Lunch on Friday', '-b', 'See this.', '--attach', 'FILE'], /^$/],
    [['chat', 'create', '--org', 'lantern-works', '-t', 'Rope', '-b', 'See.', '--attach', 'FILE'], /^[\da-f-]{36}\n$/],
  ])('%s', async (words, printed) => {
    const { send, writes } = failing();
    const { code, stdout, stderr } = await world.run(
      words.map((word) => (word === 'FILE' ? file : word)),
      { send },
    );
    expect({ code, writes: writes.length }).toEqual({ code: 0, writes: 1 });
    expect(stdout).toMatch(printed);
    expect(stderr).toContain(', but could not be read back: Not now.');
    expect(stderr).not.toContain('is kept in');
  });
});
