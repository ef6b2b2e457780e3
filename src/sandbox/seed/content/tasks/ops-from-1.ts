import type { TaskDraft } from '../../drafts.js';
import { text } from '../text.js';

/** OPS-1 to OPS-7, of the team's own house. */
export const platformTasksFrom1: readonly TaskDraft[] = [
  {
    title: 'Move the build machines to the new room',
    status: 'done',
    type: 'chore',
    by: 'priya',
    to: ['priya', 'lukasz'],
    ago: 84.1,
    due: -108,
    estimate: 480,
    logged: [
      ['priya', 79.3, 300],
      ['lukasz', 79.2, 300],
    ],
    said: [['priya', 79.1, 'Nothing fell. One screw left over.']],
  },
  {
    title: 'Warn when a disk is more than 80 % full',
    status: 'done',
    priority: 'medium',
    type: 'improvement',
    by: 'lukasz',
    to: ['lukasz'],
    ago: 71.6,
    estimate: 60,
    tags: ['monitoring'],
    text: '`df` says 80 % when there are still 400 GB left on the big ones. So: 80 % **or** less than 20 GB, whichever is *later*.',
    logged: [['lukasz', 70.8, 50]],
  },
  {
    title: 'Keep logs for 30 days, not for ever',
    status: 'in_review',
    priority: 'medium',
    type: 'chore',
    by: 'priya',
    to: ['lukasz'],
    ago: 39.2,
    due: 8,
    estimate: 120,
    tags: ['privacy', 'logs'],
    text: text`
      \`\`\`yaml
      retention:
        access: 30d
        application: 30d
        security: 365d   # agreed with Bergmann, see their contract, annex 2
      \`\`\`
    `,
    logged: [['lukasz', 13.4, 100]],
    said: [['priya', 10.8, 'The oldest access log we found was from 2019. It contained mostly ourselves.']],
  },
  {
    title: 'Exchange the deploy keys',
    status: 'todo',
    priority: 'high',
    type: 'chore',
    by: 'priya',
    to: ['lukasz', 'mara'],
    ago: 33.7,
    due: -5,
    estimate: 90,
    tags: ['security'],
    text: 'Once a year, and whenever somebody leaves. Both apply.',
    said: [
      [
        'lukasz',
        8.6,
        'I do it right after {#BOP-15}, otherwise I break the pipeline in the middle of a security release.',
      ],
    ],
  },
  {
    title: 'Upgrade everything to Node 22',
    status: 'backlog',
    priority: 'low',
    type: 'chore',
    by: 'lukasz',
    ago: 30.4,
    span: [20, 48],
    estimate: 960,
    tags: ['upgrade'],
    text: 'Portal and roster share four libraries, of which one has no owner any more. Find out first whether we still need it.',
  },
  { title: 'Count the laptops', status: 'backlog', type: 'chore', by: 'priya', ago: 29.2 },
  {
    title: 'Write down how to be on call',
    status: 'done',
    priority: 'low',
    type: 'task',
    by: 'sean',
    to: ['sean', 'mara'],
    ago: 26.8,
    estimate: 120,
    tags: ['docs', 'on-call'],
    text: 'One page: who calls, what to answer, when to wake somebody, when to go back to bed. Lives in the wiki.',
    logged: [['sean', 17.2, 90]],
    said: [
      ['zoe', 16.4, '"When to go back to bed" should be the first paragraph.'],
      ['sean', 16.2, 'It is now.'],
    ],
  },
];
