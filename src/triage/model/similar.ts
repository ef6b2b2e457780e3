import { subjectOfRow } from './rights.js';
import type { Item, SimilarItem, State } from './state.js';

/** What is like a row among what was read here, and what it is like. */
export interface SimilarAnswer {
  readonly is: 'similar';
  readonly uuid: string;
  readonly similar: readonly SimilarItem[];
}

/** What is like a row, as far as it was looked for. */
export function similarTo(state: State, item: Item): readonly SimilarItem[] {
  return state.similar?.get(subjectOfRow(state, item.uuid)?.uuid ?? '') ?? [];
}

export function takeSimilar(state: State, { uuid, similar }: SimilarAnswer): State {
  return { ...state, similar: new Map([...(state.similar ?? []), [uuid, similar]]) };
}
