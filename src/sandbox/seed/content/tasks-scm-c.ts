import type { TaskDraft } from '../drafts.js';
import { text } from './text.js';

/** SCM-25 to SCM-36. */
export const thirdCrewTasks: readonly TaskDraft[] = [
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
      Ten findings from the audit on 28 October, two of them serious.

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
  {
    title: 'Load test with 1,200 people and four planners',
    status: 'paused',
    priority: 'low',
    type: 'task',
    by: 'lukasz',
    to: ['olena'],
    ago: 12.3,
    estimate: 480,
    tags: ['performance'],
    text: 'Nobody has 1,200 people today. Scandia is negotiating with a company that has 700, so we should know before they sign, not after.',
    said: [
      ['olena', 10.2, 'First run: fine up to 900, then the publish job needs 40 s. Paused in favour of {#SCM-9}.'],
    ],
  },
  {
    title: 'Short guide for new planners',
    status: 'done',
    priority: 'low',
    type: 'task',
    by: 'annika',
    to: ['mara'],
    ago: 11.5,
    due: -4,
    estimate: 180,
    tags: ['docs'],
    text: 'Two pages, with pictures, in plain English. {annika} corrects it, {jonas} tries it on somebody who has never seen the roster.',
    logged: [
      ['mara', 7.7, 110],
      ['mara', 5.4, 40, 'corrections'],
    ],
    said: [
      ['annika', 6.2, 'Page 2: "publish" and "send" mean the same to us. Pick one, please.'],
      ['mara', 5.3, 'Publish it is. Guide is in the wiki and in the mess.'],
    ],
  },
  {
    title: 'Demo for the board of Scandia Maritime',
    status: 'todo',
    priority: 'high',
    type: 'task',
    channel: 'mcp',
    by: 'priya',
    to: ['mara'],
    ago: 9.2,
    due: 1,
    estimate: 180,
    tags: ['demo'],
    plans: [['mara', 0]],
    text: text`
      Twenty minutes, in person, seven people, none of whom plans rosters.

      1. A Tuesday morning at Kvarnholmen (paper, then tablet) — 6 min
      2. The violation that was real ({#SCM-4}) — 4 min
      3. What comes in spring — 5 min
      4. Questions

      **Do not** show the Tuesday warnings unless {#SCM-12} is out.
    `,
    checklist: ['x Slides', 'Two tablets, charged', 'Data without real names', 'Train tickets'],
    said: [
      ['priya', 8.9, "The chairwoman was a ship's cook for eleven years. Expect questions about meal times."],
      ['sigrid', 4.3, 'Room is booked: "Skagerrak", 3rd floor, has a screen. The lift is out of order.'],
      ['priya', 0.6, 'Train tickets are in your inbox. 06:12, sorry.'],
    ],
  },
  {
    title: 'Double click on "Publish" sends the roster twice',
    status: 'done',
    priority: 'medium',
    type: 'bug',
    by: 'emeka',
    to: ['ines'],
    ago: 8.1,
    estimate: 45,
    tags: ['publish', 'mail'],
    text: 'Gloves on, finger slips, everybody gets two mails.',
    logged: [['ines', 6.9, 40]],
    said: [
      ['ines', 6.8, 'Button sleeps until the answer is there.'],
      ['emeka', 6.3, 'Tested with winter gloves. One mail. 🧤'],
    ],
  },
  {
    title: 'Fix column   headings:\tname\trank\tvessel',
    status: 'todo',
    priority: 'none',
    type: 'chore',
    by: 'misaki',
    to: ['ines'],
    ago: 5.6,
    due: 14,
    estimate: 30,
    tags: ['export'],
    text: 'The TSV export has three blanks between the first two headings and tabs between the others. Copied from the export as it is, see the title.',
  },
  {
    title: '’Til the end of the month: thank-you card for the crew of the “Fulmar” — they tested everything twice',
    status: 'todo',
    type: 'task',
    by: 'mara',
    to: ['mara', 'zoe'],
    ago: 2.7,
    due: 10,
    plans: [['mara', null]],
    said: [
      ['zoe', 2.2, 'I draw, you write?'],
      ['mara', 2.1, 'Deal. Nothing with anchors.'],
    ],
  },
];
