import type { Context } from '../../args/context.js';
import type { LiveState } from '../../client/live.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { asText, joined, type Sentence } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { toJson } from '../../output/data/json.js';
import { localMinute } from '../../output/time.js';
import { isPlain } from '../../terminal/progress.js';
import { createScreen } from '../../terminal/screen.js';
import { reportState, stateText } from './staying-open.js';

/** Where the looks at a list are shown. */
export interface Frames {
  /** Shows the output of one look. */
  show(output: { readonly stdout: string; readonly stderr: string }): Promise<void>;
  state(state: LiveState): Promise<void>;
  close?(): Promise<void>;
  /** Gets a function that causes another look. */
  onReady?(look: () => void): void;
  /** The fields that the looks must have, if not those that were asked for. */
  readonly fields?: readonly string[];
}

/** Keeps the list on the screen, with a line below that says how changes are noticed. */
export function screenFrames(context: Context): Frames {
  const { io, now, settings } = context;
  if (isPlain(settings.env)) return plainFrames(context);
  let last: readonly string[] | undefined;
  let state: Sentence = 'connecting';
  let said: string | undefined;
  let look = (): void => undefined;
  // If it fails, so does the next one, and that one is waited for.
  const start = (work: Promise<void>): void => void work.catch(() => undefined);
  const stop = (): void => start(screen.suspend());
  const screen = createScreen(io, {
    input: {
      key({ name }) {
        if (name === 'ctrl+c') io.fullScreen().interrupt();
        else if (name === 'ctrl+z') stop();
      },
    },
    onStop: stop,
    onChange() {
      start(draw());
      look();
    },
    ...(io.stderr.isTerminal && {
      onSaid(text) {
        said = linesOf(text).find((line) => line.trim() !== '') ?? said;
        start(draw());
      },
    }),
  });
  const draw = async (): Promise<void> => {
    if (!last) return;
    await screen.open();
    const words = [said ?? state, localMinute(now()).slice(-5), 'Ctrl-C to stop'];
    await screen.draw([...cutToFit(last, io.stdout.rows() - 1), cleanLine(asText(joined(words, ' · ')))]);
  };
  return {
    async show({ stdout, stderr }) {
      said = undefined;
      last = linesOf(stdout + stderr);
      await draw();
    },
    async state(next) {
      said = undefined;
      state = stateText(next);
      await draw();
    },
    close: async () => await screen.close(),
    onReady(given) {
      look = given;
    },
  };
}

function cutToFit(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, Math.max(rows - 1, 0));
  return [...shown, `… ${lines.length - shown.length} more`];
}

/** Prints the whole list again when it has changed, where nothing may be redrawn. */
function plainFrames({ io, now, ...context }: Context): Frames {
  let before: string | undefined;
  return {
    async show({ stdout, stderr }) {
      if (stdout === before) return;
      await io.stdout.write(`${before === undefined ? '' : `\n${localMinute(now())}\n`}${stdout}`);
      await io.stderr.write(stderr);
      before = stdout;
    },
    state: reportState({ io, ...context }),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line, at, all) => at < all.length - 1 || line !== '');
}

/** What tells rows apart. */
const identity = ['ref', 'uuid'];

/** Prints as JSON lines the rows that the look before did not have, and the identity, with `gone`, of those that have left. */
export function rowFrames(context: Context): Frames {
  const { io, show } = context;
  const asked = show.choice.fields;
  const looked = asked.length === 0 ? [] : [...new Set([...asked.filter((field) => field !== 'gone'), ...identity])];
  const picked = (line: string): string => {
    if (String(looked) === String(asked)) return line;
    const row = rowOf(line);
    return toJson(Object.fromEntries(asked.map((field) => [field, row[field] ?? null])));
  };
  const said = new Set<string>();
  let before: ReadonlyMap<string, string> = new Map();
  return {
    fields: looked,
    async show({ stdout, stderr }) {
      const now = new Map(linesOf(stdout).map((line) => [line, before.get(line) ?? keyOf(line)]));
      const keys = new Set(now.values());
      const left = new Map([...before].filter(([, key]) => !keys.has(key)).map(([line, key]) => [key, line]));
      const fresh = [...now.keys()].filter((line) => !before.has(line));
      before = now;
      const remarks = linesOf(stderr).filter((line) => said.size < said.add(line).size);
      await io.stderr.write(remarks.map((line) => `${line}\n`).join(''));
      const gone = [...left.values()].map(rowOf).map(({ ref, uuid }) => toJson({ ref, uuid, gone: true }));
      const lines = [...gone, ...fresh.map(picked)];
      if (lines.length > 0) await io.stdout.write(`${lines.join('\n')}\n`);
    },
    state: reportState(context),
  };
}

/** What stays the same when the row of a line changes. */
function keyOf(line: string): string {
  const { ref, uuid } = rowOf(line);
  return String(uuid ?? ref);
}

function rowOf(line: string): Row {
  const value = parseExactly(line);
  return isRow(value) ? value : {};
}
