import type { Context } from '../../args/context.js';
import { count, type Flag, toggle, value } from '../../args/flag.js';
import { freeText } from '../../args/value.js';
import { markSeen } from '../../client/state/seen.js';
import { usageError } from '../../contract/errors.js';
import { type Sides, withoutInternal } from '../../contract/messages.js';
import { type Row, refOf, rowAt, uuidOf } from '../../contract/row.js';
import type { DetailData, VerbResult } from '../../output/shown.js';
import type { Detail, ListView, Setting } from '../../output/view.js';
import { pathOf } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import { type RefArgument, type Reference, readReferences } from '../../references/read.js';
import { withPeopleOf } from '../../views/cells/people.js';
import { limitTimeline } from '../../views/detail.js';
import { showEach } from '../bulk/show-each.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import type { ViewFlags } from './timeline-part.js';

/** What the verbs that show tasks and tickets differ in. */
export interface WorkView {
  readonly kind: 'task' | 'ticket';
  /** What people write there. */
  readonly said: { readonly one: string; readonly many: string };
  /** Throws TrackerError `failed` if the detail has a timeline that is not a list. */
  readonly check: (detail: Row) => void;
  readonly layout: (envelope: Row, setting: Setting, sides?: Sides) => Detail;
  /** Where the authors belong, for a page. */
  readonly readSides?: (context: Context, detail: Row) => Promise<Sides>;
  /** Who is waited for, and since when, in words. */
  readonly waits?: (detail: Row, sides: Sides) => Promise<string>;
  readonly fields: readonly string[];
  readonly list: ListView;
}

export const webFlag = toggle('--web', 'open its web page in the browser');

const timelinePart = () => import('./timeline-part.js');

/** Throws a usage error if what is to be shown of a timeline would be ignored. */
export async function checkParts(context: Context, flags: ViewFlags & { readonly web: boolean }, references: number) {
  if ((flags.comments ?? flags.message) !== undefined) (await timelinePart()).refuseParts(context, flags, references);
}

/** Shows tasks or tickets, or opens their pages in the browser. */
export function viewWork(view: WorkView) {
  return async (
    context: Context,
    given: readonly RefArgument[],
    { web, ...flags }: ViewFlags & { readonly web: boolean },
  ): Promise<VerbResult | undefined> => {
    if (web) refuseFormat(context, '--web');
    const refs = await readReferences(context, given);
    await checkParts(context, { web, ...flags }, refs.length);
    if (!web) return await showEach(context, refs, async (ref) => await readWork(context, ref, { view, ...flags }));
    const client = await context.client();
    for (const reference of refs)
      await openInBrowser(context, client, pathOf(await findNamed(context, view.kind, reference)));
    return undefined;
  };
}

/** Reads a task or ticket to be shown. */
export async function readWork(
  context: Context,
  reference: Reference,
  { view, comments, message, public: isPublic = false }: ViewFlags & { readonly view: WorkView },
): Promise<DetailData> {
  const client = await context.client();
  // What is shown to an agent has not been seen by the person whose account it uses.
  const isPerson = context.settings.access.level === 'full';
  const found = await findNamed(context, view.kind, reference);
  const sent = await found.detail();
  view.check(sent);
  const envelope = isPublic ? withoutInternal(sent) : sent;
  const row = rowAt(envelope, view.kind);
  const setting = withPeopleOf(envelope, settingFor(context, client, envelope.authors));
  const isOnPage = context.io.stdout.isTerminal && context.show.choice.format === 'auto';
  const isBrief = context.show.prints === 'excerpts';
  const sides = isOnPage || isBrief ? await view.readSides?.(context, sent) : undefined;
  const sideOf = await shownSidesOf(context, sent);
  const count = comments ?? (isOnPage ? usualCount : Number.POSITIVE_INFINITY);
  const layout = (): Detail => view.layout(envelope, setting, sides);
  if (message !== undefined) {
    const { messageDetail } = await timelinePart();
    return messageDetail({
      sideOf,
      uuid: uuidOf(row),
      setting,
      layout: layout(),
      number: message,
      what: view.said,
    });
  }
  return {
    ...{ envelope, ref: refOf(row), uuid: uuidOf(row), setting, fields: view.fields, list: view.list },
    sideOf,
    waits: isBrief && sides ? await view.waits?.(sent, sides) : undefined,
    onShown: () => (isPerson ? markSeen(client, envelope) : undefined),
    layout: () => limitTimeline(layout(), count),
  };
}

/** Where the people of a detail belong, where that is shown. */
async function shownSidesOf({ show }: Context, detail: Row): Promise<DetailData['sideOf']> {
  if (show.prints !== 'documents' && show.choice.fields.length === 0) return undefined;
  const sides = (await import('../../client/learn/shown-sides.js')).shownSides(detail);
  return (_envelope, id) => sides(id);
}

/** How many comments or messages a view shows on a terminal. */
const usualCount = 5;

/** `--comments N|all`; `what` is what it counts. */
export function commentsFlag(what: string): Flag<number | undefined> {
  return value(
    '--comments',
    `show only this many of the newest ${what}, with everything between them, or all (default: ${usualCount} on a terminal, all in a pipe)`,
    {
      value: freeText('count|all', ['all']),
      parse(given, flag) {
        if (given.toLowerCase() === 'all') return Number.POSITIVE_INFINITY;
        if (/^\d{1,9}$/.test(given) && Number(given) > 0) return Number(given);
        throw usageError(`${flag} takes a whole number of at least 1, or all, not ${JSON.stringify(given)}`);
      },
    },
  );
}

/** `--message N`; `what` is what it counts. */
export function messageFlag(what: string): Flag<number | undefined> {
  return count('--message', `show only this ${what}, the oldest being 1`);
}
