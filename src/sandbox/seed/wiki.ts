import { wiki } from './content/wiki.js';
import type { WikiDraft } from './drafts.js';
import type { Scene } from './scene.js';

/** Inserts the wiki pages, parents first. */
export function seedWiki(scene: Scene): void {
  insertPages(scene, wiki, null);
}

function insertPages(scene: Scene, pages: readonly WikiDraft[], parent: string | null): void {
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
    insertPages(scene, page.pages ?? [], id);
  });
}
