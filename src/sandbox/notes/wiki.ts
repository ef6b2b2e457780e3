import type { WikiDetail, WikiPage, WikiTree } from '../../contract/knowledge.js';
import { requireTeam } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { type Answer, type Call, type Handlers, ok } from '../world.js';

export const wikiHandlers = {
  'GET /wiki': getPages,
  'GET /wiki/:id': getPage,
} satisfies Handlers<'GET /wiki' | 'GET /wiki/:id'>;

type PageRow = Omit<WikiPage, 'isFolder'> & { readonly isFolder: number };

/** The wiki as a flat list of its tree (docs/api.md, Wiki page). */
function getPages(call: Call): Answer {
  requireTeam(call);
  const rows = call.world.db.all<PageRow>(
    `SELECT id, parent_id AS parentId, title, icon, is_folder AS isFolder, sort_order AS sortOrder FROM wiki_pages
     ORDER BY sort_order, title, id`,
  );
  const tree: WikiTree = { pages: rows.map(showPage) };
  return ok(tree);
}

/** A page with its HTML; a folder's is usually empty. */
function getPage(call: Call): Answer {
  requireTeam(call);
  const row = call.world.db.get<PageRow>(
    `SELECT id, title, icon, is_folder AS isFolder, body_html AS bodyHtml, updated_at AS updatedAt FROM wiki_pages
     WHERE id = ?`,
    call.id,
  );
  if (!row) throw noSuch('page');
  const detail: WikiDetail = { page: showPage(row) };
  return ok(detail);
}

function showPage(row: PageRow): WikiPage {
  return { ...row, isFolder: row.isFolder === 1 };
}
