import type { SearchReply, SearchResult } from '../contract/session.js';
import { type Access, type Condition, readAccess } from './access/access.js';
import { visibleProjects, visibleTickets } from './access/work.js';
import { type Answer, type Call, type Handlers, ok, type World } from './world.js';

export const searchHandlers = { 'GET /search': search } satisfies Handlers;

const shortestText = 2;

/**
 * `GET /search`: at most ten results of each type, in the order ticket, task, project, wiki, note, and only what the caller may
 * see. Without types the text needs two characters; with types an empty text finds the most recently updated. Never returns
 * 400.
 */
function search({ world, user, query }: Call): Answer {
  const needle = readNeedle(query.get('q') ?? '');
  const named = readTypes(query.get('types'));
  const isTooShort = named === undefined && needle.text.length < shortestText;
  // No stored text contains a NUL.
  const types = isTooShort || needle.text.includes('\0') ? [] : (named ?? searchTypes);
  const orgId = query.get('orgId')?.trim() || null;
  const access = readAccess(world, user.id);
  const reply: SearchReply = { results: types.flatMap((type) => searchers[type]({ world, access, needle, orgId })) };
  return ok(reply);
}

/** The named types in the order of the results, without unknown ones; undefined if the parameter is absent or blank. */
function readTypes(list: string | null): readonly SearchType[] | undefined {
  if (list === null || list.trim() === '') return undefined;
  const names = list.split(',').map((name) => name.trim());
  return searchTypes.filter((type) => names.includes(type));
}

const searchTypes = ['ticket', 'task', 'project', 'wiki', 'note'] as const;
type SearchType = (typeof searchTypes)[number];

/** What to search for and for whom; `orgId` restricts tickets only. */
interface Search {
  readonly world: World;
  readonly access: Access;
  readonly needle: Needle;
  readonly orgId: string | null;
}

interface Found {
  readonly id: string;
  readonly title: string;
  readonly ref: string;
  readonly detail: string;
}

/** One search per type, each returning at most ten results: an exact reference first, then the most recently updated. */
const searchers: Record<SearchType, (search: Search) => SearchResult[]> = {
  ticket: searchTickets,
  task: searchTasks,
  project: searchProjects,
  wiki: searchWiki,
  note: searchNotes,
};

function searchTickets(search: Search): SearchResult[] {
  const visible = visibleTickets(search.access);
  const found = find(search, {
    columns: { title: 't.subject', key: 'o.key', number: 't.number' },
    select: `SELECT t.id, t.subject AS title, o.key || '-' || t.number AS ref, o.name AS detail
      FROM tickets t JOIN orgs o ON o.id = t.org_id WHERE t.deleted_at IS NULL`,
    visible: {
      condition: `t.org_id = coalesce(?, t.org_id) AND ${visible.condition}`,
      values: [search.orgId, ...visible.values],
    },
    order: 't.updated_at DESC, t.sequence DESC',
  });
  return found.map(({ id, title, ref, detail }) => {
    return { type: 'ticket', id, title, subtitle: `${ref} · ${detail}`, url: `/tickets/${id}`, displayId: ref };
  });
}

function searchTasks(search: Search): SearchResult[] {
  const found = find(search, {
    columns: { title: 't.title', key: 'p.key', number: 't.number' },
    select: `SELECT t.id, t.title, p.key || '-' || t.number AS ref FROM tasks t JOIN projects p ON p.id = t.project_id
      WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived'`,
    visible: visibleProjects(search.access),
    order: 't.updated_at DESC, t.sequence DESC',
  });
  return found.map(({ id, title, ref }) => {
    const url = `/tasks?task=${encodeURIComponent(ref)}`;
    return { type: 'task', id, title, subtitle: ref, url, displayId: ref };
  });
}

function searchProjects(search: Search): SearchResult[] {
  const found = find(search, {
    columns: { title: 'p.name', key: 'p.key' },
    select: `SELECT p.id, p.name AS title, p.key AS ref FROM projects p WHERE p.status <> 'archived'`,
    visible: visibleProjects(search.access),
    order: 'p.updated_at DESC, p.key',
  });
  return found.map(({ id, title, ref }) => {
    return { type: 'project', id, title, subtitle: ref, url: `/projects/${id}`, displayId: ref };
  });
}

function searchWiki(search: Search): SearchResult[] {
  const found = findForTeam(search, {
    select: 'SELECT n.id, n.title FROM wiki_pages n WHERE n.is_folder = 0',
    visible: { condition: '1', values: [] },
  });
  return found.map(({ id, title }) => ({ type: 'wiki', id, title, subtitle: null, url: `/wiki/${id}` }));
}

function searchNotes(search: Search): SearchResult[] {
  const found = findForTeam(search, {
    select: 'SELECT n.id, n.title, n.kind AS detail FROM notes n WHERE 1',
    visible: { condition: "(n.kind = 'meeting' OR n.owner_id = ?)", values: [search.access.userId] },
  });
  return found.map(({ id, title, detail }) => {
    return { type: 'note', id, title, subtitle: detail === 'meeting' ? 'Meeting' : null, url: `/notes/${id}` };
  });
}

interface Query {
  readonly columns: SearchColumns;
  /** What to select, up to its first conditions. */
  readonly select: string;
  readonly visible: Condition;
  readonly order: string;
}

function find({ world, needle }: Search, { columns, select, visible, order }: Query): readonly Found[] {
  const { where, exact, limit, keep } = matchText(needle, columns);
  const sql = `${select} AND ${visible.condition} AND ${where.condition} ORDER BY ${exact.condition} DESC, ${order} LIMIT ?`;
  return keep(world.db.all<Found>(sql, ...visible.values, ...where.values, ...exact.values, limit));
}

/** Wiki pages and notes are only for the internal team and are found only by text. */
function findForTeam(search: Search, query: Pick<Query, 'select' | 'visible'>): readonly Found[] {
  if (!search.access.isTeam || search.needle.text === '') return [];
  return find(search, { ...query, columns: { title: 'n.title' }, order: 'n.updated_at DESC, n.title, n.id' });
}

/** How many results of a type are sent. */
const maxResults = 10;

/** The columns of a query with the title, the key of the reference, and its number, which projects do not have. */
interface SearchColumns {
  readonly title: string;
  readonly key?: string;
  readonly number?: string;
}

interface Match {
  readonly where: Condition;
  /** True for the row whose reference is exactly the text, which must come before those it is a prefix of. */
  readonly exact: Condition;
  readonly limit: number;
  keep<T extends { readonly title: string }>(found: readonly T[]): readonly T[];
}

/**
 * Matches rows whose title contains the text, ignoring case, or whose reference starts with it; nothing in the text is a
 * wildcard. The database folds only ASCII letters, so titles are compared with other texts here, if the rest of the text fits.
 */
function matchText(needle: Needle, columns: SearchColumns): Match {
  const isPlain = /^[\0-\x7f]*$/.test(needle.text);
  const byReference = matchReference(needle, columns);
  return {
    where: {
      condition: `(${isPlain ? `instr(lower(${columns.title}), ?) > 0` : `${columns.title} LIKE ? ESCAPE '\\'`}
        OR ${byReference.prefix.condition})`,
      values: [isPlain ? needle.text : patternOf(needle.text), ...byReference.prefix.values],
    },
    exact: byReference.exact,
    limit: isPlain ? maxResults : -1,
    keep: (found) =>
      isPlain ? found : found.filter((row) => row.title.toLowerCase().includes(needle.text)).slice(0, maxResults),
  };
}

/** Long enough to leave few titles; SQLite refuses very long patterns. */
const longestPattern = 100;

/**
 * A LIKE pattern that fits every title with this text, and few others. The capitals of i and k may be other characters than
 * those of ASCII (İ and the sign for kelvin).
 */
function patternOf(text: string): string {
  const parts = text.slice(0, longestPattern).split(/[^\0-\x7f]+|[ik]/);
  return `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
}

// An expression, because a bare 0 after ORDER BY would be a column number.
const never: Condition = { condition: '(1 = 0)', values: [] };

function matchReference(
  { text, reference }: Needle,
  { key, number }: SearchColumns,
): { prefix: Condition; exact: Condition } {
  if (key !== undefined && number === undefined) {
    return {
      prefix: { condition: `instr(lower(${key}), ?) > 0`, values: [text] },
      exact: { condition: `lower(${key}) = ?`, values: [text] },
    };
  }
  if (key === undefined || number === undefined || !reference) return { prefix: never, exact: never };
  const values = [reference.key, reference.digits];
  return {
    prefix: { condition: `(${key} = ? COLLATE NOCASE AND instr(CAST(${number} AS TEXT), ?) = 1)`, values },
    exact: { condition: `(${key} = ? COLLATE NOCASE AND CAST(${number} AS TEXT) = ?)`, values },
  };
}

/** The text to find, in lower case, and the reference it may be. */
interface Needle {
  readonly text: string;
  readonly reference: { readonly key: string; readonly digits: string } | undefined;
}

/** Trims the text and recognises a reference such as `scm-12`. */
function readNeedle(text: string): Needle {
  const needle = text.trim().toLowerCase();
  const [, key, digits] = /^([a-z][a-z0-9]*)-(\d+)$/.exec(needle) ?? [];
  return { text: needle, reference: key !== undefined && digits !== undefined ? { key, digits } : undefined };
}
