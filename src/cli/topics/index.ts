import type { Topic } from './layout.js';

/** A topic as `tracker help` lists it; its text is loaded on demand. */
interface TopicEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly topic: Topic }>;
}

/** Every topic of `tracker help TOPIC`, in the order of help. */
export const topics: readonly TopicEntry[] = [
  {
    name: 'exit-codes',
    summary: 'What the exit codes mean, and what a script should do',
    load: () => import('./exit-codes.js'),
  },
  {
    name: 'formatting',
    summary: 'Formats, columns, order and colour of what is printed',
    load: () => import('./formatting.js'),
  },
  { name: 'environment', summary: 'Environment variables, settings and files', load: () => import('./environment.js') },
  {
    name: 'references',
    summary: 'How tasks, tickets, people, days and times are named',
    load: () => import('./references.js'),
  },
];
