import type { Database } from '../store/database.js';

/** Which rows changed, for those who keep something made from them. */
export interface Changes {
  /** Follows the tasks or tickets from now on. */
  follow(kind: RowKind): Follower;
}

export interface Follower {
  /**
   * The rows, by `sequence`, that may have changed since the last call; `all` if something changed that any row may show or that
   * decides who sees it.
   */
  take(): ReadonlySet<number> | 'all';
  leave(): void;
}

export type RowKind = 'task' | 'ticket';

type Kind = RowKind | 'everything';

interface Watched {
  readonly table: string;
  readonly kind: Kind;
  /** The rows concerned, as a query for their `sequence`; ROW stands for the row that changed. */
  readonly rows: string;
  /** The columns that matter; without them, all. */
  readonly columns?: string;
}

const ofTask = (column: string): string => `SELECT sequence FROM tasks WHERE id = ROW.${column}`;
const ofTicket = 'SELECT sequence FROM tickets WHERE id = ROW.ticket_id';
const itself = 'SELECT ROW.sequence';
const any = 'SELECT 0';

/** What lists of tasks and tickets are made from, except for the names of the people in them, which are read each time. */
const watched: readonly Watched[] = [
  { table: 'tasks', kind: 'task', rows: itself },
  { table: 'task_assignees', kind: 'task', rows: ofTask('task_id') },
  { table: 'task_dependencies', kind: 'task', rows: `${ofTask('task_id')} UNION ${ofTask('depends_on_id')}` },
  { table: 'task_plans', kind: 'task', rows: ofTask('task_id') },
  { table: 'task_comments', kind: 'task', rows: ofTask('task_id') },
  { table: 'time_logs', kind: 'task', rows: ofTask('task_id') },
  {
    table: 'attachments',
    kind: 'task',
    rows: `${ofTask('entity_id')}
      UNION SELECT t.sequence FROM task_comments c JOIN tasks t ON t.id = c.task_id WHERE c.id = ROW.entity_id`,
  },
  { table: 'tickets', kind: 'ticket', rows: itself },
  { table: 'ticket_assignees', kind: 'ticket', rows: ofTicket },
  { table: 'ticket_watchers', kind: 'ticket', rows: ofTicket },
  { table: 'ticket_messages', kind: 'ticket', rows: ofTicket },
  { table: 'orgs', kind: 'everything', rows: any, columns: 'key, slug, name, color, is_internal' },
  { table: 'projects', kind: 'everything', rows: any, columns: 'key, status, org_id' },
  { table: 'org_members', kind: 'everything', rows: any },
  { table: 'project_members', kind: 'everything', rows: any },
];

/** The tables that `watchChanges` watches. */
export const watchedTables: readonly string[] = watched.map(({ table }) => table);

/**
 * Watches the database as soon as somebody follows it, by triggers of this connection, so that no write can be forgotten and
 * one that is rolled back does not count.
 */
export function watchChanges(db: Database): Changes {
  const followers = new Set<{ readonly kind: RowKind; touched: Set<number> | 'all' }>();
  let isWatching = false;
  const tellAll = (): void => {
    if (!isWatching) startWatching(db);
    isWatching = true;
    for (const { kind, sequence } of takeTouched(db)) {
      for (const follower of followers) {
        if (kind === 'everything') follower.touched = 'all';
        else if (kind === follower.kind && follower.touched !== 'all') follower.touched.add(sequence);
      }
    }
  };
  return {
    follow(kind) {
      // What has changed so far concerns only those who are there already.
      tellAll();
      const follower = { kind, touched: new Set<number>() as Set<number> | 'all' };
      followers.add(follower);
      return {
        take() {
          tellAll();
          const { touched } = follower;
          follower.touched = new Set();
          return touched;
        },
        leave: () => followers.delete(follower),
      };
    },
  };
}

function startWatching(db: Database): void {
  db.run(`CREATE TEMP TABLE touched (kind TEXT NOT NULL, sequence INTEGER NOT NULL,
    PRIMARY KEY (kind, sequence)) WITHOUT ROWID`);
  for (const trigger of watched.flatMap(triggersOf)) db.run(trigger);
}

function triggersOf({ table, kind, rows, columns }: Watched): string[] {
  // Only this form of ignoring what is noted already holds whatever the write says about conflicts.
  const trigger = (event: string, action: string, row: 'NEW' | 'OLD'): string =>
    `CREATE TEMP TRIGGER touch_${table}_${event}_${row} AFTER ${action} ON main.${table}
     BEGIN
       INSERT INTO touched (kind, sequence) SELECT '${kind}', * FROM (${rows.replaceAll('ROW.', `${row}.`)})
       WHERE true ON CONFLICT DO NOTHING;
     END`;
  const update = columns === undefined ? 'UPDATE' : `UPDATE OF ${columns}`;
  return [
    trigger('insert', 'INSERT', 'NEW'),
    trigger('update', update, 'NEW'),
    trigger('update', update, 'OLD'),
    trigger('delete', 'DELETE', 'OLD'),
  ];
}

/** With the tasks that show something of one that changed: those it is linked to, its subtasks, and those made from a ticket. */
const allTouched = `WITH changed(id) AS (SELECT t.id FROM touched JOIN tasks t USING (sequence) WHERE kind = 'task')
  SELECT kind, sequence FROM touched
  UNION SELECT 'task', t.sequence FROM changed c JOIN task_dependencies d ON d.depends_on_id = c.id JOIN tasks t ON t.id = d.task_id
  UNION SELECT 'task', t.sequence FROM changed c JOIN task_dependencies d ON d.task_id = c.id JOIN tasks t ON t.id = d.depends_on_id
  UNION SELECT 'task', t.sequence FROM changed c JOIN tasks t ON t.parent_id = c.id
  UNION SELECT 'task', t.sequence FROM touched x JOIN tickets k USING (sequence) JOIN tasks t ON t.source_ticket_id = k.id
    WHERE x.kind = 'ticket'`;

function takeTouched(db: Database): readonly { readonly kind: Kind; readonly sequence: number }[] {
  if (db.get('SELECT 1 FROM touched') === undefined) return [];
  const rows = db.all<{ kind: Kind; sequence: number }>(allTouched);
  db.run('DELETE FROM touched');
  return rows;
}
