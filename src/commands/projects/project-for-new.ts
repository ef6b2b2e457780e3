import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { findMentioned } from '../../references/find-named.js';

/**
 * The key of the project for something new, given by key, name, id or URL. Throws `not_found` or `ambiguous`, and `conflict` if
 * it was another project when the draft was written (docs/requirements.md, R79).
 */
export async function projectKeyForNew(context: Context, name: string): Promise<string> {
  const { ref, uuid } = await findMentioned(context, 'project', name);
  if (ref !== uuid) return ref;
  throw new TrackerError('failed', `the server did not send the key of project ${uuid}`);
}

/**
 * The project named by `.tracker.json`, if that file is meant for this server (docs/requirements.md, R27). Undefined if it
 * names none.
 */
export function defaultProject({ settings }: Context, client: Client): string | undefined {
  const { instance, project } = settings.projectFile ?? {};
  return instance === undefined || instance === client.instanceName ? project : undefined;
}
