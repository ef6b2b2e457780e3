import type { SearchResult } from '../contract/shapes/session.js';
import { toSearchKey } from '../contract/text/plain-letters.js';
import { searchedText } from '../contract/text/search-words.js';
import { type Access, readAccess, searchedNotes } from './access/access.js';
import { visibleProjects, visibleTickets } from './access/visibility.js';
import type { Value } from './store/database.js';
import { type Handlers, ok, type Shape, type World } from './world.js';

export const searchHandlers = {
  /**
   * At most ten results of each type, in the order ticket, task, project, wiki, note, and only what the caller may
   * see. Without types the text needs two characters; with types an empty text finds the most recently updated. Never returns
   * 400.
   */
  'GET /search'(call) {
    const { world, query } = call;
    const needle = readNeedle(query.get('q') ?? '', world.shape);
    const named = readTypes(query.get('types'));
    const isTooShort = named === undefined && needle.text.length < shortestText;
    // No stored text contains a NUL.
    const types = isTooShort || needle.text.includes('\0') ? [] : (named ?? searchTypes);
    const orgId = query.get('orgId')?.trim() || null;
    const access = readAccess(call);
    return ok({ results: types.flatMap((type) => searchFor(type, { world, access, needle, orgId })) });
  },
} satisfies Handlers;

const shortestText = 2;

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
  readonly needle: ReturnType<typeof readNeedle>;
  readonly orgId: string | null;
}

/** A query for results of one type, as they are sent, up to the condition on their text. */
interface Source {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Whether their `displayId` may be what is searched for. */
  readonly isReferred?: boolean;
  /** The order of results whose reference is not exactly the text. */
  readonly order: string;
}

/** The sources, as far as the caller may see them; undefined where there is nothing to find. */
const sources: Record<SearchType, (search: Search) => Source | undefined> = {
  ticket({ access, orgId, needle }) {
    const visible = visibleTickets(access);
    const ref = "o.key || '-' || t.number";
    return {
      sql: `SELECT 'ticket' AS type, t.id, t.subject AS title, ${ref} || ' · ' || o.name AS subtitle,
          '/tickets/' || t.id AS url, ${ref} AS displayId FROM tickets t JOIN orgs o ON o.id = t.org_id
        WHERE t.deleted_at IS NULL AND t.org_id = coalesce(?, t.org_id) AND ${visible.condition}`,
      values: [orgId, ...visible.values],
      isReferred: needle.isReference,
      order: 't.updated_at DESC, t.sequence DESC',
    };
  },
  task({ access, needle }) {
    const visible = visibleProjects(access);
    const ref = "p.key || '-' || t.number";
    return {
      sql: `SELECT 'task' AS type, t.id, t.title, ${ref} AS subtitle, '/tasks?task=' || ${ref} AS url, ${ref} AS displayId
        FROM tasks t JOIN projects p ON p.id = t.project_id
        WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived' AND ${visible.condition}`,
      values: visible.values,
      isReferred: needle.isReference,
      order: 't.updated_at DESC, t.sequence DESC',
    };
  },
  project({ access }) {
    const visible = visibleProjects(access);
    return {
      sql: `SELECT 'project' AS type, p.id, p.name AS title, p.key AS subtitle, '/projects/' || p.id AS url,
          p.key AS displayId FROM projects p WHERE p.status <> 'archived' AND ${visible.condition}`,
      values: visible.values,
      isReferred: true,
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
  return { ...query, order: 'n.updated_at DESC, n.title, n.id' };
}

/** How many results of a type are sent. */
const maxResults = 10;

/**
 * At most ten results of a type: an exact reference first, then the most recently updated. Nothing in the text is a wildcard. The
 * database only folds ASCII letters, so it gives all titles with any others, and those with the longest part of the text for which
 * nothing else can stand.
 */
function searchFor(type: SearchType, search: Search): readonly SearchResult[] {
  const { world, needle } = search;
  const source = sources[type](search);
  if (!source) return [];
  const [part = ''] = needle.text.split(/[\s'-]+/).sort((one, other) => other.length - one.length);
  const [orReference, exactFirst] = source.isReferred
    ? ['OR instr(lower(displayId), ?) > 0', 'lower(displayId) = ? DESC,']
    : ['', ''];
  const find = (limit: number): readonly SearchResult[] =>
    world.db.all<SearchResult>(
      `${source.sql} AND (instr(lower(title), ?) > 0 OR length(title) < length(CAST(title AS BLOB)) ${orReference})
        ORDER BY ${exactFirst} ${source.order} LIMIT ?`,
      ...source.values,
      part,
      ...(source.isReferred ? [needle.text, needle.text] : []),
      limit,
    );
  const isFound = ({ title, displayId }: SearchResult): boolean => {
    const at = source.isReferred ? (displayId?.toLowerCase().indexOf(needle.text) ?? -1) : -1;
    return needle.key(title ?? '').includes(needle.text) || at === 0 || (type === 'project' && at > 0);
  };
  // Nearly always, the first of many are enough.
  const first = find(10 * maxResults);
  const found = first.filter(isFound);
  const isAll = found.length >= maxResults || first.length < 10 * maxResults;
  return (isAll ? found : find(-1).filter(isFound)).slice(0, maxResults);
}

/**
 * The text to find, as its own key makes it and titles comparable, and whether it is like a reference. Public servers take a text as
 * it is, in any case.
 */
function readNeedle(given: string, shape: Shape) {
  const key = (text: string): string => (shape === 'wire' ? text.toLowerCase() : searchedText(toSearchKey(text)));
  const text = key(given).trim();
  return { text, key, isReference: /^[a-z][a-z0-9]*-\d+$/.test(text) };
}
