import { readDay } from '../fields/calendar.js';
import { type Fields, readText, roundMinutes } from '../fields/fields.js';
import { commit } from '../inbox/notify.js';
import { addActivity } from '../projects/activity.js';
import { type Answer, type Call, created, Refusal } from '../world.js';
import { requireReadableTask } from './record.js';

/** `POST /tasks/:id/time` (docs/api.md, Time log entry): anyone who can read a task may log time on it. */
export function logTime(call: Call): Answer {
  const { world, user } = call;
  const fields = call.body;
  const minutes = readMinutes(fields);
  const date = readDay(fields, 'date');
  const note = readText(fields, 'note') ?? null;
  const task = requireReadableTask(call);
  const id = world.newId();
  commit(world, () => {
    world.db.run(
      'INSERT INTO time_logs (id, task_id, user_id, minutes, date, note, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      task.id,
      user.id,
      minutes,
      date,
      note,
      world.now().toISOString(),
    );
    const text = `logged ${showDuration(minutes)}`;
    addActivity(call, { projectId: task.projectId, type: 'time.logged', taskId: task.id, text });
  });
  return created(world.shape === 'wire' ? { ok: true } : { id });
}

/** A number above 0, or a text with one, rounded to whole minutes. */
function readMinutes(fields: Fields): number {
  const { minutes } = fields;
  const value = typeof minutes === 'string' && minutes.trim() !== '' ? Number(minutes) : minutes;
  const rounded = typeof value === 'number' && !Number.isNaN(value) ? roundMinutes('minutes', value) : null;
  if (rounded === null) throw new Refusal(400, 'minutes must be a number above 0.');
  return rounded;
}

/** Minutes for people: `1h 30m`. */
export function showDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours > 0 ? `${hours}h` : '', minutes % 60 > 0 ? `${minutes % 60}m` : ''].filter(Boolean).join(' ');
}
