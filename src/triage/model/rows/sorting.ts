import type { PickOption } from '../mode.js';
import { pick } from '../picker.js';
import type { Kind, State } from '../state.js';
import type { Step } from '../step.js';

/** How a list can be sorted, by the letter that chooses it; the inbox has an order of its own. */
const sorts: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  ticket: { u: 'updated', c: 'created', p: '-priority', s: 'status', t: 'target', e: 'subject', r: 'ref' },
  task: { d: 'due', u: 'updated', p: '-priority', s: 'status', t: 'title', r: 'ref' },
  notification: {},
};

export function canSort({ kind }: State): boolean {
  return kind !== 'notification';
}

/** Asks how to sort the list; the same letter as before reverses it. */
export function pickSort(state: State): Step {
  const { sort, kind } = state;
  const options = Object.entries(sorts[kind]).map(([letter, by]): PickOption => {
    const name = by.replace(/^-/, '');
    if (sort !== by) return { letter, text: name, value: by };
    return { letter, text: `${name}, reversed`, value: by === name ? `-${name}` : name };
  });
  const usual = sort === undefined ? [] : [{ letter: 'w', text: 'usual order', value: '' }];
  return pick(state, { what: 'sort', title: 'sort by', options: [...options, ...usual] });
}
