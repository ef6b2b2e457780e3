import { join } from 'node:path';
import { attempt } from '../../contract/errors.js';
import { isRow, textOf } from '../../contract/row.js';
import type { FindFolder } from '../../disk/folder.js';
import { readOwn } from '../../disk/read-regular.js';
import { type Account, placesFolder, placesOf } from './account-folder.js';

/** A task, ticket or project that was shown or written in a terminal. */
export interface LastShownEntity {
  readonly kind: string;
  readonly uuid: string;
  readonly ref: string;
}

/** The file of a terminal and an account in the state folder. */
export function lastShownFile(stateFolder: FindFolder, account: Account, terminal: string): string {
  return join(stateFolder(placesFolder), `${placesOf(account)}${terminal}.json`);
}

/** What is stored in it; nothing if it cannot be read. */
export function readLastShown(file: () => string): Readonly<Record<string, unknown>> {
  const parsed: unknown = attempt(() => JSON.parse(readOwn(file()).toString('utf8')));
  return isRow(parsed) ? parsed : {};
}

/** What `@` stands for. */
export function shownIn(stored: Readonly<Record<string, unknown>>): LastShownEntity | undefined {
  const { kind, uuid, ref } = isRow(stored.entity) ? stored.entity : {};
  const entity = { kind: textOf(kind) ?? '', uuid: textOf(uuid) ?? '', ref: textOf(ref) ?? '' };
  return entity.uuid === '' ? undefined : entity;
}
