import { isRow, rowAt } from '../contract/row.js';
import { dataText } from '../output/data/json.js';
import type { ObjectData } from '../output/shown.js';
import type { HumanLine, JsonObject, ListView } from '../output/view.js';
import { dimNames, toned } from './cells/columns.js';
import { objectOf, objectsOf, ownText, ownValue } from './read-row.js';
import { savedViewsOf, wordsOfView } from './saved/filters.js';

/** The rows of `views list`, `{key, …}`, from the response to `GET /me/views`, whether or not the server wraps the map. */
export function viewRows(reply: JsonObject): readonly JsonObject[] {
  const given = ['viewState', 'views'].filter((field) => (ownValue(reply, field) ?? null) !== null);
  const map: JsonObject = given.length === 0 ? reply : Object.assign({}, ...given.map((field) => rowAt(reply, field)));
  const pages = Object.keys(map).filter((key) => given.length > 0 || isRow(map[key]));
  // `key` comes first for readers, and again last so that no field of the page replaces it.
  return pages.map((key) => Object.assign({ key }, objectOf(map, key), { key }));
}

/** The columns of `views list`, for rows from viewRows. */
export const viewList: ListView = {
  noun: 'saved views',
  columns: [
    { key: 'ref', head: 'Page', value: (row) => ownText(row, 'key'), human: toned('accent', 'key') },
    {
      key: 'views',
      head: 'Saved views',
      value: (row) => objectsOf(row, 'savedViews').map((view) => ownText(view, 'name', 'id') ?? ''),
      keep: true,
      human: (row, { recall }) =>
        savedWords(row, recall)
          .map((each) => each.join(': '))
          .join('; '),
    },
    { key: 'settings', head: 'Settings', ...dimNames(settingNames) },
  ],
  fields: ['key', 'savedViews'],
};

type NameOf = (id: string) => string | undefined;

/** One page's saved views and settings, for rows from viewRows; in a pipe settings come first. `nameOf` gives what people call an id. */
export function viewObject(row: JsonObject, nameOf: NameOf): ObjectData {
  const { key, ...state } = row;
  const settings = settingNames(row).map((name) => ({ key: name, label: name, value: row[name] }));
  const saved = objectsOf(row, 'savedViews').map((view) => ({
    key: 'view',
    label: 'view',
    value: [ownText(view, 'name') ?? ownText(view, 'id') ?? '', dataText(view.config ?? view.filters)]
      .filter(Boolean)
      .join(' '),
  }));
  return {
    object: state,
    fields: [...settings, ...saved],
    human: () => humanLines(row, nameOf),
    tooWide: 'wrap',
    quiet: ownText(row, 'key') ?? '',
  };
}

function humanLines(row: JsonObject, nameOf: NameOf): readonly HumanLine[] {
  const names = settingNames(row);
  const width = names.reduce((widest, name) => Math.max(widest, name.length), 0) + 2;
  const settings = names.map((name): HumanLine => [{ text: name.padEnd(width), tone: 'dim' }, dataText(row[name])]);
  const saved = savedWords(row, nameOf);
  const lines = saved.map(([name, words]): HumanLine => [`  ${name}`, { text: `  ${words}`, tone: 'dim' }]);
  const title: HumanLine = { text: 'Saved views', tone: 'strong' };
  const between = settings.length > 0 && saved.length > 0 ? [''] : [];
  return [...settings, ...between, ...(saved.length > 0 ? [title, ...lines] : [])];
}

function savedWords(row: JsonObject, nameOf: NameOf = () => undefined): readonly (readonly [string, string])[] {
  return savedViewsOf(row).map((view) => [view.name, wordsOfView(view, nameOf)]);
}

function settingNames(row: JsonObject): readonly string[] {
  return Object.keys(row).filter((name) => !['key', 'savedViews', 'ref', 'uuid'].includes(name));
}
