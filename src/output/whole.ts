import type { ListData, VerbResult } from './shown.js';

/** Pages as one list, once they have all come. */
export async function whole(shown: VerbResult): Promise<VerbResult> {
  if (shown.is !== 'pages') return shown;
  const { pages, ...rest } = shown;
  let data: ListData | undefined;
  for await (const page of pages) data = { ...page, rows: [...(data?.rows ?? []), ...page.rows] };
  return data ? { ...rest, is: 'list', data } : shown;
}
