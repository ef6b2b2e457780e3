import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRow } from '../contract/row.js';
import { readRegular } from '../disk/read-regular.js';
import type { Candidate } from './offer.js';

/** The ids of the drafts in a folder, each with its command. What cannot be read is left out. */
export function readDrafts(folder: string | undefined): readonly Candidate[] {
  if (folder === undefined) return [];
  try {
    const names = readdirSync(folder).filter((name) => /^d[a-z0-9]{5}\.json$/.test(name));
    return names.flatMap((name) => readCandidate(join(folder, name), name.slice(0, -'.json'.length)));
  } catch {
    return [];
  }
}

function readCandidate(path: string, id: string): readonly Candidate[] {
  try {
    const draft: unknown = JSON.parse(readRegular(path).toString('utf8'));
    if (!isRow(draft) || !Array.isArray(draft.words)) return [];
    return [{ text: id, title: draft.words.map(String).join(' ') }];
  } catch {
    return [];
  }
}
