import type { Cell, HumanLine, JsonObject, ListView, Tone } from '../../output/view.js';
import { ownValue, textOf } from '../read-row.js';

const tones: Readonly<Record<string, Tone>> = { ok: 'good', remark: 'dim', warning: 'warn', error: 'bad' };

/** The columns of `doctor`. Scripts rely on these four and their order; `ref` is the name of the check. */
export const doctorList: ListView = {
  noun: 'findings',
  columns: [
    { key: 'ref', head: 'Check', value: (row) => ownValue(row, 'check') },
    { key: 'state', head: 'State', value: (row) => ownValue(row, 'state'), human: stateCell },
    { key: 'detail', head: 'Found', value: (row) => ownValue(row, 'detail'), grow: true },
    { key: 'remedy', head: 'Remedy', value: (row) => ownValue(row, 'remedy') },
  ],
  fields: ['check', 'state', 'detail', 'remedy'],
};

/** A finding for people: its state and what was found, and the remedy as a hint below it. */
export function findingLines(row: JsonObject): readonly HumanLine[] {
  const remedy = textOf(row, 'remedy');
  const { text, tone = 'plain' } = stateCell(row);
  const found: HumanLine = [{ text: text.padEnd(9), tone }, `${textOf(row, 'check')}: ${textOf(row, 'detail')}`];
  return remedy === undefined ? [found] : [found, [{ text: '         hint: ', tone: 'dim' }, remedy]];
}

function stateCell(row: JsonObject): Cell {
  const state = textOf(row, 'state') ?? '';
  // A word that says more to people; scripts get the state.
  return { text: state === 'remark' ? 'note' : state, tone: tones[state] ?? 'plain' };
}
