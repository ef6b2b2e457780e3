import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsFile } from '../../src/memory/folder.js';
import { readWords } from '../../src/memory/similar.js';
import { appendTexts } from '../../src/memory/texts.js';
import { makeRandom } from '../../src/sandbox/seed/random.js';
import { makeFolder } from '../support/computer/folder.js';

/** Tickets of different people about the same thing: title and message of each. */
const pairs: readonly (readonly [string, string, string, string])[] = [
  [
    'Printer jams on thick paper',
    'Since the update, tray two jams.',
    'Paper stuck in tray two',
    'The printer jams each time.',
  ],
  [
    'Cannot reset my password',
    'The reset mail never arrives.',
    'No mail after password reset',
    'I waited an hour for it.',
  ],
  [
    'VPN drops every ten minutes',
    'From home, the tunnel closes.',
    'VPN tunnel unstable',
    'It drops while I am on calls.',
  ],
  [
    'Invoice shows the wrong VAT',
    'It has 19 % instead of 7.',
    'VAT rate on our invoice',
    'Books are at the reduced rate.',
  ],
  [
    'Export to Excel is empty',
    'The spreadsheet has headers only.',
    'Empty spreadsheet',
    'The export downloads with no rows.',
  ],
  [
    'Übersetzung fehlt im Menü',
    'Das Menü ist auf Englisch.',
    'Menü nicht übersetzt',
    'Nur die Übersetzung der Fußzeile stimmt.',
  ],
  [
    'La factura llega dos veces',
    'Recibimos el duplicado ayer.',
    'Factura por duplicado',
    'El cliente pagó una sola vez.',
  ],
  [
    'Calendar is an hour off',
    'Daylight saving moved my meetings.',
    'Meetings shifted',
    'After daylight saving, my calendar lies.',
  ],
  [
    'Login with SSO loops',
    'The identity provider sends me back.',
    'Endless redirect',
    'SSO and the identity provider never agree.',
  ],
  [
    'Photos upload sideways',
    'Portrait pictures are rotated.',
    'Rotated pictures',
    'My phone saves them upright, sideways here.',
  ],
  [
    'Webhook fires twice',
    'Our endpoint receives each delivery again.',
    'Duplicate deliveries',
    'The webhook calls our endpoint again.',
  ],
  [
    'Barcode scanner reads nothing',
    'The handheld beeps, the field stays empty.',
    'Handheld scanner',
    'It beeps and types no barcode.',
  ],
  [
    'Search ignores umlauts',
    'Müller is not found as Mueller.',
    'Müller not found',
    'Searching with umlauts returns nothing.',
  ],
  [
    'Refund still pending',
    'The courier lost it three weeks ago.',
    'Where is my refund',
    'You promised it when the courier lost the box.',
  ],
  [
    'Dark theme has black text',
    'Labels are unreadable at night.',
    'Unreadable labels',
    'In the dark theme they are black on black.',
  ],
  [
    'Two-factor codes rejected',
    'The authenticator shows a code that fails.',
    'Authenticator',
    'Each two-factor code is rejected.',
  ],
  [
    'Shipping label prints blank',
    'Thermal printer, new driver.',
    'Blank shipping label',
    'Our thermal printer feeds an empty one.',
  ],
  [
    'Licence seats miscounted',
    'We removed people, seats stay used.',
    'Seats',
    'Removed colleagues still take a licence.',
  ],
  ['Map tiles do not load', 'Grey squares instead of streets.', 'Grey map', 'All tiles are squares since the weekend.'],
  [
    'Podcast feed broken',
    'Listeners get an XML parse failure.',
    'Feed does not validate',
    'XML failure in every podcast player.',
  ],
];

const filler =
  'please could you have a look when there is time because our team needs this to work again soon thanks'.split(' ');
const subjects = 'question request issue trouble help something update note'.split(' ');

/** The pairs among tickets that have nothing in common but what everybody writes. */
function openTexts(others: number, more: readonly (readonly [subject: string, body: string])[] = [], among = pairs) {
  const folder = makeFolder();
  writeFileSync(textsFile(folder), '');
  const random = makeRandom('similar');
  const chatter = (): string => Array.from({ length: 12 }, () => random.pick(filler)).join(' ');
  const lone = (at: number): string => `w${at}x${random.int(9999)}q`;
  const made = [
    ...among.flatMap(
      ([one, first, other, second]) =>
        [
          [one, first],
          [other, second],
        ] as const,
    ),
    ...Array.from(
      { length: others },
      (_, at) => [`${random.pick(subjects)} ${lone(at)}`, `${lone(at)} ${lone(at)}`] as const,
    ),
    ...more,
  ];
  const details = made.map(([subject, body], at) => ({
    ticket: { id: `t${at}`, displayId: `A-${at}`, subject },
    messages: [{ id: `m${at}`, body: `${chatter()}. ${body} ${chatter()}` }],
  }));
  for (const detail of details) {
    const url = new URL(`https://work.example/api/v1/tickets/${detail.ticket.id}`);
    appendTexts(textsFile(folder), [{ url, bytes: Buffer.from(JSON.stringify(detail)), at: new Date(), has: 0 }]);
  }
  return { folder, details };
}

test('of 20 pairs among 400 tickets, each finds the other first, and a ticket like none finds none', async () => {
  const { folder, details } = openTexts(360);
  const words = await readWords(folder);
  expect(words.count).toBe(400);
  for (const [at, detail] of details.entries()) {
    const [like] = words.like('tickets', `t${at}`, detail, 3);
    const other = at < 2 * pairs.length ? `A-${at % 2 === 0 ? at + 1 : at - 1}` : undefined;
    expect(like?.ref, detail.ticket.subject).toBe(other);
  }
  const [like] = words.like('tickets', 't0', details[0] ?? {}, 3);
  expect(like).toMatchObject({ title: 'Paper stuck in tray two', words: expect.arrayContaining(['jams', 'tray']) });
  expect(words.like('tickets', 'new', details[0] ?? {}, 1).map(({ ref }) => ref)).toEqual(['A-0']);
});

test('of few texts, what everybody writes is no likeness', async () => {
  const written = [
    ['Gate stays shut after the storm', 'We have not found out why that is, and the key is with the guard.'],
    ['Lamp in the corridor is dark', 'That is why we have ordered new ones, and a ladder.'],
    ['Gate at the storm wall stays shut', 'The guard has no key for it.'],
  ] as const;
  const { folder } = openTexts(0, written, []);
  const words = await readWords(folder);
  const like = (subject: string, description: string) =>
    words.like('tickets', 'new', { ticket: { subject, description } }, 3).map(({ title }) => title.slice(0, 4));
  expect(like('Why is the music that loud', 'We have neighbours, and that is not what they ordered.')).toEqual([]);
  expect(like('The gate is shut', 'Where is the guard with the key?')).toEqual(['Gate', 'Gate']);
});

test('addresses are no words', async () => {
  const see = 'Please look: https://tracker.example.com:45527/acme (http://127.0.0.1:45527/x) again.';
  const { folder } = openTexts(60, [
    ['Gate stays shut', see],
    ['Lamp is dark', see],
  ]);
  const words = await readWords(folder);
  expect(words.like('tickets', 'new', { ticket: { subject: 'Door', description: see } }, 3)).toEqual([]);
  expect(words.like('tickets', 'new', { ticket: { subject: 'Gate', description: see } }, 3)).toMatchObject([
    { title: 'Gate stays shut', words: ['gate'] },
  ]);
});
