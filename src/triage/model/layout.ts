import { writingIn } from './mode.js';
import { current } from './rows/rows.js';
import type { Split, State } from './state.js';
import type { Step } from './step.js';

export const usualSplit: Split = { columns: 0, rows: 0, isHidden: false };

/** Where the parts of the screen are. */
export interface Layout {
  readonly isWide: boolean;
  readonly listWidth: number;
  /** 0 if the detail alone is shown. */
  readonly listHeight: number;
  readonly detailWidth: number;
  /** 0 if the list alone is shown. */
  readonly detailHeight: number;
}

/** From this width on, list and detail are side by side (cells). */
const wide = 100;

/** The widths between which a text is easy to read, if the list keeps so much (cells). */
const [leastText, mostText, usualList] = [70, 100, 48];

/** The least that the user can leave to the list, and to the detail (cells). */
const [leastList, leastDetail] = [30, 30];

/** The least that the user can leave to the detail below the list: its head, and a bit of what was written (lines). */
const leastDetailLines = 7;

/** The sizes of list and detail in this many lines. */
export function layoutOf(state: State, room: number): Layout {
  const { columns } = state.size;
  const whole = { isWide: false, listWidth: columns, detailWidth: columns };
  if (isAlone(state)) return { ...whole, listHeight: 0, detailHeight: room };
  if (isHidden(state)) return { ...whole, listHeight: room, detailHeight: 0 };
  if (columns >= wide) {
    const listWidth = listWidthOf(state);
    return { isWide: true, listWidth, listHeight: room, detailWidth: columns - listWidth - 2, detailHeight: room };
  }
  const listHeight = listHeightOf(state, room);
  const detailHeight = room - 1 - listHeight;
  return { ...whole, listHeight: detailHeight > 0 ? listHeight : room, detailHeight };
}

/** How wide the texts of the detail are. */
export function textWidthOf(state: State): number {
  return Math.min(mostText, layoutOf(state, state.size.rows).detailWidth);
}

function listWidthOf({ size: { columns }, split = usualSplit }: State): number {
  const room = columns - 2;
  const usual = Math.max(usualList, room - between(leastText, Math.floor(room / 2), mostText));
  return between(leastList, usual + split.columns, room - leastDetail);
}

function listHeightOf({ split = usualSplit }: State, room: number): number {
  const usual = Math.max(2, Math.floor((room - 1) / 2));
  return between(2, usual + split.rows, Math.max(usual, room - 1 - leastDetailLines));
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most));
}

/** Whether the detail fills the screen because the user has asked for that. */
export function isZoomed(state: State): boolean {
  return state.isZoomed === true && current(state) !== undefined;
}

/** Whether it does; while a text is being written, it also does where both are not side by side. */
function isAlone(state: State): boolean {
  return isZoomed(state) || (writingIn(state.mode) !== undefined && (state.size.columns < wide || isHidden(state)));
}

function isHidden({ split = usualSplit }: State): boolean {
  return split.isHidden;
}

/** Whether what is known of the row at the cursor is on the screen. */
export function isDetailShown(state: State): boolean {
  return isAlone(state) || !isHidden(state);
}

/** Whether there is a line between list and detail that can be moved. */
export function canMoveSplit(state: State): boolean {
  return !isAlone(state) && !isHidden(state);
}

/** Makes the list wider or narrower, or taller or less tall, where it ends above the detail. */
export function moveSplit(by: 1 | -1): (state: State) => Step {
  return (state) => {
    const { split = usualSplit, size } = state;
    const [of, cells] = size.columns >= wide ? (['columns', 4 * by] as const) : (['rows', by] as const);
    const at = (place: number): State => ({ ...state, split: { ...split, [of]: place } });
    const now = measure(state);
    // From where it is: on a larger screen, it may have been moved further than there is room for here.
    const moved = at(now - measure(at(0)) + cells);
    return [measure(moved) === now ? state : moved];
  };
}

function measure(state: State): number {
  const { size, tabs = [] } = state;
  if (size.columns >= wide) return listWidthOf(state);
  return listHeightOf(state, size.rows - usualRest - (tabs.length > 0 ? 1 : 0));
}

/** How many lines a screen has beside tabs, list and detail. */
export const usualRest = 5;

export function toggleDetail(state: State): Step {
  const { split = usualSplit } = state;
  return [{ ...state, split: { ...split, isHidden: !split.isHidden } }];
}
