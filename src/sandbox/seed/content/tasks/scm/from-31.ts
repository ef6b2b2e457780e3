import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-31 to SCM-36, of the crew manager. */
export const crewTasksFrom31: readonly TaskDraft[] = [
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
    due: 3,
    estimate: 180,
    tags: ['demo'],
    plans: [['mara', 0]],
    text: text`
      Twenty minutes, in person, seven people, none of whom plans rosters.

      1. A Tuesday morning at Kvarnholmen (paper, then tablet) — 6 min
      2. The violation that was real ({#SCM-4}) — 4 min
      3. What comes next — 5 min
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
      ['emeka', 6.3, 'Tested with the thick gloves. One mail. 🧤'],
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
