import { describe, expect, it } from 'vitest';
import { readableAttachment } from '../../../src/sandbox/files.js';
import { Refusal, type UploadedFile } from '../../../src/sandbox/world.js';
import { eachTest } from '../../support/set-up.js';
import { openSmallWorld, type PersonName } from '../support/world.js';

const small = eachTest(openSmallWorld);

function file(filename: string, content: Uint8Array | string = 'content', mimeType = 'text/plain'): UploadedFile {
  const bytes = Buffer.from(content);
  return { filename, mimeType, size: bytes.length, read: () => bytes };
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000c800000064', 'hex');
const gif = Buffer.from('4749463839612c01f401', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc00011080078012c03011100', 'hex');

/** The text of the file, or the status if it cannot be read. */
function read(person: PersonName, id: string): number | string {
  try {
    return Buffer.from(readableAttachment(small.call(person, { id })).bytes).toString();
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
}

function createTask(files: readonly UploadedFile[], person: PersonName = 'manager'): string {
  return small.ask(person, 'POST /tasks', { title: 'x', projectKey: 'SCM' }, files).body.id;
}

const attachmentsOf = (id: string) => small.ask('admin', `GET /tasks/${id}`).body.attachments;

describe('files', () => {
  it.each([
    ['PNG', png, 'image/png', 200, 100],
    ['GIF', gif, 'image/gif', 300, 500],
    ['JPEG', jpeg, 'image/jpeg', 300, 120],
    ['broken image', png.subarray(0, 12), 'image/png', null, null],
    ['text', png, 'text/plain', null, null],
  ])('have the size of a %s', (_, bytes, mimeType, width, height) => {
    expect(attachmentsOf(createTask([file('x', bytes, mimeType)]))[0]).toMatchObject({ width, height });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.txt', 'x.txt'],
    ['a\r\nb"c\u001b.txt', 'ab"c.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['größe \u{1f600}.txt', 'größe \u{1f600}.txt'],
  ])('called %j are kept as %j', (given, kept) => {
    expect(attachmentsOf(createTask([file(given)]))[0].filename).toBe(kept);
  });

  it('with long names keep the end of the name, without half a character', () => {
    const given = `${'\u{1f600}'.repeat(300)}.txt`;
    expect(attachmentsOf(createTask([file(given)]))[0].filename).toBe(`${'\u{1f600}'.repeat(251)}.txt`);
  });

  it('can be read by readers of the task and its comment, and by no one after it is deleted', () => {
    const id = createTask([file('a')]);
    small.ask('worker', `POST /tasks/${id}/comments`, { body: 'see' }, [file('b', 'comment')]);
    const comment = small.ask('admin', `GET /tasks/${id}`).body.task.comments[0];
    const ids = [attachmentsOf(id)[0].id, comment.files[0].id];
    expect(comment.files[0]).toMatchObject({ entityType: 'message', entityId: comment.id });
    expect(ids.map((one) => read('viewer', one))).toEqual(['content', 'comment']);
    expect(ids.map((one) => read('client', one))).toEqual([404, 404]);
    small.ask('manager', `DELETE /tasks/${id}`);
    expect(ids.map((one) => read('manager', one))).toEqual([404, 404]);
    expect(read('admin', 'unknown')).toBe(404);
  });

  it('of a ticket can be read by those who see it, those of an internal note by the team', () => {
    const id = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'x' }, [file('a')]).body.id;
    small.ask('staff', `POST /tickets/${id}/messages`, { body: 'x', internal: true }, [file('b', 'secret')]);
    small.ask('agent', `POST /tickets/${id}/messages`, { body: 'y' }, [file('c', 'public')]);
    const { attachments, messages } = small.ask('staff', `GET /tickets/${id}`).body;
    const ids = [attachments[0].id, messages[0].attachments[0].id, messages[1].attachments[0].id];
    expect(attachments[0]).toMatchObject({ entityType: 'ticket', orgId: 'casa', projectId: null });
    expect(ids.map((one) => read('staff', one))).toEqual(['content', 'secret', 'public']);
    expect(ids.map((one) => read('client', one))).toEqual(['content', 404, 'public']);
    expect(ids.map((one) => read('stranger', one))).toEqual([404, 404, 404]);
  });

  it('of a ticket are shared with the task made from it', () => {
    const id = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'x' }, [file('a')]).body.id;
    const task = small.ask('staff', `POST /tickets/${id}/tasks`, { title: 'x', projectKey: 'SCM' }).body.id;
    const [shared] = attachmentsOf(task);
    expect(shared).toMatchObject({ filename: 'a', entityType: 'task', entityId: task, projectId: 'scm', orgId: null });
    expect(read('viewer', shared.id)).toBe('content');
    small.ask('admin', `DELETE /tasks/${task}`);
    expect(read('client', small.ask('client', `GET /tickets/${id}`).body.attachments[0].id)).toBe('content');
  });

  it('of a chat can be read by its readers', () => {
    const id = small.ask('client', 'POST /chat/threads', { orgId: 'casa', title: 't', body: 'b' }, [file('a')]).body.id;
    const [message] = small.ask('agent', `GET /chat/threads/${id}`).body.messages;
    expect(message.files[0]).toMatchObject({ filename: 'a', orgId: 'casa' });
    expect([read('agent', message.files[0].id), read('member', message.files[0].id)]).toEqual(['content', 404]);
  });
});
