import type { TaskDraft } from '../drafts.js';
import { text } from './text.js';

/** The tasks of BOP, the order portal. */
export const portalTasks: readonly TaskDraft[] = [
  {
    title: 'Kick-off, and access to the test system of the ERP',
    status: 'done',
    type: 'chore',
    by: 'mara',
    to: ['mara', 'ines'],
    ago: 189.2,
    estimate: 240,
    logged: [['mara', 186.5, 200, 'in Tuttlingen']],
    said: [
      [
        'jurgen',
        185.4,
        'The VPN certificate is valid for one year. I have made an entry in my calendar for the renewal.',
      ],
    ],
  },
  {
    title: 'Take over the catalogue from the ERP every night',
    status: 'done',
    priority: 'high',
    type: 'feature',
    by: 'ines',
    to: ['lukasz'],
    ago: 181.4,
    estimate: 1440,
    tags: ['erp', 'catalogue'],
    after: [1],
    text: text`
      8,140 articles, of which about 60 change per day. Full load on Sundays, changes on the other nights.

      - articles without a price are hidden, not deleted
      - \`Sonderanfertigung\` (made to measure) has no stock figure
      - pictures come by article number; 1,900 articles have none
    `,
    logged: [
      ['lukasz', 172.3, 840],
      ['lukasz', 168.6, 300, 'pictures'],
    ],
    said: [
      ['jurgen', 170.1, 'Please note that the ERP is not available between 02:00 and 02:45 (data backup).'],
      ['lukasz', 169.8, 'Moved to 03:15.'],
    ],
  },
  {
    title: 'Prices per customer',
    status: 'done',
    priority: 'high',
    type: 'feature',
    by: 'ines',
    to: ['ines'],
    ago: 170.3,
    estimate: 960,
    tags: ['erp', 'prices'],
    after: [2],
    text: 'Each practice has its own price list, and some have two (one for public insurance, one for private). The portal never calculates a price; it asks.',
    logged: [['ines', 160.2, 720]],
    said: [
      [
        'hannelore',
        158.7,
        'I have compared twenty practices with our printed lists. All prices are correct. Thank you.',
      ],
    ],
  },
  {
    title: 'Left and right must never be swapped on an order',
    status: 'done',
    priority: 'urgent',
    type: 'bug',
    by: 'sean',
    to: ['ines', 'misaki'],
    ago: 121.6,
    due: -165,
    estimate: 300,
    tags: ['orders', 'safety'],
    after: [3],
    text: text`
      See {#ticket:BERG-3}. If somebody changes the shoe size *after* choosing the side, the form sends the side of the
      line above.

      \`\`\`diff
      - line.side = form.side[index - removed];
      + line.side = line.row.side;
      \`\`\`

      An insole on the wrong foot is not a cosmetic bug. Everything that concerns the side gets a test with **three lines,
      the middle one removed**.
    `,
    checklist: [
      'x Fix',
      'x Tests for every field with a side',
      'x Confirmation mail names the side in words',
      'x All orders since 1 June checked',
    ],
    logged: [
      ['ines', 121.3, 180],
      ['misaki', 120.8, 240, '412 orders checked, one wrong'],
      ['mara', 120.6, 30, 'phone call with Dr. Bergmann'],
    ],
    said: [
      [
        'misaki',
        120.7,
        'Of 412 orders since 1 June exactly one went out with the wrong side, number 88213. It had been noticed at the fitting.',
      ],
      ['hannelore', 120.2, 'We are relieved. I would like to have this in writing for our quality management.'],
      ['mara', 119.8, 'Sent, signed, two pages.'],
    ],
  },
  {
    title: 'Keep the basket for 14 days',
    status: 'in_review',
    priority: 'low',
    type: 'improvement',
    by: 'jurgen',
    to: ['ines'],
    ago: 64.2,
    due: 7,
    estimate: 240,
    tags: ['orders'],
    text: "Orders are often begun at the patient's and finished in the evening, on another machine. The basket must be the same on both.",
    logged: [['ines', 9.7, 210]],
    said: [
      [
        'ines',
        9.6,
        'Basket now belongs to the practice, not to the browser. Prices are asked again when it is opened, with a note if one has changed.',
      ],
    ],
  },
  {
    title: 'Delivery notes as PDF, with umlauts',
    status: 'done',
    priority: 'medium',
    type: 'bug',
    by: 'sean',
    to: ['lukasz'],
    ago: 61.4,
    estimate: 90,
    tags: ['pdf', 'encoding'],
    text: '`MÃ¼ller` instead of `Müller`: UTF-8 bytes read as Latin-1, once. See {#ticket:BERG-4}. The longest name in the address book is *Physiotherapiezentrum Großschönau-Waltersdorf*, it has to fit, too.',
    logged: [['lukasz', 60.3, 80]],
    said: [['petra', 59.2, 'Now everything is right, even the ß.']],
  },
  {
    title: 'Invoice totals differ from the ERP by one cent',
    status: 'in_progress',
    priority: 'urgent',
    type: 'bug',
    ticket: 'BERG-9',
    by: 'mara',
    to: ['mara', 'lukasz'],
    ago: 19.4,
    due: -2,
    estimate: 480,
    tags: ['billing', 'rounding'],
    plans: [
      ['mara', 0],
      ['lukasz', -1],
    ],
    files: ['invoice'],
    text: text`
      ## In short

      We round every line and add up; the ERP adds up and rounds once. Both are allowed. **They must not be mixed.**

      ## Example, invoice 2026-0417

      | Line | Net | VAT 19 % exact | VAT rounded |
      |---|---:|---:|---:|
      | Insoles, pair | 84.45 | 16.0455 | 16.05 |
      | Insoles, pair | 84.45 | 16.0455 | 16.05 |
      | Heel wedge | 3.87 | 0.7353 | 0.74 |
      | **Sum** | **172.77** | **32.8263** | **32.84** |

      The ERP prints 32.83, we print 32.84. With 19 % we lose, with 7 % we sometimes win.

      ## What we do

      - calculate in cents, as integers, per **tax rate** and not per line
      - show the rounding difference nowhere, there is none any more
      - correct the 63 invoices since August: {petra} needs a list, not 63 mails

      \`\`\`python
      from decimal import Decimal, ROUND_HALF_UP

      def vat(net_sum: Decimal, rate: Decimal) -> Decimal:
          return (net_sum * rate).quantize(Decimal("0.01"), ROUND_HALF_UP)
      \`\`\`

      Blocks {#BOP-8} and {#BOP-10}.
    `,
    checklist: [
      'x Understand',
      'x Agree with the tax adviser',
      'x Calculate per rate',
      'List of the 63 invoices',
      'Corrected invoices sent',
    ],
    logged: [
      ['mara', 18.2, 90, 'with accounting, on the phone'],
      ['lukasz', 12.4, 300],
      ['lukasz', 4.6, 120, 'tests'],
      ['mara', 1.5, 60, 'list, first half'],
    ],
    said: [
      ['petra', 17.4, 'Every cent means a letter from the auditor. Last year it was eleven letters.'],
      [
        'lukasz',
        12.3,
        'Per-rate calculation is on staging. All 1,318 invoices of this year re-calculated: 63 differ, all of them by exactly one cent.',
      ],
      ['jurgen', 11.6, 'The tax adviser agrees in writing (attached to the ticket).'],
      ['mara', 4.8, '{@petra} would a CSV with old number, new number, old total and new total do?'],
      ['petra', 4.4, 'Yes, but please as XLSX or with semicolons. Our Excel does not like commas.'],
      ['mara', 1.4, 'Semicolons it is. 31 of 63 done, the rest on Monday.'],
    ],
  },
  {
    title: 'Reverse charge for practices in Austria',
    status: 'todo',
    priority: 'medium',
    type: 'feature',
    by: 'petra',
    to: ['lukasz'],
    ago: 18.1,
    due: 16,
    estimate: 720,
    tags: ['billing', 'vat'],
    after: [7],
    text: text`
      Four practices so far, a fifth wants to come. Needed on the invoice:

      > Steuerschuldnerschaft des Leistungsempfängers

      and both VAT numbers, checked on the day of the invoice. {#ticket:BERG-13} shows what happens when the check is down.
    `,
  },
  {
    title: 'Fax gateway',
    status: 'backlog',
    priority: 'none',
    type: 'feature',
    by: 'hannelore',
    ago: 17.8,
    text: 'Two practices order by fax. They have since been given a tablet.',
    archived: 9.3,
    said: [['hannelore', 9.9, 'Both practices are satisfied with the tablet. This may be filed.']],
  },
  {
    title: 'Export for the tax adviser (DATEV)',
    status: 'backlog',
    priority: 'medium',
    type: 'feature',
    by: 'mara',
    to: ['lukasz'],
    ago: 17.3,
    due: 40,
    estimate: 960,
    tags: ['billing', 'export'],
    after: [7, 8],
    text: text`
      CSV, semicolons, Latin-1, two header lines, amounts with a comma and without a sign. The account numbers:

      \`\`\`ini
      [accounts]
      revenue_19 = 8400
      revenue_7  = 8300
      reverse    = 8337
      receivable = 1400
      \`\`\`

      {#ticket:BERG-17} has a sample file from last year.
    `,
  },
  {
    title: 'Sign in with the number of the practice instead of an e-mail address',
    status: 'backlog',
    priority: 'low',
    type: 'feature',
    by: 'hannelore',
    ago: 15.6,
    tags: ['sign-in'],
    text: 'In many practices five people share one address. They know the number by heart: it is on every stamp.',
    said: [
      [
        'priya',
        14.2,
        'Then five people share one password, too. I would rather give each of them a PIN *within* the practice.',
      ],
      ['hannelore', 13.8, 'That would be acceptable.'],
    ],
  },
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
    text: 'On Monday mornings we ask for 90 prices at once and the ERP puts us in the queue behind the label printer. See {#ticket:BERG-10}. Paused: their supplier installs a patch on 1 December, after that we measure again.',
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
    text: 'Report of 9 November: nothing critical, one high, three medium. The report itself stays in the safe; only the headings are here.',
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
