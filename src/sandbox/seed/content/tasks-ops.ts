import type { TaskDraft } from '../drafts.js';
import { text } from './text.js';

/** The tasks of OPS, the team's own house. */
export const platformTasks: readonly TaskDraft[] = [
  {
    title: 'Move the build machines to the new room',
    status: 'done',
    type: 'chore',
    by: 'priya',
    to: ['priya', 'lukasz'],
    ago: 84.1,
    due: -108,
    estimate: 480,
    logged: [
      ['priya', 79.3, 300],
      ['lukasz', 79.2, 300],
    ],
    said: [['priya', 79.1, 'Nothing fell. One screw left over.']],
  },
  {
    title: 'Warn when a disk is more than 80 % full',
    status: 'done',
    priority: 'medium',
    type: 'improvement',
    by: 'lukasz',
    to: ['lukasz'],
    ago: 71.6,
    estimate: 60,
    tags: ['monitoring'],
    text: '`df` says 80 % when there are still 400 GB left on the big ones. So: 80 % **or** less than 20 GB, whichever is *later*.',
    logged: [['lukasz', 70.8, 50]],
  },
  {
    title: 'Keep logs for 30 days, not for ever',
    status: 'in_review',
    priority: 'medium',
    type: 'chore',
    by: 'priya',
    to: ['lukasz'],
    ago: 39.2,
    due: 8,
    estimate: 120,
    tags: ['privacy', 'logs'],
    text: text`
      \`\`\`yaml
      retention:
        access: 30d
        application: 30d
        security: 365d   # agreed with Bergmann, see their contract, annex 2
      \`\`\`
    `,
    logged: [['lukasz', 13.4, 100]],
    said: [['priya', 10.8, 'The oldest access log we found was from 2019. It contained mostly ourselves.']],
  },
  {
    title: 'Exchange the deploy keys',
    status: 'todo',
    priority: 'high',
    type: 'chore',
    by: 'priya',
    to: ['lukasz', 'mara'],
    ago: 33.7,
    due: -5,
    estimate: 90,
    tags: ['security'],
    text: 'Once a year, and whenever somebody leaves. Both apply.',
    said: [
      [
        'lukasz',
        8.6,
        'I do it right after {#BOP-15}, otherwise I break the pipeline in the middle of a security release.',
      ],
    ],
  },
  {
    title: 'Upgrade everything to Node 22',
    status: 'backlog',
    priority: 'low',
    type: 'chore',
    by: 'lukasz',
    ago: 30.4,
    span: [20, 48],
    estimate: 960,
    tags: ['upgrade'],
    text: 'Portal and roster share four libraries, of which one has no owner any more. Find out first whether we still need it.',
  },
  { title: 'Count the laptops', status: 'backlog', type: 'chore', by: 'priya', ago: 29.2 },
  {
    title: 'Write down how to be on call',
    status: 'done',
    priority: 'low',
    type: 'task',
    by: 'sean',
    to: ['sean', 'mara'],
    ago: 26.8,
    estimate: 120,
    tags: ['docs', 'on-call'],
    text: 'One page: who calls, what to answer, when to wake somebody, when to go back to bed. Lives in the wiki.',
    logged: [['sean', 17.2, 90]],
    said: [
      ['zoe', 16.4, '"When to go back to bed" should be the first paragraph.'],
      ['sean', 16.2, 'It is now.'],
    ],
  },
  {
    title: "Restore test: bring back one customer from last night's backup",
    status: 'in_progress',
    priority: 'high',
    type: 'task',
    channel: 'template',
    by: 'priya',
    to: ['lukasz', 'mara'],
    ago: 21.3,
    due: 0,
    estimate: 240,
    tags: ['backup', 'quarterly'],
    plans: [['mara', 0]],
    text: text`
      A backup that nobody has restored is a rumour. Once per quarter, with a customer drawn by lot: **Bergmann**.

      \`\`\`bash
      #!/usr/bin/env bash
      set -euo pipefail
      restic -r "$REPOSITORY" restore latest --target /srv/restore --include /data/bergmann
      pg_restore --clean --if-exists --dbname restore_test /srv/restore/data/bergmann/db.dump
      psql restore_test -c 'select count(*), max(created_at) from orders'
      \`\`\`

      Write down: time needed, last order found, anything that was not in this text.
    `,
    checklist: [
      'x Draw a customer',
      'x Restore files',
      'x Restore database',
      'Compare the number of orders',
      'Throw the copy away',
      'Write it down in the wiki',
    ],
    logged: [['lukasz', 1.7, 95, 'restore itself: 23 minutes']],
    said: [
      [
        'lukasz',
        1.6,
        'Database is back. `max(created_at)` is from 23:58, so we would lose two minutes. {@mara} comparing the numbers needs somebody with access to the ERP, that is you.',
      ],
    ],
  },
  {
    title: 'What went wrong on 3 November: no mail for five hours',
    status: 'in_review',
    priority: 'high',
    type: 'task',
    by: 'mara',
    to: ['sean', 'mara'],
    ago: 13.1,
    due: -3,
    estimate: 180,
    tags: ['postmortem', 'mail'],
    files: ['mailLog'],
    text: text`
      # Summary

      Between 09:12 and 14:20 UTC no mail left the house. 1,904 messages were delivered late, none was lost.

      # Timeline (UTC)

      | Time | What |
      |---|---|
      | 09:12 | Certificate of the relay is renewed; the relay is *not* reloaded |
      | 09:13 | First \`TLS handshake failed\`, see the log |
      | 11:40 | {lucia} asks in the chat why nobody gets tickets |
      | 13:55 | {sean} finds 1,900 messages in the queue |
      | 14:20 | Relay reloaded, queue empty at 14:51 |

      # Why it took so long

      - We watch whether the relay *runs*. It ran.
      - The question in the chat looked like one of the usual spam-folder questions.

      # What we change

      - [x] reload after renewal
      - [ ] alarm on the length of the queue, {#OPS-10}
      - [ ] a word in the chat that wakes somebody up

      > Nobody did anything stupid. The machine did exactly what we had told it.
    `,
    logged: [
      ['sean', 11.9, 120],
      ['mara', 10.4, 45],
    ],
    said: [
      ['sean', 11.8, 'Log attached, addresses removed.', { files: ['mailLog'] }],
      ['priya', 10.6, 'Please add what it cost the museum: 40 visitors at the door without a ticket.'],
      ['mara', 10.3, 'Added. {jose} was very kind about it, which makes it worse.'],
      ['lukasz', 9.9, 'Read, nothing to add.'],
    ],
  },
  {
    title: 'Alarm when more than 50 mails wait for longer than 10 minutes',
    status: 'todo',
    priority: 'high',
    type: 'improvement',
    by: 'mara',
    to: ['lukasz'],
    ago: 12.2,
    due: 7,
    estimate: 90,
    tags: ['monitoring', 'mail'],
    after: [9],
    text: text`
      \`\`\`promql
      mail_queue_length > 50 and mail_queue_oldest_seconds > 600
      \`\`\`

      Goes to whoever is on call, also at night. Mail is how tickets reach visitors.
    `,
  },
  {
    title: 'Our replies to tickets end up in spam folders',
    status: 'in_progress',
    priority: 'medium',
    type: 'bug',
    ticket: 'CASA-14',
    by: 'mara',
    to: ['sean'],
    ago: 10.7,
    due: 11,
    estimate: 180,
    tags: ['mail'],
    text: text`
      From {#ticket:CASA-14}. The replies are sent in the name of the museum but through our relay, and the museum's domain
      does not know us.

      \`\`\`dns
      casa-azul.example.  TXT  "v=spf1 include:_spf.lantern.example -all"
      \`\`\`

      1. {huong} adds the record
      2. we sign with DKIM
      3. measure for a week
    `,
    checklist: ['x Record is set', 'Signature', 'Measured for a week'],
    logged: [['sean', 6.4, 75]],
    said: [['sean', 6.3, 'Record is there since noon. Signature needs a key that {priya} must create.']],
  },
  {
    title: 'Certificate of status.lantern.example runs out',
    status: 'todo',
    priority: 'urgent',
    type: 'chore',
    by: 'sean',
    to: ['priya'],
    ago: 6.5,
    due: 0,
    estimate: 30,
    tags: ['tls'],
    text: 'The renewal has failed for three weeks because port 80 is closed on that machine since the move. The monitoring says so, every night, in a mailbox which nobody reads.',
    said: [['priya', 0.9, 'Doing it by hand today and properly on Monday. The mailbox now goes to the chat.']],
  },
  {
    title: 'On-call rota for December',
    status: 'todo',
    priority: 'medium',
    type: 'chore',
    by: 'mara',
    to: ['mara'],
    ago: 5.2,
    due: 4,
    estimate: 45,
    tags: ['on-call'],
    plans: [['mara', 4]],
    text: text`
      | Week | First | Second |
      |---|---|---|
      | 49 | {lukasz} | {sean} |
      | 50 | {ines} | {lukasz} |
      | 51 | {sean} | {priya} |
      | 52 | ? | ? |
      | 53 | ? | ? |

      Nobody twice in a row, nobody on both holidays.
    `,
    said: [
      ['misaki', 4.1, 'I take week 53, I am not flying home this year.'],
      ['zoe', 3.8, 'Week 52 if somebody swaps me out of the 24th.'],
      ['sean', 3.7, 'I take your 24th. We eat at noon anyway.'],
    ],
  },
];
