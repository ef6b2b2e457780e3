import type { Context } from '../../args/context.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { isRow, type Row } from '../../contract/row.js';
import { toJson } from '../../output/data/json.js';
import { type Frames, linesOf } from './frames.js';
import { reportState } from './report-state.js';

/** What tells rows apart. */
const identity = ['ref', 'uuid'];

/**
 * Prints as JSON lines the rows that the look before did not have. For one that is no longer in the list, it prints its
 * identity with `gone`.
 */
export function rowFrames(context: Context): Frames {
  const { io, show } = context;
  const asked = show.choice.fields;
  const looked = asked.length === 0 ? [] : [...new Set([...asked.filter((field) => field !== 'gone'), ...identity])];
  const picked = (line: string): string => (String(looked) === String(asked) ? line : withOnly(asked, line));
  const remarks = newLines();
  let before: ReadonlyMap<string, string> = new Map();
  return {
    fields: looked,
    async show({ stdout, stderr }) {
      const now = new Map(linesOf(stdout).map((line) => [line, before.get(line) ?? keyOf(line)]));
      const keys = new Set(now.values());
      const left = new Map([...before].filter(([, key]) => !keys.has(key)).map(([line, key]) => [key, line]));
      const fresh = [...now.keys()].filter((line) => !before.has(line));
      before = now;
      await io.stderr.write(remarks(stderr));
      const lines = [...[...left.values()].map(goneLine), ...fresh.map(picked)];
      if (lines.length > 0) await io.stdout.write(`${lines.join('\n')}\n`);
    },
    state: reportState(context),
    close: async () => undefined,
    onReady: () => undefined,
  };
}

/** What stays the same when the row of a line changes. */
function keyOf(line: string): string {
  const { ref, uuid } = rowOf(line);
  return String(uuid ?? ref);
}

function goneLine(line: string): string {
  const { ref, uuid } = rowOf(line);
  return toJson({ ref, uuid, gone: true });
}

/** The row with these fields; it does not have `gone`. */
function withOnly(fields: readonly string[], line: string): string {
  const row = rowOf(line);
  return toJson(Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
}

function rowOf(line: string): Row {
  const value = parseExactly(line);
  return isRow(value) ? value : {};
}

/** Gives the lines of each text that no earlier one had. */
function newLines(): (text: string) => string {
  const known = new Set<string>();
  return (text) =>
    linesOf(text)
      .filter((line) => known.size < known.add(line).size)
      .map((line) => `${line}\n`)
      .join('');
}
