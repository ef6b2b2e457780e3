import { uuidOf } from '../contract/row.js';
import type { Detail, DetailField, DetailLines, JsonObject, Setting, TimelineEntry } from '../output/view.js';
import { threadList } from './chat.js';
import { personName, withPeopleOf } from './people.js';
import { objectOf, objectsOf, ownValue, textOf } from './read-row.js';
import { systemText } from './system-text.js';
import { byTime, fileNames } from './timeline.js';
import { fullTimeCell } from './times.js';
import { statusCell } from './tones.js';

/** What docs/api.md, Chat thread and Endpoints tell of a thread and its envelope. */
export const threadFields: readonly string[] = [...threadList(new Map()).fields, ...['orgId', 'thread', 'authors']];

/** The lines of this view in a pipe. */
export const threadLines: DetailLines = {
  keys: 'ref title status org createdBy created updated messages uuid'.split(' '),
  rest: 'rows message|system<TAB>time<TAB>author<TAB>text',
};

/**
 * A thread as it is shown, from the envelope of `GET /chat/threads/:id`. In a pipe: `ref`, `title`, the fields in the order
 * below, then `message` and `system` rows. `orgName` gives the name of an organisation, where it is known.
 */
export function threadDetail(
  envelope: JsonObject,
  given: Setting,
  orgName: (id: string) => string | undefined,
): Detail {
  const thread = objectOf(envelope, 'thread');
  const setting = withPeopleOf(envelope, given);
  const messages = messagesOf(envelope, thread);
  return {
    ref: uuidOf(thread),
    title: textOf(thread, 'title') ?? '(no title)',
    fields: fieldsOf(thread, { messages, setting, orgName }),
    blocks: [],
    timeline: byTime(messages.map((message) => entryOf(message, setting))),
  };
}

interface Around {
  readonly messages: readonly JsonObject[];
  readonly setting: Setting;
  readonly orgName: (id: string) => string | undefined;
}

function fieldsOf(thread: JsonObject, { messages, setting, orgName }: Around): readonly DetailField[] {
  const { people, now } = setting;
  const orgId = textOf(thread, 'orgId');
  const said = messages.filter((message) => textOf(message, 'kind') !== 'system');
  const last = messages.at(-1);
  const updated = (last && textOf(last, 'createdAt')) ?? textOf(thread, 'updatedAt');
  return [
    { key: 'title', label: '', value: ownValue(thread, 'title') ?? '' },
    { key: 'status', label: 'Status', value: ownValue(thread, 'status'), human: statusCell(textOf(thread, 'status')) },
    { key: 'org', label: 'Organisation', value: orgId, human: (orgId && orgName(orgId)) ?? orgId ?? '' },
    { key: 'createdBy', label: 'Created by', value: personName(people, textOf(thread, 'createdBy')) },
    {
      key: 'created',
      label: 'Created',
      value: ownValue(thread, 'createdAt'),
      human: fullTimeCell(textOf(thread, 'createdAt'), now),
    },
    { key: 'updated', label: 'Updated', value: updated, human: fullTimeCell(updated, now) },
    { key: 'messages', label: 'Messages', value: said.length },
    { key: 'uuid', label: 'Id', value: uuidOf(thread) },
  ];
}

/** The messages stand beside the thread, or in it. */
function messagesOf(envelope: JsonObject, thread: JsonObject): readonly JsonObject[] {
  const beside = objectsOf(envelope, 'messages');
  return beside.length > 0 ? beside : objectsOf(thread, 'messages');
}

function entryOf(message: JsonObject, { people }: Setting): TimelineEntry {
  const isSystem = textOf(message, 'kind') === 'system';
  return {
    kind: isSystem ? 'system' : 'message',
    time: textOf(message, 'createdAt') ?? '',
    author: personName(people, textOf(message, 'authorId')),
    text: isSystem ? systemText(message, people) : (textOf(message, 'body', 'text') ?? ''),
    ...fileNames(message),
  };
}
