import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BOP-12 to BOP-16, of the order portal. */
export const portalTasksFrom12: readonly TaskDraft[] = [
  {
    title: 'Do not ask the ERP more than five times per second',
    status: 'paused',
    priority: 'medium',
    type: 'improvement',
    by: 'jurgen',
    to: ['lukasz'],
    ago: 12.9,
    estimate: 240,
    tags: ['erp', 'performance'],
    text: 'On Monday mornings we ask for 90 prices at once and the ERP puts us in the queue behind the label printer. See {#ticket:BERG-10}. Paused: their supplier installs a patch on {in:11}, after that we measure again.',
  },
  {
    title: 'Order confirmation in German *and* English',
    status: 'in_review',
    priority: 'low',
    type: 'improvement',
    by: 'ines',
    to: ['zoe', 'ines'],
    ago: 11.8,
    due: 6,
    estimate: 180,
    tags: ['mail', 'i18n'],
    text: text`
      | German | English |
      |---|---|
      | Einlage, links | insole, left |
      | Maßanfertigung | made to measure |
      | Liefertermin | delivery date |
      | Mit freundlichen Grüßen | Kind regards |
    `,
    logged: [['zoe', 5.3, 120]],
    said: [
      ['jurgen', 4.9, '"Maßanfertigung" must not be broken after "Maß". This means "a litre of beer" in Bavaria.'],
      ['zoe', 4.5, 'Non-breaking. Prost.'],
    ],
  },
  {
    title: 'Accept orders as CSV, in UTF-8 and in Latin-1',
    status: 'todo',
    priority: 'medium',
    type: 'feature',
    by: 'sean',
    to: ['ines', 'mara'],
    ago: 8.4,
    due: 5,
    estimate: 600,
    tags: ['orders', 'encoding'],
    plans: [['mara', 4]],
    files: ['order'],
    text: text`
      Large practices export from their own programs. What we have seen so far:

      1. UTF-8 with a byte order mark (new Excel)
      2. Latin-1 without anything (old Excel, most practice programs)
      3. UTF-16, *once*, nobody knows how

      Decode strictly as UTF-8; if that fails, take Latin-1 and **show the first five lines** before anything is ordered. The
      attached file has a name with quotes in it and broke the upload, {#ticket:BERG-18}.
    `,
    said: [
      [
        'misaki',
        6.1,
        'I collected nine files from practices, with permission, names replaced. They are in the test folder.',
      ],
    ],
  },
  {
    title: 'Findings of the penetration test',
    status: 'in_progress',
    priority: 'high',
    type: 'task',
    by: 'priya',
    to: ['lukasz', 'priya'],
    ago: 7.4,
    due: 9,
    estimate: 960,
    tags: ['security'],
    text: 'Report of {on:8.5}: nothing critical, one high, three medium. The report itself stays in the safe; only the headings are here.',
    checklist: [
      'x High: order numbers can be guessed',
      'Medium: session lives on after a change of password',
      'x Medium: error page shows the version of the server',
      'Medium: upload accepts files of any size',
      'Low: cookie without the Secure flag on the test system',
    ],
    logged: [
      ['lukasz', 3.3, 300],
      ['priya', 2.8, 60, 'call with the testers'],
    ],
    said: [
      [
        'lukasz',
        3.2,
        'High one is fixed and live. Order numbers stay readable; they just do not open anything any more.',
      ],
      ['hannelore', 2.9, 'May I tell our data protection officer that no data were affected?'],
      ['priya', 2.7, 'Yes. The testers confirm it on page 3, I send you the page.'],
    ],
  },
  {
    title: 'Monthly report for Dr. Bergmann',
    status: 'todo',
    priority: 'medium',
    type: 'chore',
    channel: 'template',
    by: 'mara',
    to: ['mara'],
    ago: 4.9,
    due: 3,
    estimate: 60,
    tags: ['report'],
    plans: [['mara', 3]],
    text: text`
      Due on the last Monday of each month, one page, in this order:

      1. Orders through the portal (number, share)
      2. Availability
      3. Open tickets, oldest first
      4. What comes next month
      5. Hours
    `,
    checklist: ['Numbers from the ERP', 'Hours', 'Have it read by somebody else'],
  },
];
