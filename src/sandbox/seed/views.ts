import type { PersonName } from './content.js';
import type { Scene } from './scene.js';

interface ViewDraft {
  readonly person: PersonName;
  readonly key: string;
  state(scene: Scene): Readonly<Record<string, unknown>>;
}

/** People's settings of pages of the web app, and their saved views. */
const views: readonly ViewDraft[] = [
  {
    person: 'mara',
    key: 'tasks',
    state: (scene) => ({
      sort: 'due',
      groupBy: 'project',
      savedViews: [
        {
          id: scene.id('view', 'overdue'),
          name: 'Overdue',
          filters: { due: 'overdue', status: ['todo', 'in_progress'] },
        },
        { id: scene.id('view', 'bugs'), name: 'Bugs of Scandia', filters: { project: ['SCM'], type: ['bug'] } },
        {
          id: scene.id('view', 'review'),
          name: 'Waiting for me ☕',
          filters: { status: ['in_review'], assignee: ['me'] },
        },
      ],
    }),
  },
  {
    person: 'mara',
    key: 'tickets',
    state: (scene) => ({
      segment: 'mine',
      savedViews: [
        {
          id: scene.id('view', 'tonight'),
          name: 'For tonight',
          filters: { orgId: scene.org('casa-azul'), priority: ['urgent', 'high'] },
        },
      ],
    }),
  },
  { person: 'mara', key: 'week', state: () => ({ showWeekend: false, capacityMinutes: 360 }) },
  { person: 'mara', key: 'shell', state: () => ({ sidebar: 'narrow' }) },
  {
    person: 'sean',
    key: 'tickets',
    state: (scene) => ({
      segment: 'all',
      savedViews: [{ id: scene.id('view', 'stale'), name: 'Nobody has answered', filters: { quietFor: '14d' } }],
    }),
  },
  { person: 'zoe', key: 'projectTasks', state: () => ({ layout: 'board', collapsed: ['done'] }) },
];

/** Inserts the saved views. */
export function seedViews(scene: Scene): void {
  for (const { person, key, state } of views) {
    scene.insert('view_states', { user_id: scene.user(person), key, state: JSON.stringify(state(scene)) });
  }
}
