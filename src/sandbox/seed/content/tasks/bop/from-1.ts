import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** BOP-1 to BOP-6, of the order portal. */
export const portalTasksFrom1: readonly TaskDraft[] = [
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
      'x All orders of the last weeks checked',
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
        'Of 412 orders exactly one went out with the wrong side, number 88213. It had been noticed at the fitting.',
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
];
