import { basename } from 'node:path';
import { withHidden } from '../../../contract/text/unsafe-characters.js';
import type { TimelineEntry } from '../../../output/view.js';
import { proposalsAbout, proposalsKey } from '../../../triage/model/decisions/proposals.js';
import { layoutOf } from '../../../triage/model/layout.js';
import type { Proposal } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import type { ProposedEntries } from '../reading/details.js';

/** What is proposed for a row, as it would stand in its conversation; undefined if nothing is. */
export function proposedIn(state: State, uuid: string): ProposedEntries | undefined {
  const item = state.items.find((each) => each.uuid === uuid);
  const proposals = proposalsAbout(state, item);
  if (proposals.length === 0) return undefined;
  const { detailHeight } = layoutOf(state, state.size.rows - linesAround);
  // The rest of a screen is for what the customer wrote.
  const most = state.isSpoken ? Number.POSITIVE_INFINITY : Math.max(2, Math.floor(detailHeight / 4));
  return { key: proposalsKey(proposals), entries: proposals.map(entryOf), most };
}

/** How many lines of the screen are usually neither list nor detail. */
const linesAround = 5;

function entryOf({ author, at, text, message, words, flags }: Proposal): TimelineEntry {
  const mark = `proposed ${message?.what ?? words}${flags === '' ? '' : ` (${flags})`}`;
  const files = (message?.attach ?? []).map((path) => basename(path));
  return { kind: 'note', time: at, author, text: withHidden(text), mark, files, isProposed: true };
}
