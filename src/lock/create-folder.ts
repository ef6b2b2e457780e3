import { fileTrouble } from './file-trouble.js';
import { makeFolder } from './make-folder.js';

/** Creates a folder as makeFolder does. Throws TrackerError `failed` with its path, and with this hint unless the disk is full. */
export function createFolder(
  folder: string,
  { mode, hint }: { readonly mode?: number; readonly hint?: string | undefined } = {},
): void {
  try {
    makeFolder(folder, mode);
  } catch (cause) {
    throw fileTrouble('create the folder', folder, cause, hint);
  }
}
