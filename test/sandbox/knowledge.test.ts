import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/set-up.js';
import { openSmallWorld } from './support/world.js';

const small = eachTest(openSmallWorld);

function insertMeeting(taskId: string | null, date: string, title = 'Stand-up'): void {
  small.world.db.run(
    `INSERT INTO notes (id, kind, owner_id, title, icon, body_html, meeting_date, task_id, created_at, updated_at)
     VALUES (?, 'meeting', 'admin', ?, 'users', '<p>x</p>', ?, ?, ?, ?)`,
    `meeting-${date}`,
    title,
    date,
    taskId,
    date,
    date,
  );
}

describe('notes', () => {
  it('are written as text and read as harmless HTML', () => {
    const { status, body } = small.ask('staff', 'POST /notes', { title: ' Plan ', body: 'a <b> & "c"\n\nd\r\ne' });
    expect(status).toBe(201);
    expect(small.ask('staff', `GET /notes/${body.id}`).body.note).toEqual({
      id: body.id,
      uuid: body.id,
      kind: 'quick',
      title: 'Plan',
      icon: 'note',
      pinned: false,
      bodyHtml: '<p>a &lt;b&gt; &amp; &quot;c&quot;</p><p>d</p><p>e</p>',
      meetingDate: null,
      projectId: null,
      taskId: null,
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
  });

  it('are listed as mine, meetings, and shared with me', () => {
    const mine = small.ask('staff', 'POST /notes', { title: 'mine' }).body.id;
    const shared = small.ask('admin', 'POST /notes', { title: 'shared' }).body.id;
    const secret = small.ask('admin', 'POST /notes', { title: 'secret' }).body.id;
    small.world.db.run('INSERT INTO note_shares VALUES (?, ?)', shared, 'staff');
    insertMeeting(null, '2026-03-01');
    const { quick, meetings, shared: given } = small.ask('staff', 'GET /notes/list').body;
    expect(quick).toMatchObject([{ id: mine, uuid: mine, pinned: false, parentId: null, sortOrder: 0 }]);
    expect(meetings).toMatchObject([{ title: 'Stand-up', meetingDate: '2026-03-01' }]);
    expect(given).toMatchObject([{ id: shared }]);
    expect(small.ask('staff', `GET /notes/${shared}`).status).toBe(200);
    expect(small.ask('staff', `GET /notes/${secret}`).status).toBe(404);
    expect(small.ask('staff', 'GET /notes/meeting-2026-03-01').body.note.meetingDate).toBe('2026-03-01T00:00:00.000Z');
    expect(small.ask('staff', 'GET /notes/unknown').status).toBe(404);
  });

  it('need a title', () => {
    for (const body of [{}, { title: ' ' }, { title: 5 }, { title: 'x', body: 5 }]) {
      expect(small.ask('staff', 'POST /notes', body).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('the meetings of a task', () => {
  it('are given to the team, newest first', () => {
    const id = small.ask('manager', 'POST /tasks', { title: 'x', projectKey: 'SCM' }).body.id;
    insertMeeting(id, '2026-03-01');
    insertMeeting(id, '2026-03-04T10:00:00.000Z', 'Review');
    small.world.db.run("INSERT INTO note_templates VALUES ('t', 'Retro', 'clock')");
    expect(small.ask('staff', `GET {base}/api/tasks/${id}/meetings`).body).toEqual({
      notes: [
        { id: 'meeting-2026-03-04T10:00:00.000Z', title: 'Review', meetingDate: '2026-03-04T10:00:00.000Z' },
        { id: 'meeting-2026-03-01', title: 'Stand-up', meetingDate: '2026-03-01T00:00:00.000Z' },
      ],
      templates: [{ id: 't', name: 'Retro', icon: 'clock' }],
    });
    expect(small.ask('staff', 'GET {base}/api/tasks/unknown/meetings').body.notes).toEqual([]);
  });
});
