import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { instanceFolder } from '../../../client/state/references.js';
import { isRow } from '../../../contract/row.js';
import { codeOf } from '../../../disk/file-trouble.js';
import { makeFolder } from '../../../disk/folder.js';
import { hasEnded, type Processes } from '../../../disk/processes.js';
import { readRegular } from '../../../disk/read-regular.js';
import { replaceFile } from '../../../disk/replace-file.js';
import type { Decision } from '../../../triage/model/decision.js';

/** Decisions that have not been sent, on disk. */
export interface PendingFile {
  /** Takes over what programs that have ended left here. Where nothing can be written, it stays there, and nothing is taken. */
  take(): Taken;
  /** What other running programs are about to send. */
  others(): readonly Decision[];
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
  const own = [processes.id, processes.startedAt(processes.id)].filter((part) => part !== '').join('-');
  const file = join(folder, `${own}.json`);
  /** What a program of the same name left in the same file and could not be taken over. */
  let untaken: readonly Decision[] = [];
  const filesOf = (isWanted: (owner: Owner) => boolean): readonly string[] =>
    filesIn(folder).filter((file) => {
      const [, name = '', id = '', startedAt = ''] = /^((\d+)(?:-(\w+))?)(?:\.[0-9a-f]+)?\.json$/.exec(file) ?? [];
      return name !== '' && isWanted({ isUs: name === own, hasEnded: hasEnded(processes, Number(id), startedAt) });
    });
  /** Gives what ended programs left a name of this one, in one step, so that only one of several that start at once has it. */
  const claim = (): Claimed => {
    const files: string[] = [];
    let [left, why] = [0, ''];
    for (const name of filesOf((owner) => owner.isUs || owner.hasEnded)) {
      const from = join(folder, name);
      const to = join(folder, `${own}.${randomBytes(8).toString('hex')}.json`);
      try {
        renameSync(from, to);
        files.push(to);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') continue;
        [left, why] = [left + read(from).length, codeOf(error)];
      }
    }
    return { files, left, why };
  };
  /** Whether this program has written its file, which may be left from another one. */
  let isWritten = false;
  const write = (ours: readonly Decision[]): void => {
    if (ours.length === 0 && !isWritten) return;
    const decisions = [...untaken, ...ours];
    if (decisions.length === 0) {
      rmSync(file, { force: true });
      return;
    }
    makeFolder(folder);
    replaceFile(file, JSON.stringify(decisions), `${file}.new`);
    isWritten = true;
  };
  return {
    write,
    others: () => filesOf(({ isUs, hasEnded }) => !isUs && !hasEnded).flatMap((name) => read(join(folder, name))),
    take() {
      const { files, left, why } = claim();
      untaken = left > 0 ? read(file) : [];
      const decisions = unique(files.flatMap(read));
      try {
        if (decisions.length > 0) write(decisions);
      } catch (error) {
        return { decisions: [], left: left + decisions.length, why: codeOf(error) };
      }
      for (const each of files) rmSync(each, { force: true });
      return { decisions, left, why };
    },
  };
}

/** Whose file it is. An id alone does not say so, since the system gives it to another process after a while. */
interface Owner {
  readonly isUs: boolean;
  readonly hasEnded: boolean;
}

interface Claimed {
  readonly files: readonly string[];
  /** How many decisions could not be claimed, and why. */
  readonly left: number;
  readonly why: string;
}

/** A program that was killed while it took decisions over may have left them in two files. */
function unique(decisions: readonly Decision[]): readonly Decision[] {
  return [...new Map(decisions.map((each) => [JSON.stringify(each), each])).values()];
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
    const parsed: unknown = JSON.parse(readRegular(file).toString('utf8'));
    return Array.isArray(parsed) ? parsed.filter(isDecision) : [];
  } catch {
    return [];
  }
}

function isDecision(row: unknown): row is Decision {
  return isRow(row) && typeof row.id === 'number' && typeof row.what === 'string' && Array.isArray(row.targets);
}
