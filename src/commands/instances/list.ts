import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { rowsWithin } from '../../contract/row.js';
import type { JsonObject } from '../../output/view.js';
import { instanceList, knownInstanceList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';

export const verb = defineVerb({
  prints: { list: instanceList, instead: { '--known': knownInstanceList }, isLocal: true },
  flags: { known: toggle('--known', 'list the servers that your account on this server knows instead') },
  examples: [
    { line: 'tracker instances', does: 'list where you are signed in' },
    { line: 'tracker instances list --known', does: 'list the servers your account knows' },
  ],
  run: async (context, _args, { known, ...order }) => {
    if (known) {
      const client = await context.client();
      const rows = rowsWithin(await client.call('GET /me'), 'instances');
      return listRows(context, knownInstanceList, rows, { ...order, client, emptyHint: 'on your account' });
    }
    const emptyHint = 'yet: sign in with tracker login URL';
    return listRows(context, instanceList, await ownRows(context), { ...order, emptyHint });
  },
});

async function ownRows(context: Context): Promise<readonly JsonObject[]> {
  const { vault } = context.servers;
  const preferred = await vault.defaultName();
  const rows: JsonObject[] = [];
  for (const entry of await vault.instances()) {
    const { name, url, userName: user = null, userId = null } = entry;
    const state = { default: name === preferred, signedIn: await vault.isSignedIn(entry) };
    // The name of an instance is its reference.
    rows.push({ id: name, name, url, user, userId, ...state });
  }
  return rows;
}
