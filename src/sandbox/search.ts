import type { SearchReply, SearchResult } from '../contract/session.js';
import { type Access, type Condition, readAccess, searchedNotes } from './access/access.js';
import { visibleProjects, visibleTickets } from './access/visibility.js';
import type { Value } from './store/database.js';
import { type Answer, type Call, type Handlers, ok, type World } from './world.js';

export const searchHandlers = { 'GET /search': search } satisfies Handlers;

const shortestText = 2;

/**
 * `GET /search`: at most ten results of each type, in the order ticket, task, project, wiki, note, and only what the caller may
 * see. Without types the text needs two characters; with types an empty text finds the most recently updated. Never returns
 * 400.
 */
function search(call: Call): Answer {
  const { world, query } = call;
  const needle = readNeedle(query.get('q') ?? '');
  const named = readTypes(query.get('types'));
  const isTooShort = named === undefined && needle.text.length < shortestText;
  // No stored text contains a NUL.
  const types = isTooShort || needle.text.includes('\0') ? [] : (named ?? searchTypes);
  const orgId = query.get('orgId')?.trim() || null;
  const access = readAccess(call);
  return ok<SearchReply>({ results: types.flatMap((type) => searchFor(type, { world, access, needle, orgId })) });
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

/** A query for results of one type, as they are sent, up to the condition on their text. */
interface Source {
  readonly sql: string;
  readonly values: readonly Value[];
  readonly columns: SearchColumns;
  /** The order of results whose reference is not exactly the text. */
  readonly order: string;
}

/** The sources, as far as the caller may see them; undefined where there is nothing to find. */
const sources: Record<SearchType, (search: Search) => Source | undefined> = {
  ticket({ access, orgId }) {
    const visible = visibleTickets(access);
    const ref = "o.key || '-' || t.number";
    return {
      sql: `SELECT 'ticket' AS type, t.id, t.subject AS title, ${ref} || ' · ' || o.name AS subtitle,
          '/tickets/' || t.id AS url, ${ref} AS displayId FROM tickets t JOIN orgs o ON o.id = t.org_id
        WHERE t.deleted_at IS NULL AND t.org_id = coalesce(?, t.org_id) AND ${visible.condition}`,
      values: [orgId, ...visible.values],
      columns: { title: 't.subject', key: 'o.key', number: 't.number' },
      order: 't.updated_at DESC, t.sequence DESC',
    };
  },
  task({ access }) {
    const visible = visibleProjects(access);
    const ref = "p.key || '-' || t.number";
    return {
      sql: `SELECT 'task' AS type, t.id, t.title, ${ref} AS subtitle, '/tasks?task=' || ${ref} AS url, ${ref} AS displayId
        FROM tasks t JOIN projects p ON p.id = t.project_id
        WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived' AND ${visible.condition}`,
      values: visible.values,
      columns: { title: 't.title', key: 'p.key', number: 't.number' },
      order: 't.updated_at DESC, t.sequence DESC',
    };
  },
  project({ access }) {
    const visible = visibleProjects(access);
    return {
      sql: `SELECT 'project' AS type, p.id, p.name AS title, p.key AS subtitle, '/projects/' || p.id AS url,
          p.key AS displayId FROM projects p WHERE p.status <> 'archived' AND ${visible.condition}`,
      values: visible.values,
      columns: { title: 'p.name', key: 'p.key' },
      order: 'p.updated_at DESC, p.key',
    };
  },
  wiki(search) {
    return teamTexts(search, {
      sql: `SELECT 'wiki' AS type, n.id, n.title, NULL AS subtitle, '/wiki/' || n.id AS url FROM wiki_pages n
        WHERE n.is_folder = 0`,
      values: [],
    });
  },
  note(search) {
    const visible = searchedNotes(search.access.userId);
    return teamTexts(search, {
      sql: `SELECT 'note' AS type, n.id, n.title, iif(n.kind = 'meeting', 'Meeting', NULL) AS subtitle,
          '/notes/' || n.id AS url FROM notes n WHERE ${visible.condition}`,
      values: visible.values,
    });
  },
};

/** Wiki pages and notes are only for the internal team and are found only by text. */
function teamTexts({ access, needle }: Search, query: Pick<Source, 'sql' | 'values'>): Source | undefined {
  if (!access.isTeam || needle.text === '') return undefined;
  return { ...query, columns: { title: 'n.title' }, order: 'n.updated_at DESC, n.title, n.id' };
}

/** How many results of a type are sent. */
const maxResults = 10;

/** At most ten results of a type: an exact reference first, then the most recently updated. */
function searchFor(type: SearchType, search: Search): readonly SearchResult[] {
  const source = sources[type](search);
  if (!source) return [];
  const match = matchText(search.needle, source.columns);
  const found = search.world.db.all<SearchResult & { readonly title: string }>(
    `${source.sql} AND ${match.where.condition} ORDER BY ${match.exact.condition} DESC, ${source.order} LIMIT ?`,
    ...source.values,
    ...match.where.values,
    ...match.exact.values,
    match.limit,
  );
  return match.keep(found);
}

/** The columns of a query with the title, the key of the reference, and its number, which projects do not have. */
interface SearchColumns {
  readonly title: string;
  readonly key?: string;
  readonly number?: string;
}

/**
 * Matches rows whose title contains the text, ignoring case, or whose reference starts with it; nothing in the text is a
 * wildcard. The database folds only ASCII letters, so titles are compared with other texts here, if the rest of the text fits.
 */
function matchText(needle: Needle, columns: SearchColumns) {
  const isPlain = /^[\0-\x7f]*$/.test(needle.text);
  const byReference = matchReference(needle, columns);
  return {
    where: {
      condition: `(${isPlain ? `instr(lower(${columns.title}), ?) > 0` : `${columns.title} LIKE ? ESCAPE '\\'`}
        OR ${byReference.prefix.condition})`,
      values: [isPlain ? needle.text : patternOf(needle.text), ...byReference.prefix.values],
    },
    /** True for the row whose reference is exactly the text, which must come before those it is a prefix of. */
    exact: byReference.exact,
    limit: isPlain ? maxResults : -1,
    keep: <T extends { readonly title: string }>(found: readonly T[]): readonly T[] =>
      isPlain ? found : found.filter((row) => row.title.toLowerCase().includes(needle.text)).slice(0, maxResults),
  };
}

/** Long enough to leave few titles; SQLite refuses very long patterns. */
const longestPattern = 100;

/** A LIKE pattern that fits every title with this text, and few others. İ and the sign for kelvin are capitals of i and k. */
function patternOf(text: string): string {
  const parts = text.slice(0, longestPattern).split(/[^\0-\x7f]+|[ik]/);
  return `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
}

// An expression, because a bare 0 after ORDER BY would be a column number.
const never: Condition = { condition: '(1 = 0)', values: [] };

function matchReference({ text, reference }: Needle, { key, number }: SearchColumns) {
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
