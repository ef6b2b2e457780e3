import { openHints } from '../../../src/sandbox/events.js';
import { createApp, handlers } from '../../../src/sandbox/http/app.js';
import { usualUploadLimit } from '../../../src/sandbox/http/body.js';
import type { App } from '../../../src/sandbox/http/exchange.js';
import { createApiKey } from '../../../src/sandbox/identity/authentication.js';
import { countAttempts } from '../../../src/sandbox/identity/passwords.js';
import { hashSecret, startSession } from '../../../src/sandbox/identity/sessions.js';
import { planTrouble } from '../../../src/sandbox/trouble.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { openSmallWorld, type PersonName, type SmallWorld } from './world.js';

/** The whole service over the small world, with something of every kind in it. */
export interface SmallApp {
  readonly small: SmallWorld;
  readonly app: App;
  /** What stands for `{task}` and the like in a request line. */
  readonly ids: Readonly<Record<string, string>>;
  signIn(person: PersonName): string;
  createKey(person: PersonName): string;
  /** A key of the superadmin's that was taken back. */
  createRevokedKey(): string;
}

export async function openSmallApp(shape: Shape): Promise<SmallApp> {
  const small = await openSmallWorld(shape);
  const { world } = small;
  const ids = fillEverything(small);
  const app = createApp(
    {
      world,
      hints: openHints(),
      attempts: countAttempts(world.now),
      trouble: planTrouble({}),
      uploadLimit: usualUploadLimit,
      rotateEvery: 0,
      origin: undefined,
    },
    handlers,
  );
  return {
    small,
    app,
    ids,
    signIn: (person) => startSession(world, person),
    createKey: (person) => createApiKey(world, person),
    createRevokedKey: () => {
      const key = createApiKey(world, 'superadmin');
      world.db.run('UPDATE api_keys SET revoked_at = ? WHERE key_hash = ?', world.now().toISOString(), hashSecret(key));
      return key;
    },
  };
}

/** A task of the manager's with a file, a ticket of the client's, a thread, notes and a page. */
function fillEverything(small: SmallWorld): Record<string, string> {
  const file = { filename: 'a.txt', mimeType: 'text/plain', size: 7, read: () => Buffer.from('content') };
  const task = small.ask('manager', 'POST /tasks', { title: 'Fix', projectKey: 'SCM' }, [file]).body.id;
  const ticket = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'Broken' }).body.id;
  const thread = small.ask('client', 'POST /chat/threads', { orgId: 'casa', title: 'Lunch', body: 'hi' }).body;
  const note = small.ask('superadmin', 'POST /notes', { title: 'mine' }).body.id;
  const { db } = small.world;
  db.run(
    `INSERT INTO notes (id, kind, owner_id, title, icon, meeting_date, task_id, created_at, updated_at)
     VALUES ('meeting', 'meeting', 'admin', 'Stand-up', 'users', '2026-03-01', ?, '2026-03-01', '2026-03-01')`,
    task,
  );
  db.run("INSERT INTO wiki_pages VALUES ('page', NULL, 'Page', 'page', 0, 0, '<p>x</p>', '2026-03-01')");
  const attachment = small.ask('manager', `GET /tasks/${task}`).body.attachments[0].id;
  return { task, ticket, thread: thread.id ?? thread.threadId, note, meeting: 'meeting', page: 'page', attachment };
}
