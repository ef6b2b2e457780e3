import { type Access, fullAccess } from '../contract/access.js';
import { levelOf, strictest } from '../contract/allowed.js';
import type { Env } from './folders.js';
import type { StoredSettings } from './stored-settings.js';

/**
 * The variables that agents set for the programs they start; the first that is set counts: ours, those of single agents, and the one that
 * some set so that programs need not know them. What editors set in people's terminals, such as CURSOR_TRACE_ID, is not among them.
 */
const agents: readonly (readonly [variable: string, name?: string])[] = [
  ['TRACKER_AGENT'],
  ['CLAUDECODE', 'claude-code'],
  ['GEMINI_CLI', 'gemini-cli'],
  ['CURSOR_AGENT', 'cursor-agent'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_SANDBOX_NETWORK_DISABLED', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['OPENCODE', 'opencode'],
  ['AI_AGENT'],
];

/** The name of the agent that started the program, and the variable that says so; undefined if none is known. */
export function agentIn(env: Env): { readonly name: string; readonly variable: string } | undefined {
  for (const [variable, name] of agents) {
    const value = env[variable]?.trim() ?? '';
    if (value !== '' && value !== '0' && value !== 'false') return { name: nameIn(name ?? value), variable };
  }
  return undefined;
}

/** The name in a variable, without what could break a line. */
function nameIn(value: string): string {
  return value.replace(/[^\p{L}\d@._ -]/gu, '').slice(0, 40) || 'agent';
}

interface AccessParts {
  readonly env: Env;
  readonly readOnly?: boolean | undefined;
  readonly stored: Pick<StoredSettings, 'agents'>;
  /** The most that a command allows which runs this one. */
  readonly limit?: Access | undefined;
}

/** What this process may do, as far as its environment, flags and settings say; a sign-in may allow less. */
export function readAccess({ env, readOnly = false, stored, limit }: AccessParts): Access {
  const agent = agentIn(env);
  const said: readonly Access[] = [
    ...(limit ? [limit] : []),
    ...(readOnly ? [{ level: 'read', why: '--read-only' } as const] : []),
    ...(env.TRACKER_ACCESS?.trim() ? [{ level: levelOf(env.TRACKER_ACCESS), why: 'TRACKER_ACCESS' }] : []),
    ...(agent && stored.agents
      ? [{ level: levelOf(stored.agents), why: `agents is ${stored.agents}, and ${agent.variable} is set` }]
      : []),
  ];
  const held = strictest([...said, fullAccess]);
  return agent ? { ...held, agent: agent.name } : held;
}
