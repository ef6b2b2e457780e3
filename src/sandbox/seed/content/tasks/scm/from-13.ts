import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-13 to SCM-17, of the crew manager. */
export const crewTasksFrom13: readonly TaskDraft[] = [
  {
    title: '乗組員名簿のローマ字表記を統一する',
    status: 'todo',
    priority: 'low',
    type: 'chore',
    by: 'misaki',
    to: ['misaki'],
    ago: 27.6,
    estimate: 120,
    tags: ['data', '名簿'],
    files: ['names'],
    text: text`
      日本人乗組員7名のローマ字が書類ごとに違っています。

      | 氏名 | パスポート | 名簿 |
      |---|---|---|
      | 大野 純一 | OHNO JUNICHI | Oono Jun-ichi |
      | 小林 優子 | KOBAYASHI YUKO | Kobayashi Yuuko |

      パスポートの表記に合わせます。

      In short: seven Japanese crew members are spelt differently in every document. The passport wins.
    `,
    said: [
      [
        'jonas',
        25.3,
        'Thank you for this. The port authority has asked twice whether Oono and Ohno are the same person.',
      ],
    ],
  },
  {
    title: 'Certificate reminder mails go out twice',
    status: 'done',
    priority: 'medium',
    type: 'bug',
    by: 'sean',
    to: ['lukasz'],
    ago: 27.1,
    due: -24,
    estimate: 120,
    tags: ['certificates', 'mail'],
    text: 'Since the change of clocks. The job runs at 02:30 local time, and that night 02:30 came round twice. Every mail since then is sent by *both* timers.',
    logged: [['lukasz', 26.4, 95, 'job now runs at 04:10 UTC']],
    said: [
      ['sean', 26.9, 'Eleven people have asked so far whether they really need two medicals.'],
      ['lukasz', 26.3, 'Fixed and deployed. The timer is in UTC now, where every minute happens once.'],
      ['sean', 25.2, 'Quiet this morning. Closing.'],
    ],
  },
  {
    title: '👩‍👩‍👧‍👦 Family-friendly shifts: let crew mark school holidays 🏖️',
    status: 'backlog',
    priority: 'low',
    type: 'feature',
    by: 'jonas',
    ago: 26.5,
    tags: ['roster', 'wishes'],
    text: text`
      Not a right, only a wish that the planner sees: a small 🏖️ in the cell. The most asked-for thing in this year's survey
      (👍🏽 41, 👎🏼 3).

      Questions:

      1. School holidays differ between Sweden 🇸🇪, Denmark 🇩🇰, Norway 🇳🇴 and the Faroe Islands 🇫🇴. Whose do we show?
      2. Is a wish visible to colleagues? The survey says "please not".
    `,
    said: [
      ['zoe', 22.3, "We should show nobody's calendar and let people mark days by hand. It is four clicks a year."],
    ],
  },
  {
    title: 'Payroll export: fixed-width file for the bureau in Gothenburg',
    status: 'paused',
    priority: 'medium',
    type: 'feature',
    by: 'mara',
    to: ['lukasz'],
    ago: 25.4,
    due: 24,
    estimate: 960,
    tags: ['payroll', 'export'],
    text: text`
      The bureau takes a text file by SFTP, every last working day of the month. From their manual (1997, still valid):

      \`\`\`text
      pos   1-6    employee number, zero-padded
      pos   7-14   date, YYYYMMDD
      pos  15-18   hours worked x 100
      pos  19-20   kind: 10 normal, 20 night, 30 public holiday
      pos  21-24   ship code, blank-padded
      pos  25-26   CR LF
      \`\`\`

      **Paused** until they tell us what the file must be called, see {#ticket:SCM-7}.
    `,
    logged: [['lukasz', 19.3, 240, 'writer and tests']],
    said: [
      [
        'lukasz',
        19.2,
        'Done except for the name of the file and the code for "30 on a night shift". Both are questions for the bureau.',
      ],
      ['sean', 18.7, 'Asked. They answer by letter. No, really.'],
    ],
  },
  {
    title:
      'When a planner publishes the roster while another planner is still editing the same week, the second one gets "Something went wrong", then loses everything typed since the last publication, then gets a second message which says that the roster has been published although it is the roster of the first planner, and finally finds that the mail to the crew contains a mixture of both, with some people appearing on two ships on the same day and others nowhere at all until somebody publishes again',
    status: 'todo',
    priority: 'high',
    type: 'bug',
    by: 'sean',
    to: ['mara'],
    ago: 24.3,
    due: -1,
    estimate: 600,
    tags: ['roster', 'publish'],
    text: text`
      I left the title as it came in from {annika}, because it is the best description of a lost update that I have read.

      Plan:

      1. the roster gets a version number
      2. publishing sends the version that was being looked at
      3. the server answers \`409\` if there is a newer one
      4. the planner sees the differences, day by day, and chooses
    `,
    said: [
      [
        'zoe',
        23.2,
        'I can have the "choose" screen by Wednesday if somebody tells me what the most common case is. Same person, two ships?',
      ],
      ['annika', 22.9, 'Yes. Nine times out of ten it is the relief cook.'],
    ],
  },
];
