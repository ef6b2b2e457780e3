import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row, rowAt } from '../../contract/row.js';
import type { ObjectData } from '../../output/shown.js';

/** The caller's preferences, with defaults filled in (docs/api.md, Current user and related). */
export async function readPreferences(client: Client): Promise<Row> {
  return rowAt(await client.call('GET /me/preferences'), 'preferences');
}

/** Preferences as `key<TAB>value` lines with dotted keys, in the server's order; as JSON the object itself. */
export function preferencesObject(preferences: Row): ObjectData {
  return { object: preferences, fields: fieldsOf(preferences, '') };
}

function fieldsOf(group: Row, prefix: string): ObjectData['fields'] {
  return Object.entries(group).flatMap(([name, value]): ObjectData['fields'] => {
    const key = prefix + name;
    return isRow(value) && Object.keys(value).length > 0 ? fieldsOf(value, `${key}.`) : [{ key, label: key, value }];
  });
}

/** The error for an unknown key, listing the keys of the last object on its path. */
export function noSuchPreference(preferences: Row, path: string): TrackerError {
  let at: Row = preferences;
  let seen = '';
  for (const step of path.split('.')) {
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    if (!isRow(next)) break;
    at = next;
    seen += `${step}.`;
  }
  const known = Object.keys(at).map((key) => seen + key);
  return new TrackerError('not_found', `preference ${JSON.stringify(path.slice(0, 80))} not found`, {
    hint: `known: ${known.slice(0, 20).join(', ')}`,
  });
}
