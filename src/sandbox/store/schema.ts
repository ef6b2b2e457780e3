/**
 * The tables of the sandbox. Times are ISO 8601 strings in UTC with milliseconds, days YYYY-MM-DD, booleans 0 or 1, lists and
 * objects JSON text. A DELETE of the API removes no row; it sets `deleted_at`. The bytes of attachments are in
 * `attachment_bytes`, so that a row and its bytes are written or lost together.
 */
export const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE users (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE COLLATE NOCASE, image TEXT,
  password_hash TEXT NOT NULL, preferences TEXT NOT NULL DEFAULT '{}', instances TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE orgs (
  id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL,
  color TEXT NOT NULL, is_internal INTEGER NOT NULL DEFAULT 0, next_ticket INTEGER NOT NULL DEFAULT 1,
  archived_at TEXT, created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE org_members (
  org_id TEXT NOT NULL REFERENCES orgs(id), user_id TEXT NOT NULL REFERENCES users(id), role TEXT NOT NULL,
  PRIMARY KEY (org_id, user_id)
) WITHOUT ROWID;
CREATE INDEX org_members_user ON org_members(user_id);

CREATE TABLE projects (
  id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL, description TEXT,
  color TEXT NOT NULL, icon TEXT NOT NULL, status TEXT NOT NULL, org_id TEXT REFERENCES orgs(id),
  lead_id TEXT REFERENCES users(id), next_task INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE project_members (
  project_id TEXT NOT NULL REFERENCES projects(id), user_id TEXT NOT NULL REFERENCES users(id), role TEXT NOT NULL,
  PRIMARY KEY (project_id, user_id)
) WITHOUT ROWID;
CREATE INDEX project_members_user ON project_members(user_id);

CREATE TABLE project_activity (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project_id TEXT NOT NULL REFERENCES projects(id),
  type TEXT NOT NULL, task_id TEXT, actor_id TEXT REFERENCES users(id), text TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE INDEX project_activity_project ON project_activity(project_id, created_at DESC, sequence DESC);

CREATE TABLE tasks (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project_id TEXT NOT NULL REFERENCES projects(id),
  number INTEGER NOT NULL, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL, priority TEXT NOT NULL,
  type TEXT NOT NULL, channel TEXT NOT NULL, due TEXT, start_date TEXT, end_date TEXT, estimate INTEGER,
  parent_id TEXT, source_ticket_id TEXT, tags TEXT NOT NULL DEFAULT '[]', checklist TEXT NOT NULL DEFAULT '[]',
  created_by TEXT REFERENCES users(id), created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  archived_at TEXT, deleted_at TEXT,
  UNIQUE (project_id, number)
);
CREATE INDEX tasks_created ON tasks(created_at DESC, sequence DESC);
CREATE INDEX tasks_creator ON tasks(created_by);
CREATE INDEX tasks_ticket ON tasks(source_ticket_id);
CREATE INDEX tasks_parent ON tasks(parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE task_assignees (
  task_id TEXT NOT NULL REFERENCES tasks(id), user_id TEXT NOT NULL REFERENCES users(id), position INTEGER NOT NULL,
  PRIMARY KEY (task_id, user_id)
) WITHOUT ROWID;
CREATE INDEX task_assignees_user ON task_assignees(user_id);

CREATE TABLE task_dependencies (
  task_id TEXT NOT NULL REFERENCES tasks(id), depends_on_id TEXT NOT NULL REFERENCES tasks(id),
  PRIMARY KEY (task_id, depends_on_id)
) WITHOUT ROWID;
CREATE INDEX task_dependencies_reverse ON task_dependencies(depends_on_id);

CREATE TABLE task_plans (
  task_id TEXT NOT NULL REFERENCES tasks(id), user_id TEXT NOT NULL REFERENCES users(id), day TEXT,
  PRIMARY KEY (task_id, user_id)
) WITHOUT ROWID;

CREATE TABLE task_comments (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, task_id TEXT NOT NULL REFERENCES tasks(id),
  user_id TEXT REFERENCES users(id), body TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE INDEX task_comments_task ON task_comments(task_id);

CREATE TABLE time_logs (
  id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(id), user_id TEXT NOT NULL REFERENCES users(id),
  minutes INTEGER NOT NULL, date TEXT NOT NULL, note TEXT, created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX time_logs_task ON time_logs(task_id);

CREATE TABLE tickets (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org_id TEXT NOT NULL REFERENCES orgs(id),
  number INTEGER NOT NULL, subject TEXT NOT NULL, description TEXT, status TEXT NOT NULL, priority TEXT NOT NULL,
  category TEXT NOT NULL, channel TEXT NOT NULL, customer_id TEXT REFERENCES users(id),
  created_by TEXT REFERENCES users(id), satisfaction_score INTEGER, first_response_at TEXT, resolved_at TEXT,
  closed_at TEXT, tags TEXT NOT NULL DEFAULT '[]', checklist TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT,
  UNIQUE (org_id, number)
);
CREATE INDEX tickets_org ON tickets(org_id);

CREATE TABLE ticket_assignees (
  ticket_id TEXT NOT NULL REFERENCES tickets(id), user_id TEXT NOT NULL REFERENCES users(id), position INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) WITHOUT ROWID;
CREATE INDEX ticket_assignees_user ON ticket_assignees(user_id);

CREATE TABLE ticket_watchers (
  ticket_id TEXT NOT NULL REFERENCES tickets(id), user_id TEXT NOT NULL REFERENCES users(id),
  PRIMARY KEY (ticket_id, user_id)
) WITHOUT ROWID;

CREATE TABLE ticket_messages (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ticket_id TEXT NOT NULL REFERENCES tickets(id),
  author_id TEXT REFERENCES users(id), body TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'comment', meta TEXT,
  is_internal INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX ticket_messages_ticket ON ticket_messages(ticket_id, created_at, sequence, kind, is_internal);

CREATE TABLE threads (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org_id TEXT NOT NULL REFERENCES orgs(id), title TEXT,
  status TEXT NOT NULL DEFAULT 'open', tag_ids TEXT NOT NULL DEFAULT '[]', created_by TEXT REFERENCES users(id),
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX threads_org ON threads(org_id, created_at, sequence);

CREATE TABLE thread_tags (
  id TEXT PRIMARY KEY, org_id TEXT NOT NULL REFERENCES orgs(id), label TEXT NOT NULL, color TEXT
) WITHOUT ROWID;

CREATE TABLE thread_messages (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, thread_id TEXT NOT NULL REFERENCES threads(id),
  author_id TEXT REFERENCES users(id), body TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'comment', meta TEXT,
  created_at TEXT NOT NULL, edited_at TEXT
);
CREATE INDEX thread_messages_thread ON thread_messages(thread_id, created_at, sequence);

CREATE TABLE thread_reads (
  thread_id TEXT NOT NULL REFERENCES threads(id), user_id TEXT NOT NULL REFERENCES users(id), read_at TEXT NOT NULL,
  PRIMARY KEY (thread_id, user_id)
) WITHOUT ROWID;

CREATE TABLE notes (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner_id TEXT NOT NULL REFERENCES users(id), title TEXT NOT NULL,
  icon TEXT NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, parent_id TEXT, sort_order INTEGER NOT NULL DEFAULT 0,
  body_html TEXT NOT NULL DEFAULT '', meeting_date TEXT, project_id TEXT, task_id TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE note_shares (
  note_id TEXT NOT NULL REFERENCES notes(id), user_id TEXT NOT NULL REFERENCES users(id), PRIMARY KEY (note_id, user_id)
) WITHOUT ROWID;

CREATE TABLE note_templates (id TEXT PRIMARY KEY, name TEXT NOT NULL, icon TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE wiki_pages (
  id TEXT PRIMARY KEY, parent_id TEXT, title TEXT NOT NULL, icon TEXT NOT NULL, is_folder INTEGER NOT NULL DEFAULT 0,
  sort_order INTEGER NOT NULL DEFAULT 0, body_html TEXT NOT NULL DEFAULT '', updated_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE attachments (
  id TEXT PRIMARY KEY, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, org_id TEXT, project_id TEXT,
  uploaded_by TEXT REFERENCES users(id), filename TEXT NOT NULL, mime_type TEXT NOT NULL, size_bytes INTEGER NOT NULL,
  width INTEGER, height INTEGER, bytes_id TEXT NOT NULL, created_at TEXT NOT NULL, deleted_at TEXT
) WITHOUT ROWID;
CREATE INDEX attachments_entity ON attachments(entity_type, entity_id);
CREATE TABLE attachment_bytes (id TEXT PRIMARY KEY, bytes BLOB NOT NULL);

CREATE TABLE inbox (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users(id), kind TEXT NOT NULL,
  title TEXT NOT NULL, body TEXT, url TEXT NOT NULL, actor_id TEXT REFERENCES users(id), entity_type TEXT,
  entity_id TEXT, read_at TEXT, created_at TEXT NOT NULL
);
CREATE INDEX inbox_user ON inbox(user_id, created_at DESC, sequence DESC);

CREATE TABLE view_states (
  user_id TEXT NOT NULL REFERENCES users(id), key TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE TABLE push_tokens (
  token TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), platform TEXT NOT NULL, device_name TEXT,
  created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users(id),
  requests INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, expires_at TEXT NOT NULL
);

CREATE TABLE api_keys (
  key_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), name TEXT NOT NULL, created_at TEXT NOT NULL,
  revoked_at TEXT
) WITHOUT ROWID;
`;
