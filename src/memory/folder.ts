import { join } from 'node:path';

/** The name of the folder, in that of its server. */
export const memoryName = 'memory';

/** The file with the texts of all details (texts.ts). */
export function textsFile(folder: string): string {
  return join(folder, 'texts-3');
}

/** The files that older versions wrote, with words in another form. */
export const oldTexts: readonly string[] = ['texts', 'texts-2'];

/** As long as what was kept since the folder was last measured, in units of 1 kB: nobody has to read it. */
export const countFile = 'written';

/** The most that the answers of one account may take (bytes). */
export const mostBytes: number = 200 * 1024 * 1024;
