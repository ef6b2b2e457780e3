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
  const fields = leavesOf(preferences, '').map(({ path, value }) => ({ key: path, label: path, value }));
  return { object: preferences, fields };
}

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

function leavesOf(value: Row, prefix: string): readonly Leaf[] {
  return Object.entries(value).flatMap(([key, each]): readonly Leaf[] => {
    const path = prefix + key;
    return isRow(each) && Object.keys(each).length > 0 ? leavesOf(each, `${path}.`) : [{ path, value: each }];
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
