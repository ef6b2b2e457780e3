import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../../config/folders.js';
import { attempt, TrackerError } from '../../contract/errors.js';
import { tryFile } from '../../disk/file-trouble.js';
import { createFolder } from '../../disk/folder.js';
import { readRegular } from '../../disk/read-regular.js';
import { replaceFile } from '../../disk/replace-file.js';

/**
 * Below the home folder, the folder by which an agent is known to be installed, and where it looks for the user's skills, as its
 * documentation says: code.claude.com/docs/en/skills, developers.openai.com/codex/skills, geminicli.com/docs/cli/skills,
 * cursor.com/docs/context/skills and opencode.ai/docs/skills. Three of them share a folder.
 */
const skillAgents = {
  'claude-code': { mark: ['.claude'], skills: ['.claude', 'skills'] },
  codex: { mark: ['.codex'], skills: ['.agents', 'skills'] },
  'gemini-cli': { mark: ['.gemini'], skills: ['.agents', 'skills'] },
  cursor: { mark: ['.cursor'], skills: ['.cursor', 'skills'] },
  opencode: { mark: ['.config', 'opencode'], skills: ['.agents', 'skills'] },
} as const;

export type SkillAgent = keyof typeof skillAgents;

export const agentNames = Object.keys(skillAgents) as readonly SkillAgent[];

/** The agents that this user seems to have. */
export function installedAgents(env: Env): readonly SkillAgent[] {
  return agentNames.filter((name) =>
    lstatSync(join(homeOf(env), ...skillAgents[name].mark), { throwIfNoEntry: false }),
  );
}

/** A file to write, the agents that read it, and what is there now: `changed` is a file that somebody else has written or edited. */
export interface SkillFile {
  readonly path: string;
  readonly for: readonly SkillAgent[];
  readonly state: 'new' | 'current' | 'outdated' | 'changed';
}

export function skillFiles(env: Env, agents: readonly SkillAgent[], skill: string): readonly SkillFile[] {
  const pathOf = (name: SkillAgent): string => join(homeOf(env), ...skillAgents[name].skills, 'tracker', 'SKILL.md');
  return [...new Set(agents.map(pathOf))].map((path) => ({
    path,
    for: agents.filter((name) => pathOf(name) === path),
    state: stateOf(path, skill),
  }));
}

/** Writes one of them. Throws `failed`. */
export function writeSkill(path: string, skill: string): void {
  createFolder(dirname(path), { mode: 0o755 });
  tryFile('write', path, () => replaceFile(path, stamped(skill)));
}

function stateOf(path: string, skill: string): SkillFile['state'] {
  if (!lstatSync(path, { throwIfNoEntry: false })) return 'new';
  const there = attempt(() => readRegular(path).toString('utf8'));
  if (there === stamped(skill)) return 'current';
  const [, own] = /^([\s\S]*)\n<!-- .*-->\n$/.exec(there ?? '') ?? [];
  return own !== undefined && there === stamped(own) ? 'outdated' : 'changed';
}

/** With a last line by which a file that we have written, and nobody has edited, is known. */
function stamped(skill: string): string {
  const sum = createHash('sha256').update(skill).digest('hex').slice(0, 32);
  return `${skill}\n<!-- Written by tracker skill install, which replaces it unless somebody has edited it. ${sum} -->\n`;
}

function homeOf({ HOME, USERPROFILE }: Env): string {
  const home = HOME || USERPROFILE;
  if (!home) throw new TrackerError('failed', 'cannot find your home folder: HOME is not set');
  return home;
}
