import { describe, expect, it } from 'vitest';
import { isStream } from '../../../src/sandbox/http/exchange.js';
import { send } from '../bare-service.js';
import { openSmallApp, type SmallApp } from '../support/small-app.js';

/** Calls about one thing by someone who cannot see it (docs/requirements.md, R73). */
const calls: readonly { readonly line: string; readonly body?: unknown }[] = [
  { line: 'GET /api/v1/tasks/{task}' },
  { line: 'PATCH /api/v1/tasks/{task}', body: { title: 'x' } },
  { line: 'PATCH /api/v1/tasks/{task}', body: { title: 5 } },
  { line: 'PATCH /api/v1/tasks/{task}', body: {} },
  { line: 'DELETE /api/v1/tasks/{task}' },
  { line: 'POST /api/v1/tasks/{task}/comments', body: { body: 'x' } },
  { line: 'POST /api/v1/tasks/{task}/time', body: { minutes: 5, date: '2026-03-02' } },
  { line: 'GET /api/v1/tickets/{ticket}' },
  { line: 'PATCH /api/v1/tickets/{ticket}', body: { status: 'x' } },
  { line: 'DELETE /api/v1/tickets/{ticket}' },
  { line: 'POST /api/v1/tickets/{ticket}/messages', body: { body: 'x' } },
  { line: 'POST /api/v1/tickets/{ticket}/messages', body: { body: 'x', internal: true } },
  { line: 'PUT /api/v1/tickets/{ticket}/checklist', body: {} },
  { line: 'GET /api/v1/projects/{project}' },
  { line: 'GET /api/v1/projects/{project}/activity' },
  { line: 'POST /api/v1/projects/{project}/activity', body: { body: 'x' } },
  { line: 'GET /api/v1/chat/threads/{thread}' },
  { line: 'POST /api/v1/chat/threads/{thread}/messages', body: { body: 'x' } },
  { line: 'GET /api/attachments/{attachment}' },
];

/** Status and body of a stranger's request. */
async function ask({ app, signIn }: SmallApp, line: string, body: unknown): Promise<string> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await send(app, line, { token: signIn('stranger'), ...sent });
  return `${reply.status} ${isStream(reply.body) ? '' : Buffer.from(reply.body)}`;
}

describe('invisible things', () => {
  it.each(calls)('$line with $body responds as if it did not exist', async ({ line, body }) => {
    const app = await openSmallApp('spec');
    const ids: Record<string, string> = { ...app.ids, project: 'scm' };
    const known = await ask(
      app,
      line.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ''),
      body,
    );
    expect(known).toMatch(/^404 \{"message":".+"\}$/);
    expect(await ask(app, line.replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000'), body)).toBe(known);
  });

  it('treats the key of a project as if no project had it', async () => {
    const app = await openSmallApp('spec');
    const create = async (projectKey: string): Promise<string> =>
      (await ask(app, 'POST /api/v1/tasks', { title: 'x', projectKey })).replace(projectKey, 'KEY');
    expect(await create('SCM')).toBe('404 {"message":"There is no project KEY."}');
    expect(await create('NOPE')).toBe(await create('SCM'));
  });

  it('leaves the ticket that a task was made from out of the task', async () => {
    const { small, ids } = await openSmallApp('spec');
    const task = small.ask('admin', `POST /tickets/${ids.ticket}/tasks`, { title: 'x', projectKey: 'SCM' }).body.id;
    expect(small.ask('admin', `GET /tasks/${task}`).body.task.sourceTicket).toEqual({
      id: ids.ticket,
      displayId: 'CAS-1',
    });
    expect(small.ask('viewer', `GET /tickets/${ids.ticket}`).status).toBe(404);
    expect(small.ask('viewer', `GET /tasks/${task}`).body.task.sourceTicket).toBeNull();
  });

  it('treats prerequisites in other projects as if they did not exist', async () => {
    const { small } = await openSmallApp('spec');
    const foreign = small.ask('admin', 'POST /tasks', { title: 'x', projectKey: 'OPS' }).body.id;
    const create = (id: string) =>
      small.ask('manager', 'POST /tasks', { title: 'x', projectKey: 'SCM', dependsOnIds: [id] });
    expect(create(foreign).status).toBe(400);
    expect(create(foreign)).toEqual(create('00000000-0000-4000-8000-000000000000'));
  });
});
