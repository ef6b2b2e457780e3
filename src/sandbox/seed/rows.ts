import type { Database, Value } from '../store/database.js';

/** The columns of every table the seed fills; optional ones have a default or may be null. */
interface Rows {
  users: Fields<'id' | 'name' | 'email' | 'password_hash' | 'preferences' | 'instances' | 'created_at', 'image'>;
  orgs: Fields<'id' | 'slug' | 'key' | 'name' | 'color' | 'is_internal' | 'next_ticket' | 'created_at'>;
  org_members: Fields<'org_id' | 'user_id' | 'role'>;
  projects: Fields<
    'id' | 'key' | 'name' | 'color' | 'icon' | 'status' | 'next_task' | 'created_at' | 'updated_at',
    'description' | 'org_id' | 'lead_id'
  >;
  project_members: Fields<'project_id' | 'user_id' | 'role'>;
  project_activity: Fields<'id' | 'project_id' | 'type' | 'task_id' | 'actor_id' | 'text' | 'created_at'>;
  tasks: Fields<
    | 'id'
    | 'project_id'
    | 'number'
    | 'title'
    | 'status'
    | 'priority'
    | 'type'
    | 'channel'
    | 'tags'
    | 'checklist'
    | 'created_at'
    | 'updated_at',
    | 'description'
    | 'due'
    | 'start_date'
    | 'end_date'
    | 'estimate'
    | 'parent_id'
    | 'source_ticket_id'
    | 'created_by'
    | 'archived_at'
    | 'deleted_at'
  >;
  task_assignees: Fields<'task_id' | 'user_id' | 'position'>;
  task_dependencies: Fields<'task_id' | 'depends_on_id'>;
  task_plans: Fields<'task_id' | 'user_id' | 'day'>;
  task_comments: Fields<'id' | 'task_id' | 'user_id' | 'body' | 'created_at'>;
  time_logs: Fields<'id' | 'task_id' | 'user_id' | 'minutes' | 'date' | 'note' | 'created_at'>;
  tickets: Fields<
    | 'id'
    | 'org_id'
    | 'number'
    | 'subject'
    | 'status'
    | 'priority'
    | 'category'
    | 'channel'
    | 'tags'
    | 'checklist'
    | 'created_at'
    | 'updated_at',
    | 'description'
    | 'customer_id'
    | 'created_by'
    | 'satisfaction_score'
    | 'first_response_at'
    | 'resolved_at'
    | 'closed_at'
  >;
  ticket_assignees: Fields<'ticket_id' | 'user_id' | 'position'>;
  ticket_watchers: Fields<'ticket_id' | 'user_id'>;
  ticket_messages: Fields<
    'id' | 'ticket_id' | 'author_id' | 'body' | 'kind' | 'meta' | 'is_internal' | 'created_at' | 'updated_at'
  >;
  threads: Fields<'id' | 'org_id' | 'title' | 'status' | 'tag_ids' | 'created_by' | 'created_at' | 'updated_at'>;
  thread_tags: Fields<'id' | 'org_id' | 'label' | 'color'>;
  thread_messages: Fields<'id' | 'thread_id' | 'author_id' | 'body' | 'kind' | 'meta' | 'created_at' | 'edited_at'>;
  thread_reads: Fields<'thread_id' | 'user_id' | 'read_at'>;
  notes: Fields<
    'id' | 'kind' | 'owner_id' | 'title' | 'icon' | 'pinned' | 'sort_order' | 'body_html' | 'created_at' | 'updated_at',
    'parent_id' | 'meeting_date' | 'project_id' | 'task_id'
  >;
  note_shares: Fields<'note_id' | 'user_id'>;
  note_templates: Fields<'id' | 'name' | 'icon'>;
  wiki_pages: Fields<'id' | 'parent_id' | 'title' | 'icon' | 'is_folder' | 'sort_order' | 'body_html' | 'updated_at'>;
  attachments: Fields<
    | 'id'
    | 'entity_type'
    | 'entity_id'
    | 'uploaded_by'
    | 'filename'
    | 'mime_type'
    | 'size_bytes'
    | 'bytes_id'
    | 'created_at',
    'org_id' | 'project_id' | 'width' | 'height'
  >;
  attachment_bytes: Fields<'id' | 'bytes'>;
  inbox: Fields<
    | 'id'
    | 'user_id'
    | 'kind'
    | 'title'
    | 'body'
    | 'url'
    | 'actor_id'
    | 'entity_type'
    | 'entity_id'
    | 'read_at'
    | 'created_at'
  >;
  view_states: Fields<'user_id' | 'key' | 'state'>;
}

type Fields<Required extends string, Optional extends string = never> = {
  readonly [K in Required]: Value;
} & { readonly [K in Optional]?: Value };

/** Inserts a row into a table. */
export type Insert = <T extends keyof Rows>(table: T, row: Rows[T]) => void;

/** Creates the function that inserts the seed's rows; rows of a table with the same columns share their SQL text. */
export function makeInsert(db: Database): Insert {
  const statements = new Map<string, string>();
  return (table, row) => {
    const names = Object.keys(row);
    const key = `${table} ${names}`;
    let sql = statements.get(key);
    if (sql === undefined) {
      sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`;
      statements.set(key, sql);
    }
    const values: Value[] = Object.values(row);
    db.run(sql, ...values);
  };
}
