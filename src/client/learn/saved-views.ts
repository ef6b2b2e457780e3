import { isRow, type Row, rowsOf, textOf } from '../../contract/row.js';
import { toNameKey } from '../../contract/text/plain-letters.js';
import type { ReferenceIndex } from '../state/references.js';
import { isTypeable, learnRefs } from './rows.js';

/** Adds the pages that have saved views, and the names of those of tasks and tickets, and forgets those that are gone. */
export function learnViews(reply: Row, index: ReferenceIndex): void {
  const pages = [reply.views, reply.viewState].find(isRow) ?? {};
  learnRefs('views', Object.keys(pages), index);
  for (const kind of ['task', 'ticket']) {
    const [page, head] = [`${kind}s`, `${kind}-view:`];
    const state = Object.hasOwn(pages, page) ? pages[page] : undefined;
    const names = rowsOf(isRow(state) ? state.savedViews : undefined).map(({ name }) => textOf(name) ?? '');
    const refs = names.filter(isTypeable).map((name) => `${head}${name}`);
    const kept = new Set(refs.map(toNameKey));
    for (const { ref } of index.all('values'))
      if (ref.startsWith(head) && !kept.has(toNameKey(ref))) index.forget('values', ref);
    learnRefs('values', refs, index);
  }
}
