import { realpathSync, statSync } from 'node:fs';
import { text } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { attempt, usageError } from '../../contract/errors.js';

export const verb = defineVerb({
  details: [
    'Serves tools to an agent over standard input and output (Model Context Protocol): find, view, list, next, changes, people, time',
    'and propose. Agents that run it need no shell. Nothing is ever sent: whatever a tool would change becomes a proposal, which only',
    'a person can send (see tracker drafts and tracker triage). If only reading is allowed (--read-only, TRACKER_ACCESS=read or the',
    'sign-in), there is no propose tool.',
    '',
    'No files are read unless --root names a folder: those below it can be attached to proposals.',
    'tracker mcp install prints what to add to the settings of an agent or editor.',
  ].join('\n'),
  prints: 'nothing',
  flags: { root: text('--root', 'a folder whose files may be attached to proposals', kind('folder')) },
  examples: [
    { line: 'tracker mcp', does: 'use the default server; agents start this themselves' },
    { line: 'tracker mcp -I work --root ~/reports', does: 'use another server, and allow attachments' },
    { line: 'tracker mcp --read-only', does: 'serve only the tools that read' },
  ],
  run: async (context, _args, { root }) => {
    const { io, show } = context;
    const folder = root === undefined ? undefined : attempt(() => realpathSync(root));
    if (root !== undefined && (folder === undefined || !statSync(folder).isDirectory()))
      throw usageError(`${JSON.stringify(root)} is not a folder`);
    if (io.stdin.isTerminal)
      await show.say('Waiting for an agent on standard input. To set one up: tracker mcp install');
    await (await import('./serve.js')).serve(context, folder);
    return undefined;
  },
});
