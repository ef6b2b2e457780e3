import { join } from 'node:path';
import type { Context } from '../../../args/context.js';
import { attempt } from '../../../contract/errors.js';
import { isRow } from '../../../contract/row.js';
import { makeFolder } from '../../../disk/folder.js';
import { readOwn } from '../../../disk/read-regular.js';
import { replaceFile } from '../../../disk/replace-file.js';
import { usualSplit } from '../../../triage/model/layout.js';
import type { Split } from '../../../triage/model/state.js';

const folderOf = ({ settings }: Pick<Context, 'settings'>): string => settings.folders.state('places');

const fileIn = (folder: string): string => join(folder, 'triage-split.json');

/** Where list and detail met when triage last ended on this computer, whatever the server and the account. */
export function readSplit(context: Pick<Context, 'settings'>): Split {
  const found: unknown = attempt(() => JSON.parse(String(readOwn(fileIn(folderOf(context))))));
  const { columns, rows, isHidden } = isRow(found) ? found : {};
  const cells = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);
  return { columns: cells(columns), rows: cells(rows), isHidden: isHidden === true };
}

/** Keeps it for the next time; where it cannot be kept, the next triage looks as usual. */
export function keepSplit(context: Pick<Context, 'settings'>, split: Split = usualSplit): void {
  attempt(() => {
    makeFolder(folderOf(context));
    replaceFile(fileIn(folderOf(context)), JSON.stringify(split));
  });
}
