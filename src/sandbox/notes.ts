import type { WikiPage } from '../contract/shapes/knowledge.js';
import { noSuch, outOfSight, requireTeam, visibleNotes } from './access/access.js';
import { writeMoment } from './fields/calendar.js';
import { readRequiredText, readText } from './fields/fields.js';
import { escapeHtml } from './login/html.js';
import { created, type Handlers, ok, showPlainIds, store, timestamp, type World } from './world.js';

export const noteHandlers = {
  /** Creates a quick note from plain text, one paragraph per line (docs/api.md, Note). */
  'POST /notes'(call) {
    const { world, user } = call;
    requireTeam(call);
    const fields = call.body;
    const title = readRequiredText(fields, 'title');
    const bodyHtml = writeParagraphs(readText(fields, 'body') ?? '');
    const note = { kind: 'quick', ownerId: user.id, title, icon: 'note', bodyHtml, updatedAt: timestamp(world) };
    return created({ id: store(world, 'notes', note) });
  },
  /** The caller's quick notes, all meeting notes, and quick notes shared with the caller. */
  'GET /notes/list'(call) {
    const { world, user } = call;
    requireTeam(call);
    const visible = visibleNotes(user.id);
    const rows = world.db.all<NoteRow>(
      `SELECT ${columns}, n.parent_id AS parentId, n.sort_order AS sortOrder, substr(n.meeting_date, 1, 10) AS meetingDate
       FROM notes n WHERE ${visible.condition}
       ORDER BY n.pinned DESC, n.updated_at DESC, n.id`,
      ...visible.values,
    );
    const quick = rows.filter((note) => note.kind !== 'meeting');
    return ok({
      quick: quick.filter((note) => note.ownerId === user.id).map((note) => showNote(world, note)),
      meetings: rows.filter((note) => note.kind === 'meeting').map((note) => showNote(world, note)),
      shared: quick.filter((note) => note.ownerId !== user.id).map((note) => showNote(world, note)),
    });
  },
  /** A note: a quick note for its owner and those it is shared with, a meeting note for the team. */
  'GET /notes/:id'(call) {
    const { world, user } = call;
    requireTeam(call);
    const visible = visibleNotes(user.id);
    const note = world.db.get<NoteRow & { readonly isVisible: number }>(
      `SELECT ${columns}, ${visible.condition} AS isVisible, n.body_html AS bodyHtml, n.meeting_date AS meetingDate, n.project_id AS projectId,
         n.task_id AS taskId FROM notes n WHERE n.id = ?`,
      ...visible.values,
      call.id,
    );
    if (!note) throw noSuch('note');
    const { isVisible, ...shown } = note;
    if (!isVisible) throw outOfSight(noSuch('note'));
    return ok({ note: { ...showNote(world, shown), meetingDate: writeMoment(note.meetingDate) } });
  },
  /** The wiki as a flat list of its tree (docs/api.md, Wiki page). */
  'GET /wiki'(call) {
    requireTeam(call);
    const rows = call.world.db.all<PageRow>(
      `SELECT id, parent_id AS parentId, title, icon, is_folder AS isFolder, sort_order AS sortOrder FROM wiki_pages
       ORDER BY sort_order, title, id`,
    );
    return ok({ pages: rows.map(showPage) });
  },
  /** A page with its HTML; a folder's is usually empty. */
  'GET /wiki/:id'(call) {
    requireTeam(call);
    const row = call.world.db.get<PageRow>(
      `SELECT id, title, icon, is_folder AS isFolder, body_html AS bodyHtml, updated_at AS updatedAt FROM wiki_pages
       WHERE id = ?`,
      call.id,
    );
    if (!row) throw noSuch('page');
    return ok({ page: showPage(row) });
  },
} satisfies Handlers;

function writeParagraphs(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
}

interface NoteRow {
  readonly id: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly pinned: number;
  readonly meetingDate: string | null;
}

const columns = 'n.id, n.kind, n.owner_id AS ownerId, n.title, n.icon, n.pinned, n.updated_at AS updatedAt';

function showNote<T extends NoteRow>(world: World, { ownerId: _, pinned, ...note }: T) {
  return { ...note, ...showPlainIds(note.id, world.shape), pinned: pinned === 1 };
}

type PageRow = Omit<WikiPage, 'isFolder'> & { readonly isFolder: number };

function showPage(row: PageRow): WikiPage {
  return { ...row, isFolder: row.isFolder === 1 };
}
