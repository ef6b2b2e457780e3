import type { TicketDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BERG-1 to BERG-3, of Bergmann, which writes complete sentences and keeps every number. */
export const bergmannTicketsFrom1: readonly TicketDraft[] = [
  {
    subject: 'Access for two new colleagues',
    status: 'closed',
    priority: 'low',
    category: 'general',
    channel: 'email',
    from: 'jurgen',
    to: ['priya'],
    ago: 160.2,
    score: 5,
    text: 'Dear Sir or Madam,\n\nplease set up Ms. Kranz and Mr. Öztürk with the role "Order entry" as of the first of the month.\n\nKind regards\n{jurgen}',
    timeline: [
      ['priya', 159.8, 'Both are set up, the invitations are valid for seven days.'],
      ['jurgen', 158.1, 'Both have signed in successfully.'],
      ['priya', 157.9, { status: ['open', 'closed'] }],
    ],
  },
  {
    subject: 'Error message when saving a delivery address',
    status: 'closed',
    priority: 'medium',
    category: 'technical_issue',
    channel: 'web_form',
    from: 'petra',
    to: ['sean'],
    ago: 151.4,
    score: 4,
    tags: ['orders'],
    text: 'When I save the address of the practice in Großschönau-Waltersdorf, the following appears: "value too long for type character varying(40)".',
    timeline: [
      [
        'sean',
        151.1,
        'Thank you. The street was limited to 40 characters, and yours has 46. The limit is 120 as of now.',
      ],
      ['petra', 150.7, 'It works. I would also have understood a message in German.'],
      ['sean', 150.6, 'Fair. That message should never have been shown to anybody.'],
      ['sean', 150.5, { status: ['open', 'closed'] }],
    ],
  },
  {
    subject: 'Left and right were swapped in order 88213',
    status: 'closed',
    priority: 'urgent',
    category: 'technical_issue',
    channel: 'email',
    from: 'hannelore',
    to: ['mara', 'sean'],
    watchers: ['mara', 'priya'],
    ago: 122.4,
    score: 4,
    tags: ['orders', 'safety', 'quality management'],
    checklist: [
      'x Order 88213 repeated',
      'x Cause found',
      'x All orders of the last weeks checked',
      'x Written statement',
    ],
    text: text`
      Dear Ms. Lindqvist,

      in the above-mentioned order the insoles were made for the wrong side. The practice states that the sides had been
      entered correctly and has sent a photograph of the screen.

      For a medical product this is a reportable incident. I therefore ask for a written statement on

      1. the cause,
      2. the number of orders concerned,
      3. the measures taken.

      Kind regards
      Dr. Hannelore Bergmann
    `,
    timeline: [
      ['mara', 122.3, 'Dear Dr. Bergmann, we take this very seriously. I will ring you within the hour.'],
      ['mara', 122.25, { status: ['open', 'in_progress'] }],
      ['mara', 122.2, { added: ['sean'] }],
      [
        'mara',
        122.1,
        'Order form frozen: orders with a side are confirmed by phone until we know more.',
        { internal: true },
      ],
      [
        'sean',
        121.9,
        'Found it. Remove a line in the middle and the sides below move up by one. Not the browser, not the practice: us.',
        { internal: true },
      ],
      [
        'mara',
        121.5,
        'The cause is known and it is on our side: when a line was removed, the following line took over its side. The form has been corrected and is being tested now.',
      ],
      ['hannelore', 121.2, 'Thank you for the openness. How many orders are concerned?'],
      [
        'mara',
        121.1,
        'We are comparing all orders of the last three months with the photographs and forms. Result tomorrow at noon.',
      ],
      ['misaki', 120.7, '412 checked by hand, twice, by two people. One wrong: 88213.', { internal: true }],
      [
        'mara',
        120.5,
        'One of 412: number 88213, the one you reported. The measures are: a corrected form, a test for every field with a side, and the side in words in the confirmation mail.',
      ],
      ['hannelore', 120.3, 'Then the patient was not unlucky but attentive. I am expecting the statement by post.'],
      ['mara', 119.7, 'In the post since this morning, and here as a PDF.', { files: ['invoice'] }],
      [
        'hannelore',
        117.2,
        'Received. The incident is closed for us. I would like to note that it was handled very properly.',
      ],
      ['mara', 117.1, { status: ['in_progress', 'resolved'] }],
      ['mara', 107.1, { status: ['resolved', 'closed'] }],
    ],
  },
];
