import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const given = process.env.TRACKER_PROGRAM;

/** The program as built here, which Node runs. Tests of `dist/` itself run it in any case. */
export const builtFile: string = fileURLToPath(new URL('../../../bin/tracker.js', import.meta.url));

/** The program under test: what TRACKER_PROGRAM names, such as the single file of `npm run pack`, or the one built here. */
export const programFile: string = given ? resolve(given) : builtFile;

/** The start of each command line that runs it. */
export const programCommand: readonly string[] = given ? [programFile] : [process.execPath, builtFile];

/** Whether it is run by the Node that runs the tests, and so takes NODE_OPTIONS. */
export const usesNode: boolean = !given;
