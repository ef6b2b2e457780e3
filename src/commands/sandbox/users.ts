import { defineVerb } from '../../args/verb.js';
import { rowsOf } from '../../contract/row.js';
import { sandboxUserList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';
import { dataFlag } from './flags.js';
import { askSandbox } from './sandbox-key.js';

export const verb = defineVerb({
  details:
    'They all have the same password, which is shown when the data is created; for a new one: tracker sandbox password.',
  prints: { list: sandboxUserList, isLocal: true },
  flags: { data: dataFlag },
  examples: [
    { line: 'tracker sandbox users', does: 'see who can sign in' },
    { line: 'tracker sandbox users --json | jq length', does: 'use it in a script' },
  ],
  run: async (context, _args, { data, sort, limit }) => {
    const { answer } = await askSandbox(context, data, 'users');
    const rows = rowsOf(answer.users);
    return listRows(context, sandboxUserList, rows, { sort, limit });
  },
});
