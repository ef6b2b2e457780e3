import { defineVerb } from '../../args/verb.js';
import { textOf } from '../../contract/row.js';
import { dataFlag } from './flags.js';
import { askSandbox } from './sandbox-key.js';

export const verb = defineVerb({
  details:
    'Sets a new password for all users of the sandbox and prints it. Nobody is signed out. To see who they are: tracker sandbox users.',
  prints: 'object',
  flags: { data: dataFlag },
  examples: [
    { line: 'tracker sandbox password', does: 'set a new password and show it' },
    { line: 'tracker sandbox password -q', does: 'print only the password' },
  ],
  run: async (context, _args, { data }) => {
    const { url, answer } = await askSandbox(context, data, 'password');
    const password = textOf(answer.password) ?? '';
    return {
      is: 'object',
      data: {
        object: { password, url },
        fields: [
          { key: 'password', label: 'Password', value: password },
          { key: 'url', label: 'Sign in at', value: url },
        ],
        quiet: password,
      },
    };
  },
});
