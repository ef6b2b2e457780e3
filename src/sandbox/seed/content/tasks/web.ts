import type { TaskDraft } from '../../drafts.js';
import { text } from '../text.js';

/** The tasks of WEB, a project that has hardly begun. */
export const websiteTasks: readonly TaskDraft[] = [
  {
    title: 'Collect what we want to say',
    status: 'in_progress',
    priority: 'medium',
    by: 'mara',
    to: ['mara', 'zoe'],
    ago: 15.4,
    due: 13,
    estimate: 240,
    plans: [['mara', 6]],
    text: text`
      The present site says "solutions" eleven times. Things people have told us instead:

      - "They pick up the phone." — {sigrid}
      - "They asked what the cook does." — {annika}
      - "The invoices are correct now." — {petra}

      Please add yours below, in the words they used.
    `,
    said: [
      ['sean', 14.2, '"You wrote back before I was angry." — {lucia}'],
      ['zoe', 13.6, 'That is a better first line than anything I have.'],
    ],
  },
  {
    title: 'Story: Scandia Maritime',
    status: 'todo',
    by: 'zoe',
    to: ['mara'],
    ago: 14.9,
    due: 32,
    after: [1],
    text: 'After the field test ({#SCM-11}), with photographs from the quay. {sigrid} has to agree to every sentence.',
  },
  { title: 'Story: Bergmann', status: 'backlog', by: 'zoe', ago: 14.8, after: [1] },
  {
    title: 'New pictures of the team',
    status: 'backlog',
    priority: 'low',
    by: 'zoe',
    to: ['zoe'],
    ago: 12.4,
    text: 'No crossed arms.',
    said: [['priya', 11.9, 'No plants either, please. They were rented.']],
  },
  {
    title: 'A typeface that can write Łukasz, Zoë, Þórsson, Hương and 美咲',
    status: 'todo',
    priority: 'medium',
    by: 'zoe',
    to: ['zoe'],
    ago: 8.8,
    due: 21,
    estimate: 180,
    text: 'Shortlist of three. Two of them have an Ł that looks like a damaged L.',
    logged: [['zoe', 4.1, 60]],
  },
  {
    title: 'Imprint and privacy page',
    status: 'todo',
    type: 'chore',
    by: 'priya',
    to: ['priya'],
    ago: 3.5,
    due: 60,
    after: [1],
  },
];
