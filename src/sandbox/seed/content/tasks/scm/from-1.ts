import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-1 to SCM-3, of the crew manager. */
export const crewTasksFrom1: readonly TaskDraft[] = [
  {
    title: 'Set up the repository and continuous integration',
    status: 'done',
    type: 'chore',
    by: 'lukasz',
    to: ['lukasz'],
    ago: 149.6,
    estimate: 240,
    tags: ['setup'],
    text: 'One repository, two packages (`server` and `tablet`). The pipeline must finish in under six minutes, otherwise nobody waits for it.',
    logged: [['lukasz', 148.2, 210, 'pipeline, runners, cache']],
    said: [
      ['misaki', 148.1, 'The tablet build takes four of the six minutes. Can we cache the Gradle folder?'],
      ['lukasz', 147.8, 'Cached. 3:40 now.'],
    ],
  },
  {
    title: 'Import crew master data from the old spreadsheet',
    status: 'done',
    priority: 'medium',
    type: 'task',
    channel: 'import',
    by: 'mara',
    to: ['lukasz'],
    ago: 148.3,
    estimate: 480,
    tags: ['data', 'migration'],
    files: ['crew'],
    text: text`
      The planners keep everybody in one spreadsheet with 43 columns. We need eleven of them.

      | Column | Becomes | Remark |
      |---|---|---|
      | \`Namn\` | name | "Last, First" in about half of the rows |
      | \`Anst.nr\` | employee number | leading zeros matter |
      | \`Fartyg\` | home ship | old names, see the list below |
      | \`Behörighet\` | certificates | several, separated by \`;\` or \`,\` or a line break |

      Ships that were renamed:

      - *Havsörn* is now *Kittiwake*
      - *Nordan* was sold, its crew goes to the pool

      > Rows without an employee number are people who left. Do not import them. — {annika}, on the phone
    `,
    logged: [
      ['lukasz', 146.2, 300, 'parser and dry run'],
      ['lukasz', 145.4, 150, 'second import, with the corrections from Gothenburg'],
    ],
    said: [
      [
        'lukasz',
        146.1,
        '412 people read, 17 rows skipped. {@annika} could you look at the skipped ones? They are at the end of the CSV.',
      ],
      ['sigrid', 145.7, '{annika} is at sea this week, so I looked. All 17 have left the company.'],
      ['mara', 145.2, 'Good, closing. The CSV stays here for reference.'],
    ],
  },
  {
    title: 'Roster view: one row per crew member, one column per day',
    status: 'done',
    priority: 'high',
    type: 'feature',
    by: 'mara',
    to: ['zoe', 'ines'],
    ago: 146.5,
    estimate: 2400,
    span: [-198, -170],
    tags: ['roster', 'ui'],
    after: [2],
    files: ['sketch'],
    text: text`
      ## What planners do today

      They print the spreadsheet, draw on it with three colours and type the result back in the evening. The view should be
      as quick as the paper.

      ## What we build

      1. A grid with people down the side and two weeks across
         - shore days grey, ship days in the colour of the ship
         - a night shift is drawn **across** the midnight line, see {#SCM-12}
      2. Typing the first letter of a ship fills the cell
      3. \`Ctrl+Z\` really undoes, also after saving

      ## What we leave out for now

      - dragging whole weeks
      - comments in cells
    `,
    checklist: [
      'x Grid scrolls smoothly with 400 rows',
      'x Keyboard only',
      'x Colours distinguishable in black and white print',
    ],
    logged: [
      ['zoe', 141.5, 420, 'sketches with the planners'],
      ['ines', 133.3, 960],
      ['ines', 129.8, 540, 'keyboard handling'],
    ],
    said: [
      [
        'zoe',
        142.4,
        'Sketch attached. The third colour was for "asked, not yet confirmed" — we need a state for that.',
        { files: ['sketch'] },
      ],
      ['jonas', 141.9, 'Yes! And please not red. Red means medical leave here.'],
      ['zoe', 141.8, 'Hatched, then.'],
      ['ines', 130.1, 'Grid is on staging. 400 rows scroll fine, 1,200 do not, but nobody has 1,200.'],
      [
        'mara',
        128.5,
        'Shown to the planners on Thursday. They asked when they can throw the paper away. Done, I would say.',
      ],
    ],
  },
];
