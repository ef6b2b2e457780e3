import type { Context } from '../../context.js';
import type { Row } from '../../contract/row.js';

/** Tells what was created by its reference; an answer that names nothing is no reason to create it again. */
export async function tellCreated(
  context: Context,
  { answer, ref, sentence }: { readonly answer: Row; readonly ref: string; readonly sentence: string },
): Promise<void> {
  if (ref !== '') return await context.show.created(sentence, answer, ref);
  await context.show.warn('it was created, but the server does not say how it is called');
  if (context.show.isAsked) await context.show.result('', answer, '');
}
