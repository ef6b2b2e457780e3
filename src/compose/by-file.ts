import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { phrase } from '../contract/errors.js';
import { capitalized } from '../output/text/sentence.js';

/**
 * Says what `.tracker.json` has chosen that decides who reads a text: where something new goes, and the server. `given` are the
 * flags, `values` those with what was taken from the file.
 */
export async function sayChosenByFile(
  { settings: { projectFile: file, target }, show }: Context,
  client: Client,
  { given, values }: { readonly given: object; readonly values: object },
): Promise<void> {
  const [flags, meant] = [given, values].map((each) => new Map<string, unknown>(Object.entries(each)));
  const taken = (key: 'org' | 'project'): string | undefined =>
    flags?.get(key) === undefined && meant?.get(key) === file?.[key] ? file?.[key] : undefined;
  const org = taken('org');
  const place = (org && (client.index.find('orgs', org)?.title || org)) ?? taken('project');
  const server = target.kind === 'named' && target.source === '.tracker.json' ? target.text : undefined;
  const words = [...(place ? [`for ${place}`] : []), ...(server ? [`on ${server}`] : [])].join(' ');
  if (words !== '') await show.say(phrase`${capitalized(words)}, by .tracker.json.`, 'project_file');
}
