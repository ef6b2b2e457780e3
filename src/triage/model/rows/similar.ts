import { subjectOfRow } from '../decisions/rights.js';
import type { Item, SimilarItem, State } from '../state.js';

/** The tickets and tasks that are similar to one, among those that were read here. */
export interface SimilarAnswer {
  readonly is: 'similar';
  readonly uuid: string;
  readonly similar: readonly SimilarItem[];
}

/** The tickets and tasks similar to a row, if they were looked for. */
export function similarTo(state: State, item: Item): readonly SimilarItem[] {
  return state.similar?.get(subjectOfRow(state, item.uuid)?.uuid ?? '') ?? [];
}

export function takeSimilar(state: State, { uuid, similar }: SimilarAnswer): State {
  return { ...state, similar: new Map([...(state.similar ?? []), [uuid, similar]]) };
}
