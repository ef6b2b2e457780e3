import { asText } from '../../contract/errors.js';
import { titleOf } from '../../contract/row.js';
import { type Line, shortLine, span } from '../../output/text/span.js';
import { cutTo, padTo, type Ruler } from '../../output/text/width.js';
import { type Action, actionsShown, groups } from '../model/keys/actions.js';
import type { KeyEntry } from '../model/keys/keys.js';
import type { ActionsMode } from '../model/mode.js';
import type { State } from '../model/state.js';
import { followUps } from '../model/texts/writing.js';
import { writingKeys } from '../model/update.js';
import { firstShown } from './list-pane.js';
import { fitTo, flow, type Look, spread, unsentSign } from './look.js';
import { keyWord, shownKey } from './panels.js';

const titles: Readonly<Partial<Record<KeyEntry['group'], string>>> = { Settle: 'Refused, or changed by someone first' };

const marks: readonly (readonly [string, string])[] = [
  ['*', 'changed since you saw it'],
  ['+', 'new'],
  ['~', 'being sent, or waiting to be sent'],
  [unsentSign, 'unsent text; r or n to continue'],
  ['?', 'proposed by an agent; Y, e or X'],
  ['!', 'refused, or changed by someone first'],
  ['✓', 'decided by you'],
  ['•', 'selected'],
  ['z', 'put off'],
];

/** From this width on, there may be two columns (cells). */
const twoFrom = 100;

/** The keys of the composer; without a status that may follow, there is none to choose. */
function composing(state: State): readonly Line[] {
  const hasStatus = followUps(state, { row: state.at ?? '' }).length > 0;
  const own = writingKeys
    .filter(({ key, label }) => label !== '' && (key !== 'tab' || hasStatus))
    .map(({ key, label, help = label }) => keyWord(key, help));
  return [
    ...own,
    keyWord('Alt-b Alt-f', 'move by words'),
    keyWord('Alt-d Alt-Backspace', 'delete a word'),
    keyWord('PgUp PgDn', 'scroll the detail'),
  ];
}

/** All that can be done now, and what the marks mean, or what of it has the words that were typed. */
export function actionsPane(
  state: State,
  mode: ActionsMode,
  { ruler }: Look,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const isAll = mode.field.text.trim() === '';
  const all = actionsShown(state, mode);
  const columns = isAll && width >= twoFrom && all.length + otherLines > height ? 2 : 1;
  const cells = Math.floor(width / columns);
  const shown = all.map((action, at) => actionLine(ruler, action, { isMarked: at === mode.at, cells }));
  const lines = isAll ? withTitles(state, ruler, { all, shown, width }) : shown;
  const tall = Math.ceil(lines.length / columns);
  const furthest = Math.max(0, tall - height);
  const marked = lines.indexOf(shown[mode.at] ?? []);
  const from = marked < 0 ? Math.min(mode.from, furthest) : firstShown(tall, marked % tall, height);
  const room = height - (from < furthest ? 1 : 0);
  const rows = Array.from({ length: room }, (_, at) =>
    Array.from({ length: columns }, (_, column) =>
      fitTo(ruler, from + at < tall ? (lines[from + at + column * tall] ?? []) : [], cells),
    ).flat(),
  );
  if (from >= furthest) return { lines: rows, furthest };
  const more: Line = [span(`${furthest - from + 1} more ↓ `, 'dim')];
  return { lines: [...rows, spread(ruler, [], more, width)], furthest };
}

const keyCells = 9;

/** About how many lines all keys have beside those of keys. */
const otherLines = 20;

function actionLine(
  ruler: Ruler,
  action: Action,
  { isMarked, cells }: { readonly isMarked: boolean; readonly cells: number },
): Line {
  const lead = span(isMarked ? ' ▸' : '  ', 'accent');
  const named = (name: string, text: string): Line => [
    lead,
    span(padTo(ruler, name, keyCells), 'strong'),
    span(text, ...(isMarked ? (['strong'] as const) : [])),
  ];
  if (action.is === 'row') return named(shortLine(action.item.ref), ` ${shortLine(titleOf(action.item.row))}`);
  if (action.is === 'look') return named('', `search everywhere for "${shortLine(action.text)}"`);
  const { entry, why } = action;
  const [key = '', other = ''] = entry.keys.map(shownKey);
  const both = `${key} ${other}`.trim();
  // The second one is left out where there is no room for it.
  const keys = ruler.width(both) < keyCells ? both : key;
  if (why === undefined) return named(keys, entry.help);
  const reason = ` · ${shortLine(asText(why))}`;
  const help = cutTo(ruler, entry.help, Math.max(8, cells - 2 - keyCells - ruler.width(reason)));
  return [lead, span(`${padTo(ruler, keys, keyCells)}${help}${reason}`, 'dim')];
}

interface AllLines {
  readonly all: readonly Action[];
  readonly shown: readonly Line[];
  readonly width: number;
}

/** The same lines under the names of their groups, then the keys while writing, the marks, and what cannot be done now. */
function withTitles(state: State, ruler: Ruler, { all, shown, width }: AllLines): readonly Line[] {
  const title = (text: string): Line => [span(` ${text}`, 'accent', 'strong')];
  const part = (name: string, isIn: (group: KeyEntry['group'], isGrey: boolean) => boolean): readonly Line[] => {
    const own = shown.filter((_, at) => {
      const action = all[at];
      return action?.is === 'key' && isIn(action.entry.group, action.why !== undefined);
    });
    return own.length === 0 ? [] : [title(name), ...own];
  };
  const room = width < twoFrom ? width : width / 2 - 1;
  return [
    ...groups.flatMap((name) => part(titles[name] ?? name, (group, isGrey) => group === name && !isGrey)),
    title('While writing'),
    ...flow(ruler, composing(state), room).map((line): Line => [span(' '), ...line]),
    title('Marks'),
    ...marks.map(([mark, text]): Line => [span('  '), span(padTo(ruler, mark, keyCells), 'strong'), span(text)]),
    ...part('Not available now', (_, isGrey) => isGrey),
  ];
}
