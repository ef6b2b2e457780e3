import { defineNoun, listVerb } from '../../args/verb.js';

export const sandbox = defineNoun({
  name: 'sandbox',
  summary: 'Run the whole service on this computer',
  group: 'More',
  verbs: [
    listVerb('start', 'Start the sandbox and sign in to it', () => import('./start.js')),
    listVerb('stop', 'Stop the sandbox; its data stays', () => import('./stop.js')),
    listVerb('status', 'Show whether the sandbox is running, and where', () => import('./status.js')),
    listVerb('users', 'List who can sign in to the sandbox', () => import('./users.js')),
    listVerb('password', 'Set a new password for all users of the sandbox', () => import('./password.js')),
    listVerb('reset', "Delete the sandbox's data and start over", () => import('./reset.js')),
    listVerb('run', 'Run a command, signed in to a throwaway sandbox', () => import('./run.js')),
  ],
});
