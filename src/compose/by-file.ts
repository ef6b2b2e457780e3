import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { phrase } from '../contract/errors.js';
import { capitalized } from '../output/text/sentence.js';

/** Where something new goes, for verbs that have such flags. */
export interface ChosenPlace {
  readonly org?: unknown;
  readonly project?: unknown;
}

/** The instance that `.tracker.json` has chosen; undefined if something else did. */
export function serverByFile(target: Context['settings']['target']): string | undefined {
  return target.kind === 'named' && target.source === '.tracker.json' ? target.text : undefined;
}

/**
 * Says what `.tracker.json` has chosen that decides who reads a text: where something new goes, and the server. `given` are the
 * flags, `values` those with what was taken from the file.
 */
export async function sayChosenByFile(
  { settings: { projectFile: file, target }, show }: Context,
  client: Client,
  { given, values }: { readonly given: ChosenPlace; readonly values: ChosenPlace },
): Promise<void> {
  const taken = (key: keyof ChosenPlace): string | undefined =>
    given[key] === undefined && values[key] === file?.[key] ? file?.[key] : undefined;
  const org = taken('org');
  const place = (org && (client.index.find('orgs', org)?.title || org)) ?? taken('project');
  const server = serverByFile(target);
  const words = [place && `for ${place}`, server && `on ${server}`].filter(Boolean).join(' ');
  if (words !== '') await show.say(phrase`${capitalized(words)}, by .tracker.json.`, 'project_file');
}
