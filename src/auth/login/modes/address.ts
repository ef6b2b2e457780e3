import { callbackMode } from '../callback-mode.js';

/** Prints the address of the login page, for a browser anywhere. */
export const mode = callbackMode('no-browser');
