import { type Line, span } from '../../output/text/span.js';
import { padTo } from '../../output/text/width.js';
import { type KeyEntry, offeredKeys } from '../model/keys.js';
import type { State } from '../model/state.js';
import { fitTo, type Look } from './look.js';
import { shownKey } from './panels.js';

const groups: readonly KeyEntry['group'][] = ['Decide', 'Write', 'Move', 'More'];

const marks: readonly (readonly [string, string])[] = [
  ['*', 'changed since you saw it'],
  ['+', 'new'],
  ['~', 'being sent, or waiting for the server'],
  ['!', 'refused, or changed by someone first'],
  ['✓', 'decided by you'],
  ['•', 'selected'],
  ['z', 'skipped until you reload'],
];

/** All keys that are offered now, and what the marks mean. */
export function helpPane(state: State, { ruler }: Look, width: number, height: number): readonly Line[] {
  const entry = (name: string, text: string): Line => [span('  '), span(padTo(ruler, name, 9), 'strong'), span(text)];
  const lines: readonly Line[] = [
    ...groups.flatMap((group) => [
      [span(` ${group}`, 'accent', 'strong')],
      ...offeredKeys(state)
        .filter((each) => each.group === group)
        .map((each) => entry(each.keys.slice(0, 2).map(shownKey).join(' '), each.help)),
    ]),
    [span(' Marks', 'accent', 'strong')],
    ...marks.map(([mark, text]) => entry(mark, text)),
  ];
  const columns = width >= 100 && lines.length > height ? 2 : 1;
  const cells = Math.floor(width / columns);
  const tall = Math.ceil(lines.length / columns);
  const from = Math.min(state.mode.is === 'help' ? state.mode.from : 0, Math.max(0, tall - height));
  return Array.from({ length: height }, (_, at) =>
    Array.from({ length: columns }, (_, column) =>
      fitTo(ruler, from + at < tall ? (lines[from + at + column * tall] ?? []) : [], cells),
    ).flat(),
  );
}
