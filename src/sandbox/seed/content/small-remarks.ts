import type { TaskDraft } from '../drafts.js';

/** Short comments on tasks without any. */
export const smallRemarks: Readonly<Record<TaskDraft['status'], readonly string[]>> = {
  backlog: ['Not this quarter, I am afraid.', 'Still worth doing?', 'I would like this one, when there is time.'],
  todo: [
    'Next on my list.',
    'I start on Monday.',
    'Half a day, if nothing rings.',
    'Can wait until the other one is out.',
    'Read. Two questions, I call you.',
    'Fine with me, no questions.',
    'I would rather do this one in one go, not between two meetings.',
  ],
  in_progress: ['About half done.', 'More than I thought, but it is getting there.', 'First version tomorrow.'],
  paused: ['Waiting for an answer.', 'On the shelf until somebody calls back.'],
  in_review: ['Ready for a second pair of eyes.', 'Please break it if you can.'],
  done: [
    'Live since noon, no complaints.',
    'Done. Smaller than it looked.',
    'Works on my desk *and* on theirs.',
    'Done, and one line shorter than before.',
    'Out. I keep an eye on the log until tomorrow.',
  ],
};
