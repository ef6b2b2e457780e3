import { listWords } from '../../../args/flag.js';
import { attempt, TrackerError, usageError } from '../../../contract/errors.js';
import { isRow, type Row } from '../../../contract/row.js';
import { decodeText } from '../../../contract/text/text.js';
import { quote } from '../../../contract/text/unsafe-characters.js';
import { codeOf } from '../../../disk/file-trouble.js';
import { readRegular, requireOwn } from '../../../disk/read-regular.js';
import { whyUnreadable } from '../../../files/read-input.js';
import { keys } from '../../../triage/model/keys/keys.js';
import { namesOfEntry, type OwnChoices, type OwnKey } from '../../../triage/model/keys/own-keys.js';
import { columnNames } from '../../../triage/view/own-columns.js';

/** The largest file that is read (bytes). */
const longest = 100_000;

const reserved: readonly string[] = ['q', 'esc', '?', ':', 'ctrl+c', 'ctrl+z'];

/** The keys that have names, which terminals send. */
const named =
  /^(?:space|tab|shift\+tab|enter|backspace|delete|home|end|pageup|pagedown|up|down|left|right|ctrl\+[abdefgklnoprstuvwxy])$/;

/** What `triage.json` says. Throws a usage error that names the file and what is wrong in it, and Unsafe. */
export function readOwnFile(path: string): OwnChoices {
  const refuse = (what: string, hint?: string): TrackerError => usageError(`${path}: ${what}`, hint);
  const text = readText(path);
  const found: unknown = attempt(() => JSON.parse(text));
  if (!isRow(found)) throw refuse('it is not a JSON object');
  refuseNames(found, ['keys', 'columns'], refuse);
  const { keys: given = [], columns = [] } = found;
  if (!Array.isArray(given)) throw refuse('keys is not a list');
  const own = given.map((each: unknown) => readKey(each, refuse));
  for (const [at, { key, help }] of own.entries()) {
    const other = own.slice(at + 1).find((each) => each.key === key);
    if (other) throw refuse(`${quote(key)} is defined twice: ${quote(help)} and ${quote(other.help)}`);
  }
  return { keys: own, columns: readColumns(columns, refuse) };
}

function readText(path: string): string {
  try {
    const bytes = readRegular(path, (stats) => {
      requireOwn(path, stats);
      if (stats.size > longest) throw usageError(`${path} is larger than ${longest / 1000} kB`);
    });
    return decodeText(bytes) ?? '';
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : usageError(`cannot read ${path}: ${whyUnreadable(codeOf(cause))}`);
  }
}

type Refuse = (what: string, hint?: string) => TrackerError;

function refuseNames(given: Row, known: readonly string[], refuse: Refuse): void {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name !== undefined) throw refuse(`unknown name ${quote(name)}`, `known names are ${listWords(known, 'and')}`);
}

function readKey(given: unknown, refuse: Refuse): OwnKey {
  if (!isRow(given)) throw refuse('each key must be an object, such as {"key": "b", "does": "note"}');
  refuseNames(given, ['key', 'does', 'run', 'help'], refuse);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw refuse(`${name} is not a string: ${JSON.stringify(value)}`);
    if (value.trim() === '' && name !== 'key') throw refuse(`${name} is empty`);
  }
  // Each value is a string.
  const { key = '', does, run, help } = given as Readonly<Record<string, string>>;
  const name = [...key].length > 1 ? key.toLowerCase() : key === ' ' ? 'space' : key;
  if (reserved.includes(name)) throw refuse(`${quote(key)} cannot be redefined`);
  if (!named.test(name) && !/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(name))
    throw refuse(
      `${quote(key)} is not a key`,
      'keys are single characters, ctrl+o and the like, space, tab, enter or pagedown',
    );
  if ((does === undefined) === (run === undefined)) throw refuse(`${quote(key)} needs either does or run`);
  if (does !== undefined && !keys.some((entry) => namesOfEntry(entry).includes(does)))
    throw refuse(
      `${quote(key)} does ${quote(does)}, which is not an action in triage`,
      `actions are ${listWords(actionNames(), 'and')}`,
    );
  return { key: name, help: help ?? run ?? does ?? '', ...(does === undefined ? { run: run ?? '' } : { does }) };
}

function actionNames(): readonly string[] {
  return [...new Set(keys.flatMap((entry) => namesOfEntry(entry).filter((name) => !entry.keys.includes(name))))];
}

function readColumns(given: unknown, refuse: Refuse): readonly string[] {
  if (!Array.isArray(given)) throw refuse('columns is not a list');
  const columns = given.map(String);
  const unknown = columns.find((name) => !columnNames.includes(name));
  if (unknown !== undefined)
    throw refuse(`there is no column ${quote(unknown)}`, `columns are ${columnNames.join(', ')}`);
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) throw refuse(`columns names ${quote(twice)} twice`);
  return columns;
}
