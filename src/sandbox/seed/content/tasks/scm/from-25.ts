import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-25 to SCM-30, of the crew manager. */
export const crewTasksFrom25: readonly TaskDraft[] = [
  {
    title: 'Night colours for the bridge',
    status: 'in_progress',
    priority: 'medium',
    type: 'improvement',
    by: 'sigrid',
    to: ['zoe'],
    ago: 16.3,
    due: 20,
    estimate: 480,
    tags: ['ui', 'tablet'],
    text: text`
      A white roster at 03:00 ruins the night vision of everybody on the bridge for a quarter of an hour. Wanted: red on
      black, as on the instruments, and **no** white flash while loading.

      > We currently put a sheet of red plastic over the tablet. It works, but the touch does not. — second mate, *Fulmar*
    `,
    logged: [['zoe', 6.7, 240, 'palette, contrast table']],
    said: [
      [
        'zoe',
        6.6,
        'Contrast 4.6 : 1 with the red we are allowed. Hatching becomes dotted lines, otherwise it flickers.',
      ],
      ['jonas', 5.9, 'Please do not make it the default after sunset. In June there is no sunset.'],
    ],
  },
  {
    title: 'Keep a history of roster changes',
    status: 'todo',
    priority: 'medium',
    type: 'feature',
    by: 'mara',
    to: ['lukasz'],
    ago: 15.2,
    due: 26,
    estimate: 720,
    tags: ['roster', 'compliance'],
    text: text`
      Who moved whom, when, from where to where. Read-only, kept for five years, exportable per person (the works council
      asks for it about once a year).

      - one line per change, no line per keystroke
      - a correction is a new line, never an edit
      - names are kept even if the person leaves
    `,
  },
  {
    title: 'Accessibility audit: what has to change',
    status: 'in_progress',
    priority: 'medium',
    type: 'task',
    by: 'zoe',
    to: ['zoe', 'ines'],
    ago: 14.8,
    due: 18,
    estimate: 1440,
    tags: ['accessibility'],
    text: text`
      Ten findings from the audit on {on:16.5}, two of them serious.

      1. **Serious:** the focus is invisible in the roster grid ({#SCM-28})
      2. **Serious:** dates are read out as plain numbers ({#SCM-30})
      3. Everything else is in the checklist
    `,
    checklist: [
      'x Form fields have labels',
      'x Error texts name the field',
      'Colour is not the only sign of a night shift',
      'Skip link to the grid',
      'x Language of the page is set',
      'Zoom to 200 % keeps the toolbar',
      'Captions in the training video',
      'x Buttons have a visible name',
    ],
    logged: [
      ['zoe', 11.7, 180],
      ['ines', 7.4, 240],
    ],
  },
  {
    title: 'Visible focus in the roster grid',
    status: 'in_review',
    priority: 'high',
    type: 'bug',
    by: 'zoe',
    to: ['ines'],
    ago: 14.6,
    due: 1,
    estimate: 120,
    parent: 27,
    tags: ['accessibility', 'ui'],
    plans: [['mara', 3]],
    text: 'Two-pixel outline *outside* the cell, also in night colours. Must not move the text.',
    logged: [['ines', 3.6, 135]],
    said: [
      ['ines', 3.5, 'On staging. {@mara} you use the keyboard for everything, would you try it?'],
      [
        'mara',
        1.1,
        'Tried it with the mouse unplugged. Tab, arrows, Home and End: all visible. One wish: PageDown should keep the column.',
      ],
    ],
  },
  {
    title: 'Try out the drag-and-drop library',
    status: 'todo',
    type: 'task',
    by: 'ines',
    to: ['ines'],
    ago: 14.2,
    text: 'Half a day at most.',
    deleted: 12.6,
  },
  {
    title: 'Screen reader reads "07.11." as "seven point eleven point"',
    status: 'todo',
    priority: 'medium',
    type: 'bug',
    by: 'zoe',
    to: ['ines', 'zoe'],
    ago: 13.9,
    due: 9,
    estimate: 90,
    parent: 27,
    after: [28],
    tags: ['accessibility', 'i18n'],
    text: 'Use `<time datetime="2026-11-07">` and a label with the month as a word.',
  },
];
