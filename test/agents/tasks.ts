import { expect } from 'vitest';

/** A question for an agent, or a job, with the commands that one has run for it. They are run again as they stand. */
export interface AgentTask {
  readonly asks: string;
  readonly commands: readonly string[];
  /** What has to stand in what the commands print, for a question. */
  readonly answers?: readonly string[];
  /** What the server has to receive, apart from what is only read: method, route and body. */
  readonly receives?: readonly (readonly [request: string, body: object])[];
  /** What a person has to find proposed: the command, what it is for, and its flags. */
  readonly proposed?: readonly (readonly [command: string, target: string, flags: object])[];
}

export const agentTasks: readonly AgentTask[] = [
  {
    asks: 'Who has waited longest, what do they ask? Propose an answer.',
    commands: ['help --brief', 'next --brief', 'reply CASA-9 "The text of stop 19 is on its way."'],
    answers: ['CASA-9', 'the text of stop 19', 'Stops 19 and 20 attached'],
    proposed: [['tickets reply', 'CASA-9', { body: 'The text of stop 19 is on its way.' }]],
  },
  {
    asks: 'Which urgent tickets wait for us, and since when?',
    commands: ['tickets list --waiting --segment all -p urgent --brief'],
    answers: ['SCM-3\topen\tteam since 2026-11-19T08:51Z', 'CASA-16\t', 'CASA-17\t'],
  },
  {
    asks: 'BERG-18 is more important than it looks, and Zoë knows about it.',
    commands: ['edit BERG-18 -p high -a Zoë --brief'],
    receives: [
      [
        'PATCH /tickets/:id',
        { priority: 'high', assigneeIds: expect.arrayContaining(['0ead730c-251b-41bc-b516-3d3b6ec2bdd2']) },
      ],
    ],
  },
  {
    asks: 'Tag the ticket SCM-5 with swap.',
    commands: ['view ticket:SCM-5 --brief', 'tickets edit SCM-5 --add-tag swap --brief'],
    receives: [['PATCH /tickets/:id', { tags: expect.arrayContaining(['swap']) }]],
  },
  {
    asks: 'Which of my tasks are late?',
    commands: ['tasks list --overdue --brief'],
    answers: ['OPS-4\ttodo\t2026-11-15', 'BOP-7\t', 'OPS-9\t'],
  },
  {
    asks: 'The monthly report (BOP-16) can wait until next Friday.',
    commands: ['tasks edit BOP-16 --due 2026-11-27 --brief'],
    receives: [['PATCH /tasks/:id', { due: '2026-11-27' }]],
  },
  {
    asks: 'The old warnings of SCM-12 have been counted again.',
    commands: ['checklist task:SCM-12 --brief', 'checklist task:SCM-12 --check 4 --brief'],
    answers: ['4\t', 'Old warnings re-counted'],
    receives: [['PATCH /tasks/:id', { checklist: expect.anything() }]],
  },
  {
    asks: 'CASA-10 and the ticket SCM-6 are settled; close them.',
    commands: ['close CASA-10 SCM-6 --brief', 'close CASA-10 ticket:SCM-6 --brief'],
    answers: ['use task:SCM-6 or ticket:SCM-6'],
    proposed: [
      ['close', 'CASA-10', {}],
      ['close', 'ticket:114ba02c-70b0-48bf-944d-13fa512d8167', {}],
    ],
  },
  {
    asks: 'What did Jürgen Weiß want to know in BERG-9, in his own words?',
    commands: ['view BERG-9 --brief', 'view BERG-9 --message 7 --brief'],
    answers: ['May I ask since when the portal has been rounding like this?'],
  },
  {
    asks: 'Note on CASA-17 that the printer has been asked.',
    commands: ['note CASA-17 "Asked the printer." --brief'],
    proposed: [['tickets note', 'CASA-17', { body: 'Asked the printer.' }]],
  },
  {
    asks: 'Make BERG-18 a task of the order portal.',
    commands: ['projects list --brief', 'tickets convert BERG-18 --project BOP --brief'],
    answers: ['BOP\tBergmann order portal'],
    proposed: [['tickets convert', 'BERG-18', { project: 'BOP' }]],
  },
  {
    asks: 'I worked an hour on SCM-12 today.',
    commands: ['time task:SCM-12 1h --brief'],
    proposed: [['time', 'task:SCM-12', {}]],
  },
  {
    asks: 'Give OPS-9 to Łukasz as well.',
    commands: ['people --brief', 'assign OPS-9 Łukasz --brief'],
    answers: ['Łukasz Wójcik\tteam'],
    receives: [['PATCH /tasks/:id', { assigneeIds: expect.arrayContaining(['65617bec-6742-4f19-b028-ec22b62f6247']) }]],
  },
  {
    asks: 'How many hours did each of us work in the last two weeks?',
    commands: ['time list --since 2w --by person --brief'],
    answers: ['Łukasz Wójcik\t'],
  },
  {
    asks: 'What do we have to do when a backup has to be restored?',
    commands: ['search backup --type wiki --brief', 'wiki view "Restore a backup" --brief'],
    answers: ['Restore a backup'],
  },
  {
    asks: 'Which tickets have changed since yesterday?',
    commands: ['tickets list --segment all --since yesterday --brief'],
    answers: ['BERG-19\t', 'CASA-17\t'],
  },
  {
    asks: 'CASA-8 is urgent. No, wait, it was right as it was.',
    commands: ['edit CASA-8 -p urgent --brief', 'undo --brief'],
    receives: [
      ['PATCH /tickets/:id', { priority: 'urgent' }],
      ['PATCH /tickets/:id', { priority: 'low' }],
    ],
  },
  {
    asks: 'Is there a ticket like BERG-18 already?',
    commands: ['sync --tickets all -q', 'similar BERG-18 --brief'],
    answers: ['BERG-2\tticket\t'],
  },
  {
    asks: 'Plan a check of the backup for 1 December.',
    commands: ['tasks create --project OPS -t "Check the backup" --due 2026-12-01 --brief'],
    proposed: [['tasks create', '', { title: 'Check the backup', project: 'OPS', due: '2026-12-01' }]],
  },
  {
    asks: 'Propose an answer to CASA-13, and see what became of it.',
    commands: ['view CASA-13 --brief', 'reply CASA-13 "We will print them larger." --json', 'drafts view 1 --json'],
    answers: ['{"state":"proposed","draft":1}', '"state":"proposed"'],
    proposed: [['tickets reply', 'CASA-13', { body: 'We will print them larger.' }]],
  },
];
