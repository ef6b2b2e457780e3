import { subjectOfRow } from '../decisions/rights.js';
import type { Item, SimilarItem, State } from '../state.js';
import type { Step } from '../step.js';

/** The tickets and tasks that are similar to one, among those that were read here. */
interface SimilarAnswer {
  readonly uuid: string;
  readonly similar: readonly SimilarItem[];
  /** With how many texts it was compared, and how to have more. */
  readonly among: string;
}

/** The tickets and tasks similar to a row, if they were looked for. */
export function similarTo(state: State, item: Item): readonly SimilarItem[] {
  return state.similar?.of.get(subjectOfRow(state, item.uuid)?.uuid ?? '') ?? [];
}

export function takeSimilar(state: State, { uuid, similar, among }: SimilarAnswer): Step {
  return [{ ...state, similar: { of: new Map(state.similar?.of).set(uuid, similar), among } }];
}
