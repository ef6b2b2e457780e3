import type { Client } from '../../../client/client.js';
import { eachOf, isOwnTrouble } from '../../../client/details.js';
import { activityPages } from '../../../client/paging.js';
import type { TrackerError } from '../../../contract/errors.js';
import { type Row, uuidOf } from '../../../contract/row.js';
import { activityEvent, type HistoryEvent } from './events.js';

export type Activity = Awaited<ReturnType<typeof readActivity>>;

/** What has happened in projects since then (milliseconds since 1970), in at most so many pages, the first of each first. */
export async function readActivity(
  client: Client,
  projects: readonly Row[],
  { from, mostPages = Number.POSITIVE_INFINITY }: { readonly from: number; readonly mostPages?: number },
) {
  /** In the order of the projects, whichever was read first. */
  const events = new Map(projects.map((project) => [project, [] as HistoryEvent[]]));
  /** Of which projects there may be more. */
  const cut: Row[] = [];
  /** The projects that cannot be read, and why. */
  const refused = new Map<Row, TrackerError>();
  const query = { offset: 0, count: Number.POSITIVE_INFINITY };
  let open = projects.map((project) => [project, activityPages(client, { ...query, uuid: uuidOf(project) })] as const);
  let read = 0;
  while (open.length > 0) {
    const unfinished: (typeof open)[number][] = [];
    await eachOf(open, 8, async (each) => {
      const [project, pages] = each;
      if (read >= mostPages) return void cut.push(project);
      read += 1;
      try {
        const { value } = await pages.next();
        const found = (value?.entries ?? []).map((entry) => activityEvent(project, entry));
        events.get(project)?.push(...found);
        const isEnd = value?.next === undefined || found.some(({ at }) => Date.parse(at) < from);
        if (!isEnd) unfinished.push(each);
      } catch (error) {
        if (!isOwnTrouble(error)) throw error;
        refused.set(project, error);
      }
    });
    open = unfinished;
  }
  return { events: [...events.values()].flat(), cut, refused };
}
