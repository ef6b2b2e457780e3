import type { TaskMeetings } from '../../contract/task.js';
import { requireTeam } from '../access/access.js';
import { writeMoment } from '../fields/calendar.js';
import { type Answer, type Call, type Handlers, ok } from '../world.js';

export const meetingHandlers = {
  'GET {base}/api/tasks/:id/meetings': getMeetings,
} satisfies Handlers<'GET {base}/api/tasks/:id/meetings'>;

interface MeetingRow {
  readonly id: string;
  readonly title: string;
  readonly meetingDate: string | null;
}

/** The meeting notes linked to a task, newest first; empty for an unknown task (docs/api.md, Outside the versioned prefix). */
function getMeetings(call: Call): Answer {
  const { world } = call;
  requireTeam(call);
  const notes = world.db.all<MeetingRow>(
    `SELECT id, title, meeting_date AS meetingDate FROM notes WHERE kind = 'meeting' AND task_id = ?
     ORDER BY meeting_date DESC, created_at DESC, id`,
    call.id,
  );
  const meetings: TaskMeetings = {
    notes: notes.map((note) => ({ ...note, meetingDate: writeMoment(note.meetingDate) })),
    templates: world.db.all('SELECT id, name, icon FROM note_templates ORDER BY name, id'),
  };
  return ok(meetings);
}
