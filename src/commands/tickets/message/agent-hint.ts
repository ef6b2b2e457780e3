import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../../args/context.js';
import { agentIn } from '../../../config/access.js';
import { attempt } from '../../../contract/errors.js';
import { replaceFile } from '../../../disk/replace-file.js';

/** How long a session of an agent is taken to last (milliseconds). */
const sessionMs = 8 * 60 * 60_000;

/** Tells an agent that has sent something to a customer how a person can approve that first; once per session. */
export async function sayForAgents({ settings, show, now }: Context): Promise<void> {
  const { env, stored, folders } = settings;
  if (stored.agents !== undefined || agentIn(env) === undefined) return;
  const file = join(folders.state(), 'agent-hint');
  const last = attempt(() => statSync(file).mtimeMs);
  if (last !== undefined && now().getTime() - last < sessionMs) return;
  attempt(() => replaceFile(file, ''));
  await show.say('To have a person decide: tracker config set agents propose', 'agents');
}
