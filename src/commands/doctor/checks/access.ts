import type { Context } from '../../../args/context.js';
import { agentIn } from '../../../config/access.js';
import { accessWords } from '../../../contract/allowed.js';
import { ok, type Result, remark } from './finding.js';

/** What this process may do, and why; an agent that may do everything gets the command that has a person approve what it sends. */
export async function checkAccess(context: Context): Promise<Result> {
  const access = context.settings.access;
  const agent = agentIn(context.settings.env);
  const words = `${accessWords(access)}${agent ? `, started by ${agent.name} (${agent.variable})` : ''}`;
  return agent && access.level === 'full'
    ? remark(words, 'to approve what agents send: tracker config set agents propose')
    : ok(words);
}
