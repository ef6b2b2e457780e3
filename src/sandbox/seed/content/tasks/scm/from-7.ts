import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-7 to SCM-9, of the crew manager. */
export const crewTasksFrom7: readonly TaskDraft[] = [
  {
    title: 'Swap requests between crew members',
    status: 'in_review',
    priority: 'medium',
    type: 'feature',
    by: 'jonas',
    to: ['ines', 'misaki'],
    ago: 33.8,
    due: 5,
    estimate: 1800,
    tags: ['roster', 'swaps'],
    after: [3, 4],
    plans: [['mara', 1]],
    text: text`
      Two people agree to swap a shift, the planner says yes or no.

      - both must hold the certificates for the other's post ({#SCM-5})
      - the swap must not break anybody's rest hours ({#SCM-4})
      - the planner sees *why* a swap is not possible, in words: "{emeka} would get 8 h 20 min of rest on Tuesday"

      Out of scope: three-way swaps. They exist, they are rare, and they are settled over coffee.
    `,
    checklist: ['x Request', 'x Accept or refuse', 'x Reasons in words', 'Mail to both', 'Undo until the shift begins'],
    logged: [
      ['ines', 22.6, 600],
      ['ines', 15.4, 420],
      ['misaki', 3.2, 150, 'test plan and first round'],
    ],
    said: [
      [
        'jonas',
        30.4,
        'The union asked whether a refused swap stays visible. They would prefer that it disappears after a month.',
      ],
      ['mara', 29.9, 'Agreed with {sigrid}: 30 days, then only the planner sees it.'],
      ['ines', 15.2, 'Ready for review except for the mails. The texts are in the wiki, please correct my Swedish.'],
      ['misaki', 3.1, 'Found one: A asks B, B asks A for the same shift. Both accept. Now both have *no* shift. 🙃'],
      ['ines', 2.8, 'Oh dear. Fixing.'],
    ],
  },
  {
    title: 'Print the weekly roster on one landscape A4 page',
    status: 'done',
    priority: 'low',
    type: 'improvement',
    by: 'annika',
    to: ['zoe'],
    ago: 32.6,
    estimate: 360,
    tags: ['print'],
    files: ['roster'],
    text: "It hangs in the mess, next to the menu. Names in full, times in 24 h, and the ship's name large enough to read from the door.",
    logged: [['zoe', 31.4, 300]],
    said: [
      [
        'zoe',
        31.1,
        'A week of the *Kittiwake* as an example. With 23 people it fits; with 24 the font shrinks to 8 points.',
        { files: ['roster'] },
      ],
      ['annika', 30.6, 'No ship has more than 22. Perfect!'],
    ],
  },
  {
    title: 'Queue writes while offline and replay them in order',
    status: 'in_progress',
    priority: 'high',
    type: 'feature',
    by: 'lukasz',
    to: ['lukasz', 'olena'],
    ago: 31.8,
    due: 6,
    span: [-9, 6],
    estimate: 1920,
    tags: ['offline', 'tablet'],
    text: text`
      The missing half of {#SCM-6}.

      \`\`\`mermaid
      stateDiagram-v2
        [*] --> waiting
        waiting --> sending: connection
        sending --> done: 2xx
        sending --> waiting: network error, 5xx
        sending --> conflict: 409
        conflict --> waiting: the foreman decides
      \`\`\`

      ### Rules

      1. One queue per tablet, first in, first out
      2. A change that the server refuses (\`4xx\`) leaves the queue and is shown to the person who made it
      3. Nothing is merged. Two changes to one cell are two changes
      4. At most 500 entries; when it is full the roster becomes read-only and says so
    `,
    logged: [
      ['lukasz', 21.7, 360],
      ['olena', 11.3, 420, 'storage'],
      ['olena', 5.8, 300],
      ['lukasz', 1.2, 150, 'review'],
    ],
    said: [
      [
        'olena',
        18.3,
        'IndexedDB or a plain file through the shell? I would take IndexedDB: it survives, and we need no permission.',
      ],
      ['lukasz', 18.1, 'IndexedDB. Please ask for `persist()`, the tablets are always nearly full.'],
      ['olena', 5.7, 'Storage is done and tested with a pulled battery. Replay follows.'],
      [
        'mara',
        1.6,
        'Is Thursday still realistic? The field test ({#SCM-11}) depends on it and {sigrid} has to book people.',
      ],
      ['olena', 1.3, 'Thursday yes. Unless the conflict dialog gets bigger than the sketch.'],
    ],
  },
];
