import type { TicketDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BERG-11 to BERG-19, of Bergmann, which writes complete sentences and keeps every number. */
export const bergmannTicketsFrom11: readonly TicketDraft[] = [
  {
    subject: 'List of all users with their rights (audit)',
    status: 'resolved',
    priority: 'medium',
    category: 'general',
    channel: 'web_form',
    from: 'jurgen',
    to: ['priya'],
    ago: 16.4,
    score: 5,
    text: 'For the annual audit we need a list of all users, their rights and the date of the last sign-in. Format: anything that can be opened in ten years.',
    timeline: [
      ['priya', 15.8, 'As CSV and, for the ten years, on paper. Both are on the way.'],
      ['jurgen', 13.9, 'Received. The auditor has praised the paper.'],
      ['priya', 13.7, { status: ['open', 'resolved'] }],
    ],
  },
  {
    subject: 'Please take me off the newsletter',
    status: 'closed',
    priority: 'low',
    category: 'general',
    channel: 'email',
    from: 'petra',
    to: ['sean'],
    ago: 15.6,
    text: 'I only need messages about invoices.',
    timeline: [
      ['priya', 15.4, 'Done. You will still hear from us, but only about cents.'],
      ['priya', 15.3, { status: ['open', 'closed'] }],
    ],
  },
  {
    subject: 'VAT number of an Austrian practice is refused',
    status: 'waiting_on_agent',
    priority: 'high',
    category: 'billing',
    channel: 'email',
    from: 'petra',
    to: ['mara'],
    watchers: ['mara'],
    ago: 14.7,
    tags: ['vat', 'austria'],
    text: 'ATU 6338 4417 is valid according to the ministry, but the portal says "could not be checked".',
    timeline: [
      [
        'mara',
        14.4,
        'The European service was not available that afternoon. We should have said "try again later" instead of refusing the number.',
      ],
      ['petra', 14.1, 'It is refused today as well.'],
      [
        'mara',
        13.8,
        'Then it is the blanks. Please type it without: ATU63384417. I am making a note that blanks have to be ignored.',
      ],
      ['petra', 5.6, 'Without blanks it works. The practice would now like to know when it gets invoices without VAT.'],
      ['jurgen', 5.5, { status: ['waiting_on_customer', 'waiting_on_agent'] }],
    ],
  },
  {
    subject: 'Mail for resetting the password does not arrive',
    status: 'closed',
    priority: 'high',
    category: 'technical_issue',
    channel: 'web_form',
    from: 'jurgen',
    to: ['sean'],
    ago: 13.3,
    score: 2,
    tags: ['mail'],
    text: 'Three colleagues are waiting, the first one since 10:30.',
    timeline: [
      [
        'sean',
        13.0,
        'Sorry for the late answer: all our mail was stuck from 10:12 to 15:20 your time. It has been sent now.',
      ],
      ['jurgen', 12.85, 'The links were only valid for one hour. All three had expired on arrival.'],
      ['priya', 12.7, 'I have sent three new ones, valid until tomorrow evening. And yes, that is embarrassing.'],
      ['jurgen', 12.3, 'All three have signed in. A telephone call would have been helpful.'],
      ['sean', 12.2, 'You are right. It is part of what we change, see the report that {priya} sent you.'],
      ['sean', 11.9, { status: ['open', 'closed'] }],
    ],
  },
  {
    subject: 'Please remove the fax number from all documents',
    status: 'paused',
    priority: 'low',
    category: 'general',
    channel: 'email',
    from: 'hannelore',
    to: ['ines'],
    ago: 11.2,
    text: 'The line will be cancelled on {in:41}. Until then the number has to remain on the documents.',
    timeline: [
      ['priya', 11.0, 'We change it on that day. Paused until then.'],
      ['priya', 10.9, { status: ['open', 'paused'] }],
    ],
  },
  {
    subject: 'Maintenance window next month?',
    status: 'open',
    priority: 'medium',
    category: 'general',
    channel: 'email',
    from: 'jurgen',
    to: ['mara', 'priya'],
    watchers: ['mara'],
    ago: 8.7,
    text: 'We are planning an ERP update on {in:22} from 14:00 to about 20:00. The portal will then receive no prices. Is that possible from your side?',
    timeline: [
      [
        'priya',
        8.3,
        'That day is fine for us. Shall the portal be closed, or show the prices of the day before with a note?',
      ],
      ['jurgen', 7.6, 'I have to ask {hannelore}.'],
      ['hannelore', 7.1, 'Closed. A price that is not valid is not a price.'],
      ['mara', 6.8, 'Closed it is, with a page that says until when. Who rings whom when you are done?'],
    ],
  },
  {
    subject: 'Export for the tax adviser',
    status: 'waiting_on_customer',
    priority: 'medium',
    category: 'feature_request',
    channel: 'web_form',
    from: 'petra',
    to: ['mara'],
    ago: 7.9,
    tags: ['export', 'billing'],
    files: ['crew'],
    text: 'Our tax adviser would like to import the invoices directly. A sample file from last year is attached.',
    timeline: [
      [
        'mara',
        7.5,
        'That is possible, after the matter with the cent ({#BOP-10} waits for it). Which account do you use for made-to-measure shoes?',
      ],
      ['mara', 7.4, { status: ['open', 'waiting_on_customer'] }],
    ],
  },
  {
    subject: 'Cannot upload "Bestellung März "neu" – Entwurf (2).csv"',
    status: 'open',
    priority: 'medium',
    category: 'technical_issue',
    channel: 'web_form',
    from: 'jurgen',
    to: ['misaki'],
    watchers: ['mara', 'misaki'],
    ago: 3.4,
    tags: ['upload', 'encoding'],
    files: ['order'],
    text: text`
      A practice is not able to upload the attached file. I have tried the following:

      | File name | Result |
      |---|---|
      | \`Bestellung März "neu" – Entwurf (2).csv\` | error 500 |
      | \`Bestellung März neu.csv\` | works |
      | \`Bestellung "neu".csv\` | error 500 |

      I therefore suspect the quotation marks. Interestingly, they are not possible under Windows; the practice uses a Mac.
    `,
    timeline: [
      [
        'misaki',
        3.1,
        'それは… What a beautiful table, thank you! It is the quotation marks, as you say. They end the file name too early.',
      ],
      ['jurgen', 2.7, 'I am pleased to have been of help.'],
      [
        'misaki',
        2.6,
        'Also broken: a name that ends in a backslash, and one with a line break. Adding both to the tests.',
        { internal: true },
      ],
    ],
  },
  {
    subject: 'Labels: barcode is printed 3 mm too low',
    status: 'open',
    priority: 'low',
    category: 'technical_issue',
    channel: 'email',
    from: 'petra',
    ago: 0.6,
    tags: ['labels'],
    text: 'Since the new roll of labels. The scanner reads two out of three.',
  },
];
