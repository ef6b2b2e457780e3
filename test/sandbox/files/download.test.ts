import { beforeEach, describe, expect, it } from 'vitest';
import { handlers } from '../../../src/sandbox/http/app.js';
import { type BareService, openBareService } from '../bare-service.js';

const bytes = '<script>alert(1)</script>';
let service: BareService;
let id: string;

/** Ann is an administrator with one project. */
beforeEach(async () => {
  service = await openBareService({ handlers });
  const { world, ask } = service;
  const time = world.now().toISOString();
  world.db.run(
    "INSERT INTO orgs (id, slug, key, name, color, is_internal, created_at) VALUES ('org', 'org', 'ORG', 'Org', '#fff', 1, ?)",
    time,
  );
  world.db.run("INSERT INTO org_members (org_id, user_id, role) VALUES ('org', 'ann', 'org.admin')");
  world.db.run(
    `INSERT INTO projects (id, key, name, color, icon, status, created_at, updated_at)
     VALUES ('project', 'PRO', 'Project', '#fff', 'x', 'active', ?, ?)`,
    time,
    time,
  );
  const body = `--XX\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"title":"t","projectKey":"PRO"}\r\n--XX\r\nContent-Disposition: form-data; name="attachments"; filename="Übersicht 'a' 100%.html"\r\nContent-Type: text/html\r\n\r\n${bytes}\r\n--XX--\r\n`;
  const created = await ask('POST /api/v1/tasks', {
    headers: { 'content-type': 'multipart/form-data; boundary=XX' },
    body,
  });
  expect(created.status).toBe(201);
  const [row] = world.db.all<{ id: string }>('SELECT id FROM attachments');
  id = row?.id ?? '';
});

describe('an attachment', () => {
  it('is shown inline, but cannot act as a page of this server', async () => {
    const reply = await service.ask(`GET /api/attachments/${id}`);
    expect(reply).toMatchObject({ status: 200, text: bytes });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private/),
      'content-disposition': `inline; filename="_bersicht 'a' 100_.html"; filename*=UTF-8''%C3%9Cbersicht%20%27a%27%20100%25.html`,
    });
  });

  it('is saved under its name when downloaded', async () => {
    const reply = await service.ask(`GET /api/attachments/${id}/download`);
    expect(reply).toMatchObject({ status: 200, text: bytes });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="/);
  });

  it('falls back to the file where a thumbnail is asked for', async () => {
    expect(await service.ask(`GET /api/attachments/${id}?thumb`)).toMatchObject({ status: 200, text: bytes });
  });

  it('is 304 for someone who has it', async () => {
    const { headers } = await service.ask(`GET /api/attachments/${id}`);
    const etag = headers.etag ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await service.ask(`GET /api/attachments/${id}`, { headers: { 'if-none-match': known } });
      expect(reply).toMatchObject({ status: 304, text: '', headers: { etag } });
    }
    expect((await service.ask(`GET /api/attachments/${id}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    );
  });
});
