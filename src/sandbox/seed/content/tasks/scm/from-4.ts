import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-4 to SCM-6, of the crew manager. */
export const crewTasksFrom4: readonly TaskDraft[] = [
  {
    title: 'Rest hours: warn when somebody gets less than 10 hours in any 24',
    status: 'done',
    priority: 'high',
    type: 'feature',
    by: 'mara',
    to: ['lukasz'],
    ago: 138.4,
    estimate: 1200,
    tags: ['rest-hours', 'compliance'],
    after: [3],
    text: text`
      The convention wants two things, and the roster must show both **before** it is published:

      - at least 10 hours of rest in *any* period of 24 hours (a sliding window, not a calendar day)
      - at least 77 hours in any seven days

      Rest may be split into two parts, one of them at least six hours long.

      \`\`\`ts
      const hour = 3_600_000;

      export function restIn(shifts: readonly Shift[], from: number, to: number): number {
        const worked = shifts
          .map((s) => Math.min(s.end, to) - Math.max(s.start, from))
          .filter((ms) => ms > 0)
          .reduce((sum, ms) => sum + ms, 0);
        return (to - from - worked) / hour;
      }
      \`\`\`

      It is enough to start a window at the end of each shift.
    `,
    logged: [
      ['lukasz', 131.6, 480],
      ['lukasz', 127.2, 360, 'tests from the handbook, pages 14 to 19'],
      ['misaki', 125.9, 120, 'checked with three real weeks'],
    ],
    said: [
      [
        'misaki',
        126.3,
        'Last week of the *Kittiwake* reports a violation which the paper roster does not have. Deck 2, the night to Tuesday.',
      ],
      [
        'lukasz',
        126.1,
        'The paper is wrong: the relief came 40 minutes late that night and it was written down in the log but not in the roster.',
      ],
      ['sigrid', 125.8, 'Confirmed by the master. First catch!'],
    ],
  },
  {
    title: 'Certificates with expiry dates',
    status: 'done',
    priority: 'medium',
    type: 'feature',
    by: 'sigrid',
    to: ['ines'],
    ago: 131.2,
    estimate: 960,
    tags: ['certificates'],
    text: 'Basic safety, medical, radio, crowd management. Each has a number, an issuer and an expiry date; some never expire (leave the date empty). People whose certificate runs out during a voyage must not be put on it.',
    logged: [['ines', 122.7, 780]],
    said: [
      [
        'jonas',
        121.3,
        'The doctor in Tórshavn writes dates as 07.11.25. Is that the 7th of November or the 11th of July?',
      ],
      ['ines', 121.1, 'The 7th. The field now shows the month as a word while you type.'],
    ],
  },
  {
    title: 'Tablet on the quay loses changes when the terminal Wi-Fi drops',
    status: 'in_progress',
    priority: 'urgent',
    type: 'bug',
    by: 'mara',
    to: ['lukasz', 'mara'],
    ago: 34.4,
    due: 3,
    estimate: 1440,
    tags: ['offline', 'tablet'],
    after: [9],
    plans: [
      ['mara', 0],
      ['lukasz', 0],
    ],
    files: ['tabletLog', 'chart'],
    text: text`
      ## What happens

      The tablets at Kvarnholmen lose the Wi-Fi for 5 to 90 seconds every time a ferry docks: the ship's hull shadows the
      antenna. Whatever the foreman enters in that time **looks saved and is gone** after the next reload. Reported by
      {emeka} in {#ticket:SCM-3}.

      ## How to see it

      1. Open the roster on a tablet
      2. Switch on flight mode
      3. Move somebody to another shift; the cell turns green
      4. Switch flight mode off and reload
      5. The change is gone, and nothing said so

      ## What we know

      | Terminal | Drops per day | Longest | Changes lost (last week) |
      |---|---:|---:|---:|
      | Kvarnholmen | 31 | 94 s | 12 |
      | Masthugget | 4 | 20 s | 1 |
      | Tórshavn | 9 | 310 s | 6 |

      The request fails and the error is swallowed here:

      \`\`\`ts
      async function saveCell(cell: Cell): Promise<void> {
        paint(cell, 'saved');
        await api.put(\`/roster/\${cell.id}\`, cell).catch(() => undefined);
      }
      \`\`\`

      ## What to do

      - [x] stop painting a cell green before the server has answered
      - [x] show a bar "3 changes wait for a connection"
      - [ ] queue and replay, {#SCM-9}
      - [ ] no duplicates after replay, {#SCM-10}

      See also the [notes on browser storage](https://developer.mozilla.org/docs/Web/API/Storage_API).
    `,
    checklist: [
      'x Honest cell colours',
      'x Bar with the number of waiting changes',
      'Queue survives a reload',
      'Queue survives an empty battery',
      'Tested at Kvarnholmen with a real ferry',
    ],
    logged: [
      ['lukasz', 30.4, 180, 'reproduced, log from tablet 07'],
      ['mara', 29.6, 60, 'call with Scandia'],
      ['lukasz', 12.5, 300],
      ['misaki', 8.3, 90, 'flight mode, tunnel mode, bag-of-crisps mode'],
      ['lukasz', 1.4, 240, 'bar and colours'],
    ],
    said: [
      ['emeka', 33.6, 'It is not "sometimes". Every ferry. I can film it if that helps.'],
      [
        'lukasz',
        33.2,
        'Log from tablet 07 attached. Between 06:12 and 06:14 there are four failed `PUT`s and not one retry.',
        { files: ['tabletLog'] },
      ],
      [
        'sigrid',
        32.7,
        'We asked the terminal about a second antenna. Not before next year, so please do not wait for it.',
      ],
      ['mara', 32.5, 'We will not. {@lukasz} can we at least tell people that something was not saved, this week?'],
      ['lukasz', 32.4, 'Yes. The honest colours are a day. The queue is not.'],
      [
        'zoe',
        28.8,
        'Proposal for the bar: one line, yellow, at the bottom, no button. It goes away by itself. A button would suggest that there is something to do.',
      ],
      ['jonas', 27.9, 'Like it. Could it say *whose* shifts are waiting? The foreman will want to ring those people.'],
      ['zoe', 27.7, 'Tap on the bar opens the list.'],
      [
        'misaki',
        8.2,
        text`
        Tested the build of this morning on three tablets:

        - colours honest in all of them ✅
        - bar appears after 2 s ✅
        - after *restarting* the tablet the bar is empty although two changes were waiting ❌
      `,
      ],
      ['lukasz', 7.9, 'That is {#SCM-9}: the queue lives in memory until then.'],
      ['mara', 2.6, '{@misaki} how many lost changes did we have this week, compared to before the bar?'],
      ['misaki', 2.3, '19 → 3. People now see it and type it again. Chart attached.', { files: ['chart'] }],
    ],
  },
];
