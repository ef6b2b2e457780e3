import type { TicketDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BERG-9 to BERG-10, of Bergmann, which writes complete sentences and keeps every number. */
export const bergmannTicketsFrom9: readonly TicketDraft[] = [
  {
    subject: 'Invoice totals differ by one cent',
    status: 'in_progress',
    priority: 'high',
    category: 'billing',
    channel: 'email',
    from: 'petra',
    to: ['mara', 'lukasz'],
    watchers: ['mara', 'jurgen', 'priya'],
    ago: 21.7,
    tags: ['billing', 'rounding', 'auditor'],
    files: ['invoice'],
    checklist: [
      'x Understand',
      'x Agree with the tax adviser',
      'x Calculate per rate',
      'List of the 63 invoices',
      'Corrected invoices sent',
    ],
    text: text`
      Dear Ms. Lindqvist,

      the portal shows 172.77 + 32.84 = 205.61, the ERP 205.60. The difference is only one cent, but it exists twice: once in our
      books and once in the books of the practice.

      Please see the attached invoice 2026-0417.
    `,
    timeline: [
      [
        'mara',
        21.5,
        'Thank you, that is a very good example. I reckon that one of us rounds line by line. Give me a day.',
      ],
      ['mara', 21.4, { status: ['open', 'in_progress'] }],
      ['mara', 21.3, { category: ['general', 'billing'] }],
      [
        'lukasz',
        20.9,
        'We round per line. The ERP per rate. Nobody is wrong, but everybody is annoyed.',
        { internal: true },
      ],
      [
        'mara',
        20.6,
        'As suspected: we round each line, the ERP rounds the sum. We will do it as the ERP does. Before that I would like your tax adviser to agree.',
      ],
      ['petra', 20.2, 'I have forwarded the question.'],
      ['petra', 20.1, 'In the meantime, what shall I do with the invoices of this week?'],
      ['mara', 19.9, 'Send them as they are. We correct them together with the old ones, you will get one list.'],
      ['jurgen', 19.6, 'May I ask since when the portal has been rounding like this?'],
      [
        'lukasz',
        19.5,
        'Since the update of {on:78.5}. Before that the ERP calculated the total and we only printed it.',
      ],
      ['mara', 19.4, 'Turned into {#BOP-7}.', { internal: true }],
      ['mara', 19.3, { priority: ['medium', 'high'] }],
      ['petra', 17.5, 'The auditor comes on {in:25}. It would be important that everything is corrected by then.'],
      ['mara', 17.3, 'It will be.'],
      [
        'mara',
        17.2,
        {
          tags: [
            ['billing', 'rounding'],
            ['billing', 'rounding', 'auditor'],
          ],
        },
      ],
      [
        'jurgen',
        13.4,
        'The tax adviser agrees, see attachment. One remark: the *gross* sum must not change for invoices that have already been paid.',
        { files: ['invoice'] },
      ],
      [
        'lukasz',
        13.1,
        'Checked: of the 63 invoices concerned, 58 have been paid. For these the practice would have to pay one cent more or less. What do we do?',
      ],
      ['petra', 12.9, 'One cent is waived. I have a form for that.'],
      ['petra', 12.8, 'It is form 7b.'],
      ['mara', 12.7, 'Of course there is a form. 🙂 We put the number of the form into the list.'],
      [
        'lukasz',
        12.2,
        'The new calculation is on the test system. Could you compare some invoices that you know well?',
      ],
      ['petra', 10.4, 'Twenty compared, twenty correct. Including the one with the heel wedge.'],
      ['hannelore', 9.3, 'I follow this with interest. It is the first time that rounding is fun.'],
      ['mara', 4.7, 'The list is coming as CSV with semicolons: old number, new number, old total, new total, form.'],
      ['petra', 4.3, 'Semicolons are fine.'],
      [
        'mara',
        1.3,
        '31 of 63 are done, with numbers and forms. The rest on Monday; then you have three weeks before the auditor.',
      ],
      ['petra', 0.7, 'Very good. I found one older one, 2026-0291. Does it belong to the list?'],
      ['lukasz', 0.3, '2026-0291 was before the update, so it should not. Looking at it now.', { internal: true }],
    ],
  },
  {
    subject: 'Portal is slow on Monday mornings',
    status: 'open',
    priority: 'medium',
    category: 'technical_issue',
    channel: 'email',
    from: 'jurgen',
    to: ['lukasz'],
    watchers: ['mara'],
    ago: 17.6,
    tags: ['performance', 'erp'],
    text: 'Between 07:30 and 08:30 the price inquiry takes up to 14 seconds. On other days it takes less than one second. I have measured this on three Mondays and can provide the table.',
    timeline: [
      ['lukasz', 17.1, 'Please do send the table. My guess: the label printer and we ask the ERP at the same time.'],
      ['jurgen', 16.7, 'Attached.', { files: ['crew'] }],
      [
        'lukasz',
        16.2,
        'Confirmed: exactly while the labels are printed. I would limit us to five questions per second ({#BOP-12}).',
        { internal: true },
      ],
      [
        'jurgen',
        12.8,
        'The manufacturer will install a patch on {in:11}. I suggest waiting for that and measuring again afterwards.',
      ],
      ['lukasz', 12.6, 'Agreed.'],
    ],
  },
];
