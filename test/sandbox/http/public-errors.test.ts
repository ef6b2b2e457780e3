import { expect, test } from 'vitest';
import { send } from '../bare-service.js';
import { openSmallApp } from '../support/small-app.js';

/** docs/api.md, How to read this page: what public servers do not expect, and the sandbox refuses. */
const unexpected: readonly (readonly [line: string, body?: string])[] = [
  ['POST /api/v1/tasks', 'null'],
  ['POST /api/v1/tasks', '{"title":7,"projectKey":"SCM"}'],
  ['POST /api/v1/tasks', '{"title":"a\\u0000b","projectKey":"SCM"}'],
  ['POST /api/v1/tickets', '{"orgId":"casa","subject":1}'],
  ['POST /api/v1/tasks/{task}/time', '{"minutes":5,"date":"2026-02-30"}'],
  ['PATCH /api/v1/tasks/{task}', '{"plannedFor":"2026-02-30"}'],
  ['GET /api/v1/inbox?limit=1.5'],
];
const expected: typeof unexpected = [
  ['POST /api/v1/tasks', '[]'],
  ['POST /api/v1/tasks', '{"title":"","projectKey":"SCM"}'],
  ['POST /api/v1/tasks/{task}/time', '{"minutes":5,"date":"tomorrow"}'],
];

test.each([
  ['usual', 400],
  ['spec', 400],
  ['wire', 500],
] as const)('in shape %s, what public servers do not expect is %i', async (shape, status) => {
  const small = await openSmallApp(shape);
  const token = small.signIn('superadmin');
  const statusOf = async ([line, body]: (typeof unexpected)[number]): Promise<number> => {
    const target = line.replace(/\{(\w+)\}/g, (mark, name: string) => small.ids[name] ?? mark);
    return (await send(small.app, target, { token, ...(body !== undefined && { body }) })).status;
  };
  for (const each of unexpected) expect(await statusOf(each), each.join(' ')).toBe(status);
  for (const each of expected) expect(await statusOf(each), each.join(' ')).toBe(400);
});
