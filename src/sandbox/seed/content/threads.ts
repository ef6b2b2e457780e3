import type { ThreadDraft } from '../drafts.js';

/** The tags of the chat, with a colour or without. */
export const threadTags: Readonly<Record<string, string | null>> = {
  question: '#0284c7',
  'on site': '#16a34a',
  release: '#9333ea',
  money: '#ca8a04',
  'for fun': null,
};

/** The chat: short, unfinished, sometimes off topic. */
export const threads: readonly ThreadDraft[] = [
  {
    org: 'lantern-works',
    title: 'Lunch on Friday',
    by: 'zoe',
    tags: ['for fun'],
    said: [
      ['zoe', 3.6, 'The Ethiopian place has reopened. Noon?'],
      ['lukasz', 3.5, 'In.'],
      ['misaki', 3.45, 'In, if somebody orders for me again 🙏'],
      ['sean', 3.2, 'I hold the fort and eat a sandwich with dignity.'],
      ['mara', 3.1, 'In. Table for five?'],
      ['zoe', 0.9, 'Table is booked, 12:15, by the window.'],
    ],
    read: [
      ['mara', 0.85],
      ['zoe', 0.85],
      ['lukasz', 0.6],
    ],
  },
  {
    org: 'lantern-works',
    title: 'Release of the roster today',
    by: 'lukasz',
    tags: ['release'],
    said: [
      [
        'lukasz',
        0.72,
        'Plan for {#SCM-12}: migration at 17:00 UTC, when nobody publishes. Eleven seconds on the copy.',
      ],
      ['misaki', 0.66, 'I check the *Kittiwake*, this week, before and after.'],
      [
        'sean',
        0.62,
        'I tell {annika} and {jonas} that the Tuesday warnings disappear, so that nobody thinks we lost them.',
      ],
      ['lukasz', 0.31, '{@mara} go or no go?'],
      ['misaki', 0.12, 'Before-picture is taken. 46 warnings.'],
    ],
    read: [
      ['mara', 0.5],
      ['lukasz', 0.1],
      ['misaki', 0.1],
    ],
  },
  {
    org: 'lantern-works',
    title: null,
    by: 'priya',
    said: [
      ['priya', 12.4, 'The kettle is broken. The *fast* one.'],
      ['ines', 12.3, 'Postmortem?'],
      ['priya', 12.2, 'Root cause: limescale. Contributing factor: all of us.'],
    ],
    read: [['mara', 11]],
  },
  {
    org: 'scandia-maritime',
    title: 'Field test: which ships, which week?',
    by: 'sigrid',
    tags: ['on site', 'question'],
    said: [
      ['sigrid', 20.5, 'I would propose *Kittiwake* and *Fulmar*, week {week:17}. {@mara} does that fit?'],
      [
        'mara',
        20.2,
        'Week {week:17} fits if the queue is ready on Thursday of the week before next. I say so with crossed fingers.',
      ],
      ['jonas', 19.7, 'The *Fulmar* has a new cook. Best moment to be on board.'],
      ['sigrid', 4.4, 'I need the number of people from you: cabins.'],
      ['misaki', 4.2, 'Two of us. One of us gets seasick, so near the middle please.'],
      ['sigrid', 0.55, '{@mara} two cabins on deck 3, near the middle. Shall I book them?'],
    ],
    read: [
      ['mara', 4],
      ['sigrid', 0.5],
      ['jonas', 2],
    ],
  },
  {
    org: 'scandia-maritime',
    title: 'Photos from the quay for the board',
    by: 'mara',
    said: [
      ['mara', 6.8, 'For the demo I would like two or three photos of the tablet in the rain. Does anybody have some?'],
      ['jonas', 6.4, 'It has only rained once this week. From Monday to Friday.'],
      ['sigrid', 6.1, 'This one?', { files: ['photo'] }],
      ['mara', 5.9, 'Perfect. You can even see the tape on the button.'],
    ],
    read: [
      ['mara', 5],
      ['sigrid', 5],
    ],
  },
  {
    org: 'bergmann-orthopaedie',
    title: 'Dates for the ERP update',
    by: 'jurgen',
    tags: ['question'],
    said: [
      [
        'jurgen',
        9.1,
        'Good morning. The manufacturer offers {in:15} or {in:22}, each from 14:00. Which date do you prefer?',
      ],
      ['priya', 8.9, 'The later one, please: on {in:15} half of us is on a boat.'],
      ['jurgen', 8.8, 'Noted. I am opening a ticket so that it does not get lost.'],
    ],
    read: [
      ['mara', 8.5],
      ['jurgen', 8.5],
    ],
  },
  {
    org: 'bergmann-orthopaedie',
    title: 'Hours in the last report',
    by: 'hannelore',
    tags: ['money'],
    status: 'closed',
    said: [
      ['hannelore', 14.9, 'The report lists 41.5 hours, the offer says 40. May I ask for an explanation?'],
      [
        'mara',
        14.6,
        'One and a half hours on the phone with the tax adviser. We do not charge them, they are only listed so that you see them.',
      ],
      ['hannelore', 14.4, 'That is fair. Thank you for the clarification.'],
    ],
    read: [['mara', 14]],
  },
  {
    org: 'casa-azul',
    title: 'Night of the Museums 🌙',
    by: 'jose',
    tags: ['on site'],
    said: [
      ['jose', 5.2, 'Saturday! Doors 18:00, last entry 23:15. Who of you is coming?'],
      ['zoe', 5.1, 'Me and two friends, tickets bought like everybody else.'],
      ['huong', 4.75, 'Hm. The desk says 21:15 is full and the site says 40 free. Which one is lying?'],
      ['mara', 4.7, 'Neither should. We look at once.'],
      ['huong', 1.7, 'All moved except nine people.'],
      ['jose', 0.45, '{@mara} and for Saturday night, which number do we call?'],
      ['huong', 0.15, 'And is it the same number for the wine? 🍷'],
    ],
    ticket: ['CASA-16', 4],
    read: [
      ['mara', 1],
      ['jose', 0.3],
      ['huong', 0.1],
    ],
  },
  {
    org: 'casa-azul',
    title: 'the new banner',
    by: 'jose',
    tags: ['for fun'],
    said: [
      ['jose', 0.28, 'It is VERY yellow. I love it.'],
      ['zoe', 0.22, 'You said *yellow*.'],
    ],
  },
  {
    org: 'casa-azul',
    title: 'What happens to the site after the exhibition?',
    by: 'jose',
    tags: ['question', 'money'],
    said: [
      [
        'jose',
        43.1,
        'The exhibition ends in three months. Do we keep the site, and what does it cost if nobody looks at it?',
      ],
      ['mara', 42.7, 'A quiet site costs 45 a month. We can also freeze it: pages stay, tickets go, 10 a month.'],
      ['jose', 41.9, 'Freeze sounds beautiful. From the day after?'],
      ['mara', 41.8, 'From the day after. I will remind you.'],
    ],
    read: [
      ['mara', 41],
      ['jose', 41],
    ],
  },
  {
    org: 'scandia-maritime',
    title: 'gloves',
    by: 'jonas',
    tags: ['question'],
    said: [
      [
        'jonas',
        11.4,
        'Which gloves work on the tablets? The blue ones do not, the orange ones do, the crew wants black ones.',
      ],
      [
        'misaki',
        11.1,
        'Anything with a conductive finger. I send you a list of five, all of them tested with cold hands.',
      ],
      ['jonas', 10.6, 'Number 4 it is.'],
    ],
    read: [
      ['mara', 10],
      ['jonas', 10],
    ],
  },
  {
    org: 'bergmann-orthopaedie',
    title: 'Straße or Strasse on labels?',
    by: 'jurgen',
    said: [
      ['jurgen', 1.55, 'The label printer cannot print ß in the small font. Is there an official replacement?'],
      [
        'ines',
        1.35,
        'ss, unless everything is in capitals, then ẞ has existed since 2017. Your printer is probably older.',
      ],
      ['jurgen', 1.15, 'It is from 2009. Thank you.'],
    ],
    read: [['jurgen', 1]],
  },
];
