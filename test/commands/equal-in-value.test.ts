import { describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld, printed } from '../support/run.js';
import { answer } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

/** The service, with one answer in words of its own. */
const answering =
  (path: string, json: string): Send =>
  async (request) =>
    request.url.pathname.endsWith(path) ? answer(200, json) : await world.send(request);

const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';
const row =
  `{"uuid":"${uuid}","id":"SCM-12","title":"A \\ud800 title","serial":12345678901234567890,"odd":[1e400,-0,1.0,9007199254740993],` +
  '"__proto__":{"polluted":true},"constructor":"x","a.b":1,"a":{"b":2,"c":[{"text":"deep"}]},"ref":"theirs","twice":1,"twice":2}';
const list = answering('/tasks', `{"tasks":[${row},{"id":"SCM-2","serial":12345678901234567889}],"users":{}}`);
const run = async (line: string, send = list) => await world.run(line, { send });

describe('what the server sent is printed equal in value', () => {
  const printedRow =
    `{"ref":"SCM-12","uuid":"${uuid}","id":"SCM-12","title":"A \\ud800 title","serial":12345678901234567890,` +
    `"odd":[1${'0'.repeat(400)},0,1,9007199254740993],"__proto__":{"polluted":true},"constructor":"x","a.b":1,` +
    '"a":{"b":2,"c":[{"text":"deep"}]},"twice":2}\n';

  test('in a list', async () => {
    const { stdout } = await run('tasks -L 1 --jsonl');
    expect(Object.keys(JSON.parse(stdout)).sort()).toEqual(Object.keys(JSON.parse(printedRow)).sort());
    expect(stdout).toBe(printedRow);
    expect(await run('tasks -L 1 --json')).toEqual(printed(`[${printedRow.trim()}]\n`));
  });

  test('in a view', async () => {
    const send = answering(`/tasks/${uuid}`, `{"task":${row},"canEdit":true}`);
    const { stdout } = await run(`tasks view ${uuid} --json`, send);
    expect(stdout).toContain('"serial":12345678901234567890,"odd":[1000');
    expect(stdout).toContain('"__proto__":{"polluted":true}');
    expect((await run(`tasks view ${uuid} --fields serial,task.odd.3 --csv`, send)).stdout).toBe(
      'serial,task.odd.3\r\n12345678901234567890,9007199254740993\r\n',
    );
  });

  test('in columns, in the order of its numbers, and through jq', async () => {
    expect((await run('tasks --fields serial,ref --sort serial')).stdout).toBe(
      '12345678901234567889\tSCM-2\n12345678901234567890\tSCM-12\n',
    );
    expect((await run('tasks --fields serial --sort -serial --json')).stdout).toBe(
      '[{"serial":12345678901234567890},{"serial":12345678901234567889}]\n',
    );
    expect((await world.run(['tasks', '--jq', '.[].serial'], { send: list })).stdout).toBe(
      '12345678901234567890\n12345678901234567889\n',
    );
  });

  test('by dotted paths, the very key first, none of them ever a function', async () => {
    const fields = 'a.b,a.c.0.text,__proto__.polluted,constructor';
    expect(JSON.parse((await run(`tasks -L 1 --json=${fields}`)).stdout)).toEqual([
      {
        'a.b': 1,
        'a.c.0.text': 'deep',
        '__proto__.polluted': true,
        constructor: 'x',
      },
    ]);
    expect((await run('tasks -L 1 --json=__proto__')).stdout).toBe('[{"__proto__":{"polluted":true}}]\n');
    for (const field of ['hasOwnProperty', 'constructor.name', 'title.length', 'odd.length', 'odd.01'])
      expect({ field, code: (await run(`tasks --fields ${field}`)).code }).toEqual({ field, code: 2 });
  });
});
