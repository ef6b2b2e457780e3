import { join } from 'node:path';
import type { Context } from '../../../args/context.js';
import { placesFolder, placesOf } from '../../../client/state/account-folder.js';
import { attempt } from '../../../contract/errors.js';
import { isRow, type Row, textOf, textsOf } from '../../../contract/row.js';
import { makeFolder } from '../../../disk/folder.js';
import { readOwn } from '../../../disk/read-regular.js';
import { replaceFile } from '../../../disk/replace-file.js';
import { sentenceOf } from '../../../output/text/sentence.js';
import { usualSplit } from '../../../triage/model/layout.js';
import type { Item, Mark, Split, State } from '../../../triage/model/state.js';
import type { SessionParts } from '../shared.js';

type PlaceParts = Pick<SessionParts, 'context' | 'client'>;

/** For how many lists the place and the marks are kept. */
const mostLists = 20;

function nameOf({ client }: PlaceParts): string {
  return `${placesOf({ url: client.base.href.replace(/\/$/, ''), userId: client.userId ?? '' })}triage.json`;
}

function read({ settings }: Pick<Context, 'settings'>, name: string): Row {
  const path = (): string => join(settings.folders.state(placesFolder), name);
  const found: unknown = attempt(() => JSON.parse(String(readOwn(path()))));
  return isRow(found) ? found : {};
}

/** Where it cannot be kept, the next triage is as if there had been none before. */
function keep({ settings }: Pick<Context, 'settings'>, name: string, value: unknown): void {
  attempt(() => {
    const folder = settings.folders.state(placesFolder);
    makeFolder(folder);
    replaceFile(join(folder, name), JSON.stringify(value));
  });
}

/**
 * Where the cursor was when triage last showed a list with this title, and the marks of its rows. A row that is known to
 * have changed since no longer counts as done.
 */
export function readPlace(
  parts: PlaceParts,
  { title, items, isPart = false }: Pick<State, 'title' | 'items' | 'isPart'>,
): Partial<State> {
  // Only if it is known whose places these are.
  const lists = parts.client.userId === undefined ? {} : read(parts.context, nameOf(parts));
  const { at, selected, marks } = isRow(lists[title]) ? lists[title] : {};
  const uuid = textOf(at) ?? '';
  if (uuid === '') return {};
  const known = new Map(items.map((item) => [item.uuid, item]));
  const kept = Object.entries(isRow(marks) ? marks : {}).flatMap(([id, mark]) => markOf(known.get(id), mark));
  return {
    // The rest of the list may have it.
    ...((known.has(uuid) || isPart || items.length === 0) && { at: uuid, isPlaced: true }),
    selected: new Set(textsOf(selected).filter((each) => known.has(each))),
    marks: new Map(kept),
  };
}

function markOf(item: Item | undefined, kept: unknown): readonly (readonly [string, Mark])[] {
  if (!item || !isRow(kept)) return [];
  const { decided, trouble, isNew, as } = kept;
  const isSame = item.since === undefined && as === lookOf(item);
  const mark: Mark = {
    ...(isSame && typeof decided === 'string' && { decided }),
    ...(isSame && typeof trouble === 'string' && { trouble: sentenceOf(trouble) }),
    ...(isNew === true && { isNew }),
  };
  return Object.keys(mark).length === 0 ? [] : [[item.uuid, mark]];
}

/** What differs in a row once the other side has written or the status has changed. */
function lookOf({ row: { status, lastMessageAt, messageCount } }: Item): string {
  return JSON.stringify([status, lastMessageAt, messageCount]);
}

/** How long after a change of either they are kept, so that they are not written with each key. */
const keptAfterMs = 1_000;

/** Keeps the place and the marks for the next time. */
export function createPlaceKeeper(parts: PlaceParts) {
  let latest: State | undefined;
  let kept: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  const keepLatest = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (latest) keepPlace(parts, latest);
    kept = latest;
  };
  const isKept = ({ title, at, selected, marks }: State): boolean =>
    title === kept?.title && at === kept.at && selected === kept.selected && marks === kept.marks;
  return {
    /** Keeps them soon, for who is killed. */
    soon(state: State): void {
      latest = state;
      if (!isKept(state)) timer ??= setTimeout(keepLatest, keptAfterMs).unref();
    },
    now(state: State): void {
      latest = state;
      keepLatest();
    },
  };
}

function keepPlace(parts: PlaceParts, { title, at, selected, marks, items }: State): void {
  if (items.length === 0 || parts.client.userId === undefined) return;
  const { [title]: _before, ...others } = read(parts.context, nameOf(parts));
  const kept = items.flatMap((item) => {
    const { decided, trouble, isNew } = marks.get(item.uuid) ?? {};
    const isMarked = decided !== undefined || trouble !== undefined || isNew === true;
    return isMarked ? [[item.uuid, { decided, trouble, isNew, as: lookOf(item) }] as const] : [];
  });
  const lists = [
    ...Object.entries(others).slice(1 - mostLists),
    [title, { at, selected: [...selected], marks: Object.fromEntries(kept) }],
  ];
  keep(parts.context, nameOf(parts), Object.fromEntries(lists));
}

const splitFile = 'triage-split.json';

/** Where list and detail met when triage last ended on this computer, whatever the server and the account. */
export function readSplit(context: Pick<Context, 'settings'>): Split {
  const { columns, rows, isHidden } = read(context, splitFile);
  const cells = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);
  return { columns: cells(columns), rows: cells(rows), isHidden: isHidden === true };
}

export function keepSplit(context: Pick<Context, 'settings'>, split: Split = usualSplit): void {
  keep(context, splitFile, split);
}
