import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BOP-7 to BOP-11, of the order portal. */
export const portalTasksFrom7: readonly TaskDraft[] = [
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
      - correct the 63 invoices since {on:78.5}: {petra} needs a list, not 63 mails

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
];
