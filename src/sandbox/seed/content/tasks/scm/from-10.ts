import type { TaskDraft } from '../../../drafts.js';
import { text } from '../../text.js';

/** SCM-10 to SCM-12, of the crew manager. */
export const crewTasksFrom10: readonly TaskDraft[] = [
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
    said: [['sigrid', 20.4, 'The *Fulmar* goes into dry dock on {in:25}. Before that, please, or two weeks later.']],
  },
  {
    title: 'Night ferry to Tórshavn: shifts across midnight are counted on the wrong day',
    status: 'in_progress',
    priority: 'high',
    type: 'bug',
    by: 'sigrid',
    to: ['mara', 'lukasz'],
    ago: 28.2,
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
      ['mara', 0.9, 75, 'went through the last month with planning'],
    ],
    said: [
      ['annika', 27.7, 'To be clear, we do not ignore *all* warnings. Only the Tuesday ones.'],
      ['mara', 27.3, 'Which is one too many to ignore. {@lukasz} how big is it?'],
      [
        'lukasz',
        27.1,
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
