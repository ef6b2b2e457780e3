import { byTime } from '../../contract/messages.js';
import { refOf, textsOf, uuidOf } from '../../contract/row.js';
import { isFinished, minutesText, shownWord } from '../../contract/server-word.js';
import { daysFrom, localDay } from '../../output/time.js';
import type { Cell, Detail, DetailField, DetailLines, JsonObject, Setting, TimelineEntry } from '../../output/view.js';
import { ownFields, priorityCell, projectKey, projectName, statusCell } from '../cells/columns.js';
import { assigneeNames, personName, withPeopleOf, writerOf } from '../cells/people.js';
import { dueDay, fullWhenCell, timeFields } from '../cells/times.js';
import { checklistBlock, fileNames, filesBlock, linksBlock } from '../detail.js';
import { listOf, objectOf, objectsOf, ownText, ownValue } from '../read-row.js';
import { taskList } from './list.js';

/** The fields of a task and its envelope (docs/api.md, Task detail). */
export const taskFields: readonly string[] = [
  ...taskList.fields,
  ...['task', 'attachments', 'authors', 'assignableUsers', 'canEdit', 'canComment'],
];

export const taskLines: DetailLines = {
  keys: 'ref title status priority type projectKey assigneeNames tags due planned start end estimate logged parent ticket createdByName created updated uuid'.split(
    ' ',
  ),
  rest: 'rows of checklist, links and files, description, and rows comment|log<TAB>time<TAB>author<TAB>text',
};

/** Lays out a task from the envelope of `GET /tasks/:id`. */
export function taskDetail(envelope: JsonObject, given: Setting): Detail {
  const task = objectOf(envelope, 'task');
  const setting = withPeopleOf(envelope, given);
  const description = ownText(task, 'description');
  const files = objectsOf(envelope, 'attachments');
  return {
    ref: refOf(task),
    title: ownText(task, 'title') ?? '',
    by: writerOf(ownText(task, 'createdBy'), setting),
    fields: [...stateFields(task, setting), ...planFields(task, setting), ...originFields(task, setting)],
    ...(description !== undefined && { body: { key: 'description', markdown: description } }),
    blocks: [
      ...checklistBlock(objectsOf(task, 'checklist')),
      ...linksBlock('Depends on', 'depends', prerequisitesOf(task)),
      ...linksBlock('Needed by', 'dependent', objectsOf(task, 'dependents')),
      ...filesBlock(files.length > 0 ? files : objectsOf(task, 'files')),
    ],
    timeline: byTime([...commentsOf(envelope, setting), ...logsOf(task, setting)]),
  };
}

/** The tasks it depends on, with title and status if the server sends them, or else by uuid alone. */
function prerequisitesOf(task: JsonObject): readonly JsonObject[] {
  const links = objectsOf(task, 'dependsOn');
  if (links.length > 0) return links;
  return listOf(task, 'dependsOnIds').flatMap((id) => (typeof id === 'string' ? [{ uuid: id }] : []));
}

function stateFields(task: JsonObject, setting: Setting): readonly DetailField[] {
  const own = ownFields(task);
  const names = assigneeNames(task, setting);
  const tags = listOf(task, 'tags', 'labels');
  const isBlocked = ownValue(task, 'blocked') === true && !isFinished(ownText(task, 'status'));
  return [
    own('status', 'Status', (word = '') =>
      isBlocked ? { text: `${shownWord(word)} (blocked)`, tone: 'plain' } : statusCell(word),
    ),
    own('priority', 'Priority', priorityCell),
    own('type', 'Type', (type = '') => shownWord(type)),
    { key: 'projectKey', label: 'Project', value: projectKey(task), human: projectName(task, setting) },
    { key: 'assigneeNames', label: 'Assignees', value: names, human: names.length > 0 ? names.join(', ') : 'nobody' },
    { key: 'tags', label: 'Tags', value: tags, human: textsOf(tags).join(', ') },
  ];
}

function planFields(task: JsonObject, { now }: Setting): readonly DetailField[] {
  const planned = ownText(task, 'plannedFor');
  const isPlanned = ownValue(task, 'inMyPlan') === true;
  const minutes = (key: string, label: string, source: string): DetailField => {
    return { key, label, value: ownValue(task, source), human: minutesCell(task, source) };
  };
  return [
    { key: 'due', label: 'Due', value: ownValue(task, 'due'), human: dueCell(task, now) },
    {
      key: 'planned',
      label: 'Planned',
      value: planned,
      human: planned === undefined ? (isPlanned ? 'in your plan, no day' : '') : fullWhenCell(planned, now),
    },
    { key: 'start', label: 'Start', value: ownValue(task, 'startDate') },
    { key: 'end', label: 'End', value: ownValue(task, 'endDate') },
    minutes('estimate', 'Estimate', 'estimate'),
    minutes('logged', 'Logged', 'loggedMinutes'),
  ];
}

function originFields(task: JsonObject, { people, now }: Setting): readonly DetailField[] {
  const ticket = objectOf(task, 'sourceTicket');
  const time = timeFields(task, now);
  return [
    { key: 'parent', label: 'Parent', value: ownValue(task, 'parent') },
    { key: 'ticket', label: 'From ticket', value: refOf(ticket) },
    { key: 'createdByName', label: 'Created by', value: personName(people, ownText(task, 'createdBy')) },
    time('created', 'Created', 'createdAt'),
    time('updated', 'Updated', 'updated', 'updatedAt'),
    { key: 'uuid', label: '', value: uuidOf(task) },
  ];
}

/** A due day that is further away is shown as its date (days). */
const weekDays = 7;

/**
 * Comments are sent as `text` by `user`, or as `body` by `authorId`. Those who can be assigned are the team; not every caller gets
 * that list.
 */
function commentsOf(envelope: JsonObject, { people }: Setting): readonly TimelineEntry[] {
  const team = new Set(objectsOf(envelope, 'assignableUsers').map(uuidOf));
  return objectsOf(objectOf(envelope, 'task'), 'comments').map((comment) => {
    const author = ownText(comment, 'user', 'authorId');
    return {
      kind: 'comment',
      id: ownText(comment, 'id', 'user', 'authorId'),
      time: ownText(comment, 'createdAt', 'date') ?? '',
      author: personName(people, author),
      ...(author !== undefined && team.size > 0 && { side: team.has(author) ? 'team' : 'customer' }),
      text: ownText(comment, 'text', 'body') ?? '',
      ...fileNames(comment),
      source: comment,
    };
  });
}

function logsOf(task: JsonObject, { people }: Setting): readonly TimelineEntry[] {
  return objectsOf(task, 'timeLogs').map((log) => {
    const minutes = ownValue(log, 'minutes');
    const spent = typeof minutes === 'number' ? minutesText(minutes) : (ownText(log, 'minutes') ?? 'time');
    const note = ownText(log, 'note');
    const day = ownText(log, 'date');
    return {
      kind: 'log',
      id: ownText(log, 'id', 'user', 'authorId'),
      time: ownText(log, 'createdAt', 'date') ?? '',
      author: personName(people, ownText(log, 'user', 'authorId')),
      text: `logged ${spent}${day === undefined ? '' : ` for ${day}`}${note === undefined ? '' : `: ${note}`}`,
      source: log,
    };
  });
}

function dueCell(task: JsonObject, now: Date): Cell {
  const due = ownText(task, 'due') ?? '';
  const isNear = (daysFrom(localDay(now), due) ?? weekDays) < weekDays;
  return isNear && !isFinished(ownText(task, 'status')) ? dueDay(due, now) : { text: due };
}

function minutesCell(task: JsonObject, key: string): string {
  const minutes = ownValue(task, key);
  if (typeof minutes !== 'number') return ownText(task, key) ?? '';
  return minutes === 0 ? '' : minutesText(minutes);
}
