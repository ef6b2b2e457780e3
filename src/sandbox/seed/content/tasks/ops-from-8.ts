import type { TaskDraft } from '../../drafts.js';
import { text } from '../text.js';

/** OPS-8 to OPS-13, of the team's own house. */
export const platformTasksFrom8: readonly TaskDraft[] = [
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
    title: 'What went wrong on {on:13.4}: no mail for five hours',
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
    title: 'On-call rota for the coming weeks',
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
      | {week:3} | {lukasz} | {sean} |
      | {week:10} | {ines} | {lukasz} |
      | {week:17} | {sean} | {priya} |
      | {week:24} | ? | ? |
      | {week:31} | ? | ? |

      Nobody twice in a row, nobody on two weekends in a row.
    `,
    said: [
      ['misaki', 4.1, 'I take week {week:31}, I am not flying home this time.'],
      ['zoe', 3.8, 'Week {week:24} if somebody swaps me out of the Thursday.'],
      ['sean', 3.7, 'I take your Thursday. My choir is on tour.'],
    ],
  },
];
