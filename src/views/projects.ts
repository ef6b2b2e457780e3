import { refOf, rowIn, uuidOf } from '../contract/row.js';
import type { People } from '../contract/shapes/wide.js';
import type { Cell, Column, Detail, DetailLines, JsonObject, ListView, Setting } from '../output/view.js';
import {
  dimmed,
  fieldColumn,
  ownFields,
  sentColumn,
  shortId,
  statusCell,
  statusColumn,
  toned,
} from './cells/columns.js';
import { personName, rememberedName } from './cells/people.js';
import { timeFields, timeOf, updatedColumn } from './cells/times.js';
import { objectOf, objectsOf, ownText, ownValue } from './read-row.js';

export const projectLines: DetailLines = {
  keys: 'ref name status lead org memberCount tasks created updated uuid'.split(' '),
  rest: 'description',
};

const membersColumn: Column = { key: 'memberCount', head: 'Members', value: memberCount, right: true };

/** The columns of project lists. Scripts rely on the first six and their order. */
export const projectList: ListView = {
  noun: 'projects',
  columns: [
    { key: 'ref', head: 'Ref', value: projectRef, human: (row) => ({ text: projectRef(row) ?? '', tone: 'accent' }) },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    statusColumn,
    { key: 'lead', head: 'Lead', value: leadName, human: leadCell },
    membersColumn,
    updatedColumn,
    {
      key: 'memberNames',
      value: (row) => objectsOf(row, 'members').map((member) => ownText(member, 'name', 'id') ?? ''),
    },
    sentColumn('members', membersColumn),
    { key: 'org', value: (row) => ownText(row, 'orgName', 'orgSlug', 'orgId') },
    { key: 'tasks', value: (row) => ownValue(row, 'taskCount') },
  ],
  fields: `id uuid key name description color icon status leadId members updatedAt orgId orgName createdAt
    taskCount`.split(/\s+/),
};

/** The members of all projects; the response has no other list of people. */
export function peopleOfProjects(projects: readonly JsonObject[]): People {
  const members = projects.flatMap((project) => objectsOf(project, 'members'));
  return Object.fromEntries(members.map((member) => [ownText(member, 'id') ?? '', member]));
}

/** Lays out a project from the response to `GET /projects/:id`, wrapped or not, and its row in the list, which has the members. */
export function projectDetail(envelope: JsonObject, setting: Setting, listed: JsonObject = {}): Detail {
  const project = { members: ownValue(listed, 'members'), ...rowIn(envelope, 'project') };
  const time = timeFields(project, setting.now);
  const description = ownText(project, 'description');
  return {
    ref: projectRef(project) ?? '',
    title: ownText(project, 'name') ?? '',
    fields: [
      { key: 'name', label: '', value: ownText(project, 'name') ?? '' },
      ownFields(project)('status', 'Status', statusCell),
      { key: 'lead', label: 'Lead', value: leadName(project, setting), human: leadCell(project, setting) },
      { key: 'org', label: 'Organisation', value: ownText(project, 'orgName', 'orgSlug', 'orgId') },
      { key: 'memberCount', label: 'Members', value: memberCount(project) },
      { key: 'tasks', label: 'Tasks', value: ownValue(project, 'taskCount') },
      time('created', 'Created', 'createdAt'),
      time('updated', 'Updated', 'updatedAt', 'updated'),
      { key: 'uuid', label: '', value: uuidOf(project) },
    ],
    ...(description !== undefined && { body: { key: 'description', markdown: description } }),
  };
}

/** The key of a project, sent as `key` or as a readable `id`. */
function projectRef(row: JsonObject): string | undefined {
  return ownText(row, 'key') ?? refOf(row);
}

/** The lead's name if the response has it, or else the id: data must not depend on what this machine remembers. */
function leadName(row: JsonObject, { people }: Setting): string {
  const id = ownText(row, 'leadId', 'lead');
  const member = objectsOf(row, 'members').find((candidate) => ownText(candidate, 'id') === id);
  return (member === undefined ? undefined : ownText(member, 'name')) ?? personName(people, id);
}

/** The lead for people. A lead who is not a member is shown by name if this machine remembers it. */
function leadCell(row: JsonObject, setting: Setting): Cell {
  const name = leadName(row, setting);
  const known = rememberedName(setting, name);
  return name !== '' && known === ownText(row, 'leadId', 'lead') ? shortId(known) : { text: known };
}

function memberCount(row: JsonObject): number | undefined {
  const members = ownValue(row, 'members');
  return Array.isArray(members) ? members.length : undefined;
}

const actorColumn: Column = { key: 'actorName', head: 'Who', value: actorName };

/** The columns of a project's history. Scripts rely on the first six and their order; `ref` is the id of the entry. */
export const activityList: ListView = {
  noun: 'entries',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => ownText(row, 'id'), human: (row) => shortId(ownText(row, 'id')) },
    { key: 'time', head: 'Time', value: (row) => ownValue(row, 'createdAt'), human: timeOf('createdAt') },
    actorColumn,
    { key: 'type', head: 'What', value: (row) => ownValue(row, 'type'), human: dimmed('type', typeText) },
    {
      key: 'task',
      head: 'Task',
      value: (row) => ownText(row, 'taskRef'),
      human: toned('accent', 'taskRef'),
      keep: true,
    },
    fieldColumn('text', 'Text', { human: (row) => plainMarks(ownText(row, 'text') ?? ''), grow: true }),
    sentColumn('actor', actorColumn),
    { key: 'actorId', value: (row) => ownText(objectOf(row, 'actor'), 'id') },
    { key: 'taskId', value: (row) => ownText(row, 'taskId') },
  ],
  fields: ['id', 'type', 'taskId', 'taskRef', 'text', 'createdAt', 'actor'],
};

function actorName(row: JsonObject): string {
  const actor = objectOf(row, 'actor');
  return ownText(actor, 'name', 'id') ?? ownText(row, 'actor', 'actorId') ?? '';
}

/** `task.status` becomes `task status`. */
function typeText(type: string): string {
  return type.replaceAll(/[._]/g, ' ');
}

/** Turns mentions and references into plain text: `@Name` and `REF` (docs/api.md, Comment). */
export function plainMarks(text: string): string {
  return text
    .replaceAll(/@\[([^\]\n]{1,200})\]\([^()\s]{1,200}\)/g, '@$1')
    .replaceAll(/~\[([^\]\n]{1,200})\]\([a-z]+:[^()\s]{1,200}\)/gi, '$1');
}
