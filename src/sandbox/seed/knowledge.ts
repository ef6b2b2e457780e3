import { noteTemplates } from './content.js';
import type { Scene } from './scene.js';
import type { NoteDraft, WikiDraft } from './texts.js';

/** Inserts quick notes, meeting notes, shares and templates. */
export function seedNotes(scene: Scene, notes: readonly NoteDraft[]): void {
  notes.forEach((note, index) => {
    const id = noteId(scene, note.title, index);
    const at = scene.calendar.ago(note.ago);
    const parent = note.under ? notes.findIndex((one) => one.title === note.under) : -1;
    scene.insert('notes', {
      id,
      kind: note.kind,
      owner_id: scene.user(note.by),
      title: scene.say(note.title),
      icon: note.icon,
      pinned: note.pinned ? 1 : 0,
      parent_id: note.under ? noteId(scene, note.under, parent) : null,
      sort_order: index,
      body_html: scene.say(note.html),
      meeting_date: note.kind === 'meeting' ? at : null,
      project_id: note.project ? scene.id('project', note.project) : null,
      task_id: note.task ? scene.id('task', note.task) : null,
      created_at: at,
      // The minutes are tidied up after the meeting.
      updated_at: scene.calendar.ago(note.ago * 0.97),
    });
    for (const person of note.shared ?? []) {
      scene.insert('note_shares', { note_id: id, user_id: scene.user(person) });
    }
  });
  for (const { name, icon } of noteTemplates) {
    scene.insert('note_templates', { id: scene.template(name), name, icon });
  }
}

function noteId(scene: Scene, title: string, index: number): string {
  return scene.id('note', `${title} ${index}`);
}

/** Inserts wiki pages, each followed by those under it. */
export function seedWiki(scene: Scene, pages: readonly WikiDraft[], parent: string | null = null): void {
  pages.forEach((page, index) => {
    const id = scene.id('wiki', `${parent} ${page.title}`);
    scene.insert('wiki_pages', {
      id,
      parent_id: parent,
      title: page.title,
      icon: page.icon,
      is_folder: page.html === undefined ? 1 : 0,
      sort_order: index,
      body_html: scene.say(page.html ?? ''),
      updated_at: scene.calendar.ago(page.ago),
    });
    seedWiki(scene, page.pages ?? [], id);
  });
}
