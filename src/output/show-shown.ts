import { TrackerError } from '../contract/errors.js';
import type { Show } from './show.js';
import type { VerbResult, Voice } from './shown.js';

/** Shows what a command gives back and says what comes after it, and throws its failure. */
export async function showShown(show: Show, shown: VerbResult | undefined): Promise<void> {
  if (shown) await telling(show, shown.failure, () => write(show, shown));
  await sayRest(show, shown);
}

/** Tells what a command did. Where that is impossible, its failure is thrown, if there is one, since it matters more. */
export async function telling<T>(show: Voice, failure: unknown, tell: () => Promise<T>): Promise<T> {
  try {
    return await tell();
  } catch (error) {
    if (failure === undefined) throw error;
    if (error instanceof TrackerError) await show.warn(error.message, error.hint);
    throw failure;
  }
}

/** Says only what comes after it, and throws its failure. */
export async function sayRest(show: Voice, shown: VerbResult | undefined): Promise<void> {
  await shown?.after?.();
  for (const remark of shown?.remarks ?? []) {
    if ('warning' in remark) await show.warn(remark.warning, remark.hint);
    else await show.say(remark.sentence, remark.code);
  }
  if (shown?.failure !== undefined) throw shown.failure;
}

async function write(show: Show, shown: VerbResult): Promise<void> {
  switch (shown.is) {
    case 'list':
      return await show.list(shown.view, shown.data);
    case 'pages':
      return await show.pages(shown.view, shown.pages);
    case 'detail':
      return await show.detail(shown.data);
    case 'details':
      return await show.details(shown.all);
    case 'object':
      return await show.object(shown.data);
    case 'value':
      return await show.value(shown.value);
    case 'none':
      return await show.none(shown.sentence, shown.isMany);
    default:
      return await (await import('./write/done.js')).writeDone(show, shown);
  }
}
