import type { ChecklistLine } from './drafts.js';
import type { Scene } from './scene.js';

/** The checklist of `owner` (such as `task SCM-3`) as JSON text; checklists of the same owner share item ids. */
export function writeChecklist(scene: Scene, owner: string, lines: readonly ChecklistLine[] = []): string {
  const items = lines.map((line, index) => ({
    id: scene.id('item', `${owner} ${index}`),
    text: scene.say(line.replace(/^x /, '')),
    done: line.startsWith('x '),
  }));
  return JSON.stringify(items);
}
