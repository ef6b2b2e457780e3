import { isRow } from '../../contract/row.js';
import { Refusal, type World } from '../world.js';
import { checkText, cutText, type Fields } from './fields.js';

/** A stored checklist item of a task or ticket. */
export type Item = {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
};

const maxItems = 100;
const longestText = 500;

/**
 * Reads a checklist that replaces the whole list: texts are trimmed and cut to 500 characters, empty ones dropped, the first
 * 100 kept, and items without an id get one. Undefined if absent.
 *
 * @throws Refusal 400 if it is not a list of items.
 */
export function readChecklist(world: World, fields: Fields): Item[] | undefined {
  const value = fields.checklist;
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Refusal(400, 'checklist must be a list of items.');
  const seen = new Set<string>();
  return value
    .map((entry: unknown) => readItem(entry))
    .filter((item) => item.text !== '')
    .slice(0, maxItems)
    .map((item) => {
      const id = item.id === '' || seen.has(item.id) ? world.newId() : item.id;
      seen.add(id);
      return { ...item, id };
    });
}

function readItem(item: unknown): Item {
  if (!isRow(item)) throw new Refusal(400, 'A checklist item must be a JSON object.');
  const done = item.done ?? false;
  if (typeof done !== 'boolean') throw new Refusal(400, 'done of a checklist item must be true or false.');
  return {
    id: checkText('id of a checklist item', item.id ?? ''),
    text: cutText(checkText('text of a checklist item', item.text ?? '').trim(), longestText).trim(),
    done,
  };
}

/** Parses stored JSON text. */
export function parseChecklist(stored: string): Item[] {
  return JSON.parse(stored) as Item[];
}
