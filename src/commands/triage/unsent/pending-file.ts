import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRow } from '../../../contract/row.js';
import { codeOf } from '../../../lock/file-trouble.js';
import { makeFolder } from '../../../lock/make-folder.js';
import type { Processes } from '../../../lock/processes.js';
import { instanceFolder } from '../../../state/references.js';
import type { Decision } from '../../../triage/model/decision.js';

/** Decisions that have not been sent, on disk. */
export interface PendingFile {
  /** Takes over what programs that have ended left here. Where nothing can be written, it stays there, and nothing is taken. */
  take(): Taken;
  /** Replaces those of this program. Throws the error of the file system. */
  write(decisions: readonly Decision[]): void;
}

export interface Taken {
  readonly decisions: readonly Decision[];
  /** How many could not be taken over, and why. */
  readonly left: number;
  readonly why: string;
}

export interface PendingParts {
  readonly stateFolder: string;
  readonly instanceUrl: string;
  readonly userId: string | undefined;
  readonly processes: Processes;
}

/** Each program has a file of its own in the state folder, so that none sends what another one is sending. */
export function openPendingFile({ stateFolder, instanceUrl, userId, processes }: PendingParts): PendingFile {
  const folder = join(stateFolder, 'triage', instanceFolder(`${instanceUrl}#${userId ?? ''}`));
  const file = join(folder, `${processes.id}.json`);
  /** What a program with the same id left in the same file and could not be taken over. */
  let untaken: readonly Decision[] = [];
  const left = (): readonly string[] =>
    filesIn(folder).filter((name) => {
      const id = Number(/^(\d+)\.json$/.exec(name)?.[1]);
      return id === processes.id || (id > 0 && !processes.isAlive(id));
    });
  /** Whether this program has written its file, which may be left from another one. */
  let isWritten = false;
  const write = (own: readonly Decision[]): void => {
    if (own.length === 0 && !isWritten) return;
    const decisions = [...untaken, ...own];
    if (decisions.length === 0) {
      rmSync(file, { force: true });
      return;
    }
    makeFolder(folder);
    writeFileSync(`${file}.new`, JSON.stringify(decisions), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    isWritten = true;
  };
  return {
    write,
    take() {
      const names = left();
      const decisions = names.flatMap((name) => read(join(folder, name)));
      try {
        if (decisions.length > 0) write(decisions);
      } catch (error) {
        untaken = read(file);
        return { decisions: [], left: decisions.length, why: codeOf(error) };
      }
      for (const name of names) if (name !== `${processes.id}.json`) rmSync(join(folder, name), { force: true });
      return { decisions, left: 0, why: '' };
    },
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The file may have been changed by hand. */
function read(file: string): readonly Decision[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(parsed) ? parsed.filter(isDecision) : [];
  } catch {
    return [];
  }
}

function isDecision(row: unknown): row is Decision {
  return isRow(row) && typeof row.id === 'number' && typeof row.what === 'string' && Array.isArray(row.targets);
}
