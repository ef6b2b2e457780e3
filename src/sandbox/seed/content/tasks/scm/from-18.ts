import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-18 to SCM-24, of the crew manager. */
export const crewTasksFrom18: readonly TaskDraft[] = [
  {
    title: "Roster PDF shows last week's data after a swap",
    status: 'in_progress',
    priority: 'high',
    type: 'bug',
    channel: 'api',
    ticket: 'SCM-5',
    by: 'mara',
    to: ['zoe', 'mara'],
    ago: 22.4,
    due: 2,
    estimate: 240,
    tags: ['print'],
    plans: [['mara', 3]],
    text: 'From ticket {#ticket:SCM-5}. The PDF comes out of a cache that is keyed by *week*, not by *version of the week*. After a swap the old file is served for up to 24 hours.',
    checklist: [
      'x Reproduce with a swap on staging',
      'Key the cache by version',
      'Tell the customer how to force a fresh file until then',
    ],
    logged: [['zoe', 9.6, 60, 'reproduced']],
    said: [
      ['zoe', 9.5, 'Reproduced. Workaround for the customer: change any cell and change it back.'],
      ['sean', 9.3, 'Passed on, with apologies.'],
    ],
  },
  {
    title: 'Rename "ship" to "vessel" everywhere (yes, "everywhere")',
    status: 'todo',
    priority: 'none',
    type: 'chore',
    by: 'jonas',
    to: ['ines'],
    ago: 21.2,
    due: 33,
    estimate: 180,
    tags: ['wording'],
    text: 'The authority calls them vessels; so do the forms. Please leave "ship\'s clock" alone, nobody says "vessel\'s clock".',
    said: [
      ['ines', 20.9, '214 places, 31 of them in code that the crew never sees. I would leave those.'],
      ['mara', 20.8, 'Agreed: what people read, not what we read.'],
    ],
  },
  {
    title: 'Export to C:\\Rosters\\2026\\new fails: the path is cut at "\\n"',
    status: 'done',
    priority: 'low',
    type: 'bug',
    by: 'annika',
    to: ['lukasz'],
    ago: 20.1,
    estimate: 60,
    tags: ['export', 'windows'],
    text: 'Typed into the settings, the folder `C:\\Rosters\\2026\\new` comes back as `C:\\Rosters\\2026` and a line break. Somebody unescapes what was never escaped.',
    logged: [['lukasz', 19.6, 45]],
    said: [
      [
        'lukasz',
        19.5,
        'The settings went through a template that took `\\n` literally. Removed the template; a path is just text now.',
      ],
    ],
  },
  {
    title: '--dry-run for the nightly import',
    status: 'backlog',
    priority: 'low',
    type: 'improvement',
    by: 'lukasz',
    ago: 19.8,
    tags: ['import', 'cli'],
    text: text`
      \`\`\`console
      $ crew-import --dry-run --since yesterday
      would add      3
      would change  41
      would remove   0
      \`\`\`

      So that {sigrid} can try a file before the night does.
    `,
  },
  {
    title: 'Right-to-left names such as נועה לוי and ياسمين حداد turn the whole roster row around',
    status: 'in_review',
    priority: 'medium',
    type: 'bug',
    by: 'misaki',
    to: ['zoe'],
    ago: 18.6,
    due: 4,
    estimate: 180,
    tags: ['i18n', 'roster'],
    text: text`
      One name in the first column is enough to move the *times* to the other side: \`06:00–14:00\` is shown as \`14:00–06:00\`.

      Each name needs its own direction:

      \`\`\`html
      <bdi class="name">נועה לוי</bdi> <span class="shift">06:00–14:00</span>
      \`\`\`
    `,
    logged: [['zoe', 4.8, 120]],
    said: [
      [
        'zoe',
        4.7,
        'Done with `<bdi>`, also in the PDF. Could somebody who reads Hebrew have a look? I can only see that it is *different*.',
      ],
      ['misaki', 2.1, 'Asked a friend: the name is right now. She would also like to sign on to the *Kittiwake*.'],
    ],
  },
  {
    title: 'Search must find Tórshavn when it is typed as To\u0301rshavn (combining accent)',
    status: 'todo',
    priority: 'low',
    type: 'bug',
    by: 'misaki',
    to: ['ines'],
    ago: 17.7,
    due: 12,
    estimate: 90,
    tags: ['search', 'i18n'],
    text: 'The iPads type `o` + `U+0301`, the server stores `U+00F3`. Both look the same: Tórshavn, To\u0301rshavn. Normalise to NFC on the way in **and** in the search box. Same for Å (U+212B), which arrives from the old spreadsheet.',
  },
  {
    title: 'Tidy up the icons',
    status: 'backlog',
    by: 'zoe',
    ago: 17.1,
  },
];
