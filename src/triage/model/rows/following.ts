import { phrase } from '../../../contract/errors.js';
import { nameOfRow } from '../decisions/rights.js';
import type { Followable, PickOption } from '../mode.js';
import { pick } from '../picker.js';
import type { Item, State } from '../state.js';
import { copyText, type Step, say } from '../step.js';
import { current, goToFound, markOf } from './rows.js';

/** What can be followed in a row; undefined if it could not be read. */
interface FollowableAnswer {
  readonly uuid: string;
  readonly all: readonly Followable[] | undefined;
}

/** Each has a key, as far as there are enough; `f` is not one of them, so that pressing it twice does nothing. */
const letters = 'abcdeghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const waiting = { is: 'find', text: 'what can be followed here' } as const;

/** Asks for what can be followed; a row that has not been read yet is read first, and no key acts on it meanwhile. */
export function follow(state: State): Step {
  const item = current(state);
  return item
    ? [
        { ...state, mode: waiting },
        { do: 'follow', uuid: item.uuid },
      ]
    : [state];
}

/** Shows it, in the order of its kinds, unless it is no longer waited for. */
export function takeFollowable(state: State, { uuid, all }: FollowableAnswer): Step {
  if (state.mode.is !== 'find' || state.mode.text !== waiting.text || current(state)?.uuid !== uuid) return [state];
  const closed: State = { ...state, mode: { is: 'list' } };
  const name = nameOfRow(state, uuid);
  if (!all) return [say(closed, phrase`${name}: ${markOf(state, uuid).unreadable ?? 'not read yet'}`, 'bad')];
  if (all.length === 0) return [say(closed, `nothing in ${name} can be followed`)];
  const options = all.map((each, at): PickOption => {
    const letter = letters[at];
    return { text: wordsOf(each), value: String(at), leads: each, ...(letter !== undefined && { letter }) };
  });
  const title = `follow in ${name}`;
  return pick(state, { what: 'follow', title, rows: [uuid], options, isList: true });
}

function wordsOf(each: Followable): string {
  const size = each.does === 'download' && each.size !== '' ? `  ${each.size}` : '';
  return `${each.does} ${each.text}${size}`;
}

/** Downloads, opens, goes to or copies what was chosen. */
export function followChosen(state: State, chosen: Followable, [row = '']: readonly string[]): Step {
  if (chosen.does === 'download') {
    const { id, text } = chosen;
    return [say(state, phrase`downloading ${text} …`), { do: 'download', row, id, name: text }];
  }
  if (chosen.does === 'open') return [state, { do: 'open-link', url: chosen.url }];
  if (chosen.does === 'copy') return copyText(state, chosen.text, chosen.value);
  const { to } = chosen;
  const known = knownItem(state, to);
  if (known) return goToFound(state, known);
  return [
    { ...state, mode: { is: 'find', text: chosen.text } },
    { do: 'find', text: chosen.text, exactly: to },
  ];
}

/** The row of what has this kind and id, if it is in the list, or known as a ticket of a customer. */
function knownItem({ items, customers = new Map() }: State, to: string): Item | undefined {
  const [kind, uuid] = to.split(':');
  const isIt = (item: Item): boolean => item.uuid === uuid && item.kind === kind;
  return items.find(isIt) ?? (kind === 'ticket' ? [...customers.values()].flat().find(isIt) : undefined);
}
