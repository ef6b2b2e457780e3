import { isRow } from '../../contract/row.js';
import { isWordField } from '../../contract/server-word.js';
import type { People } from '../../contract/wide.js';
import type { JsonObject } from '../../output/view.js';
import { personName } from '../cells/people.js';
import { listOf, objectOf, ownValue, textOf } from '../read-row.js';

/** The text of a system entry, without its author: `changed the status from open to closed`; `word` is how words are shown. */
export function systemText(message: JsonObject, people: People, word: (word: string) => string = String): string {
  const meta = objectOf(message, 'meta');
  const event = textOf(meta, 'event');
  const changed = /^(.+)_changed$/.exec(event ?? '')?.[1];
  if (changed !== undefined)
    return `changed the ${changed.replaceAll('_', ' ')}${fromTo(meta, isWordField(changed) ? word : String)}`;
  if (event === 'assigned') return assignedText(meta, people);
  if (event === 'edited') return editedText(meta);
  if (event === 'ticket_created') {
    const words = [textOf(meta, 'displayId'), textOf(meta, 'subject')].filter((word) => word !== undefined);
    return ['created a ticket from this', ...words].join(' ');
  }
  return textOf(message, 'body', 'text') ?? (event ?? 'changed something').replaceAll('_', ' ');
}

function assignedText(meta: JsonObject, people: People): string {
  const names = (key: string): string =>
    listOf(meta, key)
      .map((id) => (typeof id === 'string' ? personName(people, id) : ''))
      .filter((name) => name !== '')
      .join(', ');
  const [added, removed] = [names('added'), names('removed')];
  const parts = [added === '' ? '' : `assigned ${added}`, removed === '' ? '' : `unassigned ${removed}`];
  return parts.filter((part) => part !== '').join(' and ') || 'changed the assignees';
}

function editedText(meta: JsonObject): string {
  const parts = ['subject', 'tags', 'description'].flatMap((key) => {
    const change = ownValue(meta, key);
    if (!isRow(change)) return [];
    return [key === 'tags' ? `the tags: ${tagChanges(change)}` : `the ${key}${fromTo(change)}`];
  });
  return parts.length === 0 ? 'edited this' : `changed ${parts.join(' and ')}`;
}

/** What was added and removed: `+auditor -draft`. */
function tagChanges(change: JsonObject): string {
  const [from, to] = [listOf(change, 'from'), listOf(change, 'to')];
  const added = to.filter((tag) => !from.includes(tag)).map((tag) => `+${String(tag)}`);
  const removed = from.filter((tag) => !to.includes(tag)).map((tag) => `-${String(tag)}`);
  return [...added, ...removed].join(' ');
}

function fromTo(change: JsonObject, shown: (word: string) => string = String): string {
  const [from, to] = [shown(wordOf(change, 'from')), shown(wordOf(change, 'to'))];
  return `${from === '' ? '' : ` from ${from}`}${to === '' ? '' : ` to ${to}`}`;
}

function wordOf(change: JsonObject, key: string): string {
  const listed = listOf(change, key).filter((item) => typeof item === 'string');
  return listed.length > 0 ? listed.join(', ') : (textOf(change, key) ?? '');
}
