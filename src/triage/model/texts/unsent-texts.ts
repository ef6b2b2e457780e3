import { joined, type Sentence } from '../../../contract/errors.js';
import { isReference } from '../../../contract/row.js';
import { subjectOfRow } from '../decisions/rights.js';
import type { NamedRow, UnsentText } from '../mode.js';
import { nameOutside } from '../rows/rows.js';
import type { Item, State } from '../state.js';
import { listedNames, pressWords } from '../step.js';

/** The unsent texts about a row; for a notification, about its subject. */
export function unsentAbout(state: State, item: Item): readonly UnsentText[] {
  const { texts = [] } = state.unsent ?? {};
  return texts.filter(({ receivers }) => isAmong(state, item, receivers));
}

/** Whether something about a row waits to be sent. */
export function isWaiting(state: State, item: Item): boolean {
  const { pending, unsent } = state;
  const isDecided = pending.some(({ targets }) => targets.some(({ uuid }) => uuid === item.uuid));
  return isDecided || isAmong(state, item, unsent?.queued ?? []);
}

/** Whether one of these is what a row is about. */
export function isAmong(state: State, { uuid: row }: Item, all: readonly NamedRow[]): boolean {
  const subject = all.length > 0 ? subjectOfRow(state, row) : undefined;
  if (!subject) return false;
  return all.some(({ uuid, ref }) => (uuid === undefined ? isSameRef(ref, subject.ref) : uuid === subject.uuid));
}

/** What there is of these texts about a row, and how to go on with it. Several alike are one remark, since the newest is offered. */
export function unsentWords(state: State, texts: readonly UnsentText[], isMissing = false): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = unsentWordsOf(state, text, isMissing);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => (count === 1 || isMissing ? words : `${words} (the newest of ${count})`));
}

/** Such as `unsent note to 2 tickets; select them and press n to continue`. */
function unsentWordsOf(state: State, { what, kind, receivers, isDoubtful }: UnsentText, isMissing: boolean): string {
  const noun = what === 'note' ? 'note' : kind === 'task' ? 'comment' : 'reply';
  const named = isDoubtful ? `${noun} that may have arrived` : `unsent ${noun}`;
  const press = `${pressWords(keyOf(what))} to continue`;
  if (isMissing) return `${named}, kept in ${state.drafts}`;
  if (receivers.length === 1) return `${named}; ${press}`;
  return `${named} to ${listedNames(receivers.flatMap((each) => refOf(state, each)))}; select them and ${press}`;
}

function keyOf(what: UnsentText['what']): 'r' | 'n' {
  return what === 'note' ? 'n' : 'r';
}

function isSameRef(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What earlier sessions left, until the first key: also which rows have unsent text, and how to get to those of other lists. */
export function reminderWords(state: State): Sentence | undefined {
  const { reminder, remindsOf = [] } = state;
  const named = remindsOf.map(({ what, receivers }) => ({
    what,
    refs: receivers.flatMap((each) => refOf(state, each)),
  }));
  const kinds = (['reply', 'note'] as const).flatMap((what) => {
    const texts = named.filter((each) => each.what === what).map(({ refs }) => refs);
    const press = pressWords(keyOf(what));
    return [
      ...remindersOf(state, what, [...new Set(texts.filter(({ length }) => length === 1).flat())]),
      ...texts
        .filter(({ length }) => length > 1)
        .map((refs) => `${listedNames(refs)}: unsent text; select them and ${press} to continue`),
    ];
  });
  const others = named.filter(({ refs }) => refs.length === 0).length;
  const said = [
    ...(reminder === undefined ? [] : [reminder]),
    ...kinds,
    ...proposedElsewhere(state),
    ...(others > 0 ? [`${others} unsent ${others === 1 ? 'text' : 'texts'} elsewhere: ${state.drafts}`] : []),
  ];
  return said.length > 0 ? joined(said, '; ') : undefined;
}

/** That something is proposed for no row of the list, once that is there. */
function proposedElsewhere(state: State): readonly string[] {
  const { unsent, items, isLoaded, isPart = false, isTouched, drafts } = state;
  if (!isLoaded || isPart || isTouched) return [];
  const others = (unsent?.proposals ?? []).filter(
    ({ receivers }) => !items.some((item) => isAmong(state, item, receivers)),
  );
  const count = new Set(others.map(({ group }) => group)).size;
  if (count === 0) return [];
  return [
    `${count} ${count === 1 ? 'proposal is for something' : 'proposals are for things'} not in this list: ${drafts}`,
  ];
}

/** The reference of a receiver, as far as that is known: a uuid is no name. */
function refOf({ items }: State, { uuid, ref }: UnsentText['receivers'][number]): readonly string[] {
  const item = uuid === undefined ? undefined : items.find((each) => each.uuid === uuid);
  return item ? [item.ref] : isReference(ref) ? [ref] : [];
}

function remindersOf(state: State, what: UnsentText['what'], refs: readonly string[]): readonly string[] {
  const { items, isLoaded } = state;
  const isHere = (name: string): boolean => !isLoaded || items.some(({ ref }) => isSameRef(ref, name));
  const [here, away] = [refs.filter(isHere), refs.filter((ref) => !isHere(ref))];
  const press = pressWords(keyOf(what));
  const enter = away.length === 1 ? away[0] : 'one of them';
  const names = away.map((ref) => nameOutside(state, ref)).join(', ');
  return [
    ...(here.length > 0 ? [`${here.join(', ')}: unsent text; ${press} there to continue`] : []),
    ...(away.length > 0
      ? [`${names}: unsent text, not in this list; ${pressWords(':')} and enter ${enter}, then ${press} to continue`]
      : []),
  ];
}
