import { callbackMode } from '../callback-mode.js';

/** Opens the login page in a browser on this machine. */
export const mode = callbackMode('browser');
