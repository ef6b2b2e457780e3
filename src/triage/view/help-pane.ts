import { type Line, span } from '../../output/text/span.js';
import { padTo } from '../../output/text/width.js';
import { countTroubled } from '../model/conflicts.js';
import { type KeyEntry, keys, offeredKeys } from '../model/keys.js';
import type { State } from '../model/state.js';
import { writingKeys } from '../model/update.js';
import { followUps } from '../model/writing.js';
import { fitTo, flow, type Look, spread, unsentSign } from './look.js';
import { keyWord, shownKey } from './panels.js';

const groups: readonly KeyEntry['group'][] = ['Decide', 'Write', 'Move', 'More'];

const marks: readonly (readonly [string, string])[] = [
  ['*', 'changed since you saw it'],
  ['+', 'new'],
  ['~', 'being sent, or waiting to be sent'],
  [unsentSign, 'unsent text; r or n to continue'],
  ['!', 'refused, or changed by someone first'],
  ['✓', 'decided by you'],
  ['•', 'selected'],
  ['z', 'put off'],
];

/** From this width on, there may be two columns (cells). */
const twoFrom = 100;

const settling = keys.filter(({ group }) => group === 'Settle');

/** The keys of the composer; without a status that may follow, there is none to choose. */
function composing(state: State): readonly Line[] {
  const hasStatus = followUps(state, { row: state.at ?? '' }).length > 0;
  const own = writingKeys
    .filter(({ key, label }) => label !== '' && (key !== 'tab' || hasStatus))
    .map(({ key, label, help = label }) => keyWord(key, help));
  return [
    ...own,
    keyWord('Alt-b Alt-f', 'by words'),
    keyWord('Alt-d Alt-Backspace', 'delete a word'),
    keyWord('PgUp PgDn', 'scroll what is there'),
  ];
}

/** All keys that are offered now, and what the marks mean; `furthest` is how far they can be scrolled. */
export function helpPane(state: State, { ruler }: Look, width: number, height: number) {
  const entry = (name: string, text: string): Line => [span('  '), span(padTo(ruler, name, 9), 'strong'), span(text)];
  const keyEntry = ({ keys: all, help }: KeyEntry): Line => entry(all.slice(0, 2).map(shownKey).join(' '), help);
  const title = (text: string): Line => [span(` ${text}`, 'accent', 'strong')];
  const lines: readonly Line[] = [
    ...groups.flatMap((group) => [
      title(group),
      ...offeredKeys(state)
        .filter((each) => each.group === group)
        .map(keyEntry),
    ]),
    ...(countTroubled(state) > 0 ? [title('Refused, or changed by someone first'), ...settling.map(keyEntry)] : []),
    title('While writing'),
    ...flow(ruler, composing(state), width < twoFrom ? width : width / 2 - 1).map((line): Line => [span(' '), ...line]),
    title('Marks'),
    ...marks.map(([mark, text]) => entry(mark, text)),
  ];
  const columns = width >= twoFrom && lines.length > height ? 2 : 1;
  const cells = Math.floor(width / columns);
  const tall = Math.ceil(lines.length / columns);
  const furthest = Math.max(0, tall - height);
  const from = Math.min(state.mode.is === 'help' ? state.mode.from : 0, furthest);
  const shown = Array.from({ length: height }, (_, at) =>
    Array.from({ length: columns }, (_, column) =>
      fitTo(ruler, from + at < tall ? (lines[from + at + column * tall] ?? []) : [], cells),
    ).flat(),
  );
  if (from === furthest) return { lines: shown, furthest };
  const more: Line = [span(`${furthest - from + 1} more ↓ `, 'dim')];
  return { lines: [...shown.slice(0, -1), spread(ruler, [], more, width)], furthest };
}
