import type { NounContent } from '../../args/verb.js';
import { resetSandbox } from './reset.js';
import { runInSandbox } from './run.js';
import { startSandbox } from './start.js';
import { sandboxStatus } from './status.js';
import { stopSandbox } from './stop.js';

export const sandbox: NounContent = { verbs: [startSandbox, stopSandbox, sandboxStatus, resetSandbox, runInSandbox] };
