import type { TaskDraft } from '../drafts.js';
import { text } from './text.js';

/** SCM-1 to SCM-12. */
export const firstCrewTasks: readonly TaskDraft[] = [
  {
    title: 'Set up the repository and continuous integration',
    status: 'done',
    type: 'chore',
    by: 'lukasz',
    to: ['lukasz'],
    ago: 149.6,
    estimate: 240,
    tags: ['setup'],
    text: 'One repository, two packages (`server` and `tablet`). The pipeline must finish in under six minutes, otherwise nobody waits for it.',
    logged: [['lukasz', 148.2, 210, 'pipeline, runners, cache']],
    said: [
      ['misaki', 148.1, 'The tablet build takes four of the six minutes. Can we cache the Gradle folder?'],
      ['lukasz', 147.8, 'Cached. 3:40 now.'],
    ],
  },
  {
    title: 'Import crew master data from the old spreadsheet',
    status: 'done',
    priority: 'medium',
    type: 'task',
    channel: 'import',
    by: 'mara',
    to: ['lukasz'],
    ago: 148.3,
    estimate: 480,
    tags: ['data', 'migration'],
    files: ['crew'],
    text: text`
      The planners keep everybody in one spreadsheet with 43 columns. We need eleven of them.

      | Column | Becomes | Remark |
      |---|---|---|
      | \`Namn\` | name | "Last, First" in about half of the rows |
      | \`Anst.nr\` | employee number | leading zeros matter |
      | \`Fartyg\` | home ship | old names, see the list below |
      | \`Behörighet\` | certificates | several, separated by \`;\` or \`,\` or a line break |

      Ships that were renamed:

      - *Havsörn* is now *Kittiwake*
      - *Nordan* was sold, its crew goes to the pool

      > Rows without an employee number are people who left. Do not import them. — {annika}, on the phone
    `,
    logged: [
      ['lukasz', 146.2, 300, 'parser and dry run'],
      ['lukasz', 145.4, 150, 'second import, with the corrections from Gothenburg'],
    ],
    said: [
      [
        'lukasz',
        146.1,
        '412 people read, 17 rows skipped. {@annika} could you look at the skipped ones? They are at the end of the CSV.',
      ],
      ['sigrid', 145.7, '{annika} is at sea this week, so I looked. All 17 have left the company.'],
      ['mara', 145.2, 'Good, closing. The CSV stays here for reference.'],
    ],
  },
  {
    title: 'Roster view: one row per crew member, one column per day',
    status: 'done',
    priority: 'high',
    type: 'feature',
    by: 'mara',
    to: ['zoe', 'ines'],
    ago: 146.5,
    estimate: 2400,
    span: [-198, -170],
    tags: ['roster', 'ui'],
    after: [2],
    files: ['sketch'],
    text: text`
      ## What planners do today

      They print the spreadsheet, draw on it with three colours and type the result back in the evening. The view should be
      as quick as the paper.

      ## What we build

      1. A grid with people down the side and two weeks across
         - shore days grey, ship days in the colour of the ship
         - a night shift is drawn **across** the midnight line, see {#SCM-12}
      2. Typing the first letter of a ship fills the cell
      3. \`Ctrl+Z\` really undoes, also after saving

      ## What we leave out for now

      - dragging whole weeks
      - comments in cells
    `,
    checklist: [
      'x Grid scrolls smoothly with 400 rows',
      'x Keyboard only',
      'x Colours distinguishable in black and white print',
    ],
    logged: [
      ['zoe', 141.5, 420, 'sketches with the planners'],
      ['ines', 133.3, 960],
      ['ines', 129.8, 540, 'keyboard handling'],
    ],
    said: [
      [
        'zoe',
        142.4,
        'Sketch attached. The third colour was for "asked, not yet confirmed" — we need a state for that.',
        { files: ['sketch'] },
      ],
      ['jonas', 141.9, 'Yes! And please not red. Red means medical leave here.'],
      ['zoe', 141.8, 'Hatched, then.'],
      ['ines', 130.1, 'Grid is on staging. 400 rows scroll fine, 1,200 do not, but nobody has 1,200.'],
      [
        'mara',
        128.5,
        'Shown to the planners on Thursday. They asked when they can throw the paper away. Done, I would say.',
      ],
    ],
  },
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
        'Week 23 of the *Kittiwake* reports a violation which the paper roster does not have. Deck 2, the night of the 9th.',
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
        'The doctor in Tórshavn writes dates as 07.11.26. Is that the 7th of November or the 11th of July?',
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
        'We asked the terminal about a second antenna. Earliest in spring, so please do not wait for it.',
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
  {
    title: 'Swap requests between crew members',
    status: 'in_review',
    priority: 'medium',
    type: 'feature',
    by: 'jonas',
    to: ['ines', 'misaki'],
    ago: 33.8,
    due: 5,
    estimate: 1800,
    tags: ['roster', 'swaps'],
    after: [3, 4],
    plans: [['mara', 1]],
    text: text`
      Two people agree to swap a shift, the planner says yes or no.

      - both must hold the certificates for the other's post ({#SCM-5})
      - the swap must not break anybody's rest hours ({#SCM-4})
      - the planner sees *why* a swap is not possible, in words: "{emeka} would get 8 h 20 min of rest on Tuesday"

      Out of scope: three-way swaps. They exist, they are rare, and they are settled over coffee.
    `,
    checklist: ['x Request', 'x Accept or refuse', 'x Reasons in words', 'Mail to both', 'Undo until the shift begins'],
    logged: [
      ['ines', 22.6, 600],
      ['ines', 15.4, 420],
      ['misaki', 3.2, 150, 'test plan and first round'],
    ],
    said: [
      [
        'jonas',
        30.4,
        'The union asked whether a refused swap stays visible. They would prefer that it disappears after a month.',
      ],
      ['mara', 29.9, 'Agreed with {sigrid}: 30 days, then only the planner sees it.'],
      ['ines', 15.2, 'Ready for review except for the mails. The texts are in the wiki, please correct my Swedish.'],
      ['misaki', 3.1, 'Found one: A asks B, B asks A for the same shift. Both accept. Now both have *no* shift. 🙃'],
      ['ines', 2.8, 'Oh dear. Fixing.'],
    ],
  },
  {
    title: 'Print the weekly roster on one landscape A4 page',
    status: 'done',
    priority: 'low',
    type: 'improvement',
    by: 'annika',
    to: ['zoe'],
    ago: 32.6,
    estimate: 360,
    tags: ['print'],
    files: ['roster'],
    text: "It hangs in the mess, next to the menu. Names in full, times in 24 h, and the ship's name large enough to read from the door.",
    logged: [['zoe', 31.4, 300]],
    said: [
      [
        'zoe',
        31.1,
        'Week 46 as an example. With 23 people it fits; with 24 the font shrinks to 8 points.',
        { files: ['roster'] },
      ],
      ['annika', 30.6, 'No ship has more than 22. Perfect!'],
    ],
  },
  {
    title: 'Queue writes while offline and replay them in order',
    status: 'in_progress',
    priority: 'high',
    type: 'feature',
    by: 'lukasz',
    to: ['lukasz', 'olena'],
    ago: 31.8,
    due: 6,
    span: [-9, 6],
    estimate: 1920,
    tags: ['offline', 'tablet'],
    text: text`
      The missing half of {#SCM-6}.

      \`\`\`mermaid
      stateDiagram-v2
        [*] --> waiting
        waiting --> sending: connection
        sending --> done: 2xx
        sending --> waiting: network error, 5xx
        sending --> conflict: 409
        conflict --> waiting: the foreman decides
      \`\`\`

      ### Rules

      1. One queue per tablet, first in, first out
      2. A change that the server refuses (\`4xx\`) leaves the queue and is shown to the person who made it
      3. Nothing is merged. Two changes to one cell are two changes
      4. At most 500 entries; when it is full the roster becomes read-only and says so
    `,
    logged: [
      ['lukasz', 21.7, 360],
      ['olena', 11.3, 420, 'storage'],
      ['olena', 5.8, 300],
      ['lukasz', 1.2, 150, 'review'],
    ],
    said: [
      [
        'olena',
        18.3,
        'IndexedDB or a plain file through the shell? I would take IndexedDB: it survives, and we need no permission.',
      ],
      ['lukasz', 18.1, 'IndexedDB. Please ask for `persist()`, the tablets are always nearly full.'],
      ['olena', 5.7, 'Storage is done and tested with a pulled battery. Replay follows.'],
      [
        'mara',
        1.6,
        'Is Thursday still realistic? The field test ({#SCM-11}) depends on it and {sigrid} has to book people.',
      ],
      ['olena', 1.3, 'Thursday yes. Unless the conflict dialog gets bigger than the sketch.'],
    ],
  },
  {
    title: 'Replay must not create a swap request twice',
    status: 'todo',
    priority: 'high',
    type: 'task',
    by: 'mara',
    to: ['olena'],
    ago: 29.3,
    due: 10,
    estimate: 480,
    tags: ['offline', 'swaps'],
    after: [9, 7],
    text: text`
      If the answer gets lost on the way back, the tablet sends the request again and there are two swaps.

      Give every change an id **on the tablet** and let the server answer the second one with the result of the first:

      \`\`\`http
      POST /swaps HTTP/1.1
      Idempotency-Key: 7f4d2c1e-90aa-4d4f-8a52-1f0f3a3f1c55
      Content-Type: application/json

      {"from":"0417","to":"0388","shift":"2026-11-24/night"}
      \`\`\`

      Keys are kept for 48 hours. That is longer than any ship is out of reach.
    `,
    said: [
      [
        'sigrid',
        26.2,
        'The Tórshavn ferry was once out of reach for three days (ice on the antenna). Can it be a week?',
      ],
      ['lukasz', 26.1, 'A week costs nothing. Changed.'],
    ],
  },
  {
    title: 'Field test with two ships',
    status: 'backlog',
    priority: 'medium',
    type: 'task',
    by: 'mara',
    to: ['mara', 'misaki'],
    ago: 28.5,
    due: 17,
    estimate: 960,
    tags: ['offline', 'test'],
    after: [6, 7, 10],
    plans: [['mara', null]],
    text: text`
      One week on the *Kittiwake* (Gothenburg) and the *Fulmar* (Tórshavn).

      - [ ] six tablets with the new build, two spare
      - [ ] a phone number that somebody answers from 05:00
      - [ ] paper rosters ready in case it goes wrong
      - [ ] questionnaire, at most five questions
    `,
    said: [['sigrid', 20.4, 'The *Fulmar* goes into dry dock on the 14th. Before that, please, or in January.']],
  },
  {
    title: 'Night ferry to Tórshavn: shifts across midnight are counted on the wrong day',
    status: 'in_progress',
    priority: 'high',
    type: 'bug',
    by: 'sigrid',
    to: ['mara', 'lukasz'],
    ago: 14.3,
    due: 0,
    estimate: 480,
    tags: ['rest-hours', 'time-zones'],
    plans: [
      ['mara', 0],
      ['misaki', 1],
    ],
    text: text`
      The ferry leaves Hirtshals at **21:30 Danish time** and arrives after two nights, one hour "earlier" on the Faroese clock. A
      night shift from 22:00 to 06:00 is

      - 9 hours long on the ship,
      - 8 hours long if you subtract the two wall clocks,
      - and it belongs to the day on which it *begins*, whatever the sums say.

      We subtract wall clocks and cut at midnight. So the roster claims a rest-hour violation every single Tuesday, and the planners have learnt to
      ignore the warning. **That is the real damage.**

      ### Expected

      Store instants, show the ship's clock, count on the day of the start.

      \`\`\`sql
      ALTER TABLE shifts
        ADD COLUMN starts_at timestamptz,
        ADD COLUMN ends_at   timestamptz;

      UPDATE shifts s
         SET starts_at = (s.day + s.start_time) AT TIME ZONE v.home_zone,
             ends_at   = (s.day + s.end_time + CASE WHEN s.end_time <= s.start_time THEN interval '1 day' ELSE interval '0' END)
                         AT TIME ZONE v.arrival_zone
        FROM voyages v
       WHERE v.id = s.voyage_id;
      \`\`\`

      Related: {#SCM-4}, and the drawing in {#SCM-3}.
    `,
    checklist: [
      'x Migration written',
      'x Migration tried on a copy of production',
      'Roster shows the clock of the ship',
      'Old warnings re-counted',
      'Planners told',
    ],
    logged: [
      ['lukasz', 9.4, 240, 'migration'],
      ['mara', 6.6, 45, 'examples from the planners'],
      ['lukasz', 4.2, 180],
      ['mara', 0.9, 75, 'went through October with planning'],
    ],
    said: [
      ['annika', 13.2, 'To be clear, we do not ignore *all* warnings. Only the Tuesday ones.'],
      ['mara', 12.8, 'Which is one too many to ignore. {@lukasz} how big is it?'],
      [
        'lukasz',
        12.6,
        'Two days, most of it for old rows. 31 of 18,204 shifts end before they begin; somebody has to tell us what they mean.',
      ],
      [
        'mara',
        6.5,
        'I have the answers for 29 of the 31. The other two are people who swapped at sea, {#SCM-7} would have caught them.',
      ],
      ['lukasz', 4.1, 'Migration ran on a copy in 11 s. Tuesday warnings: 46 before, 2 after. Both are real.'],
      ['jonas', 1.8, 'Will the printed roster show both clocks? The cooks go by the Danish one, I am told since 1974.'],
      ['mara', 0.7, "Ship's clock, with the other one in small. {@lukasz} this goes out today?"],
    ],
  },
];
