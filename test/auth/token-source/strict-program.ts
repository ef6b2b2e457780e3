import { once } from 'node:events';
import { storedTokens } from '../../../src/auth/tokens/stored.js';
import { openVault } from '../../../src/auth/vault.js';
import { openConfFile } from '../../../src/config/conf-file.js';
import { withSession } from '../../../src/http/session.js';
import { createNodeTransport } from '../../../src/http/transport/node.js';
import { realProcesses } from '../../disk/real-processes.js';
import { bodyOf, request } from '../../http/asking.js';

/** `FOLDER URL`: says `ready`, waits, and then asks `URL/x` three times with the stored token; the exit code says whether it got it. */
async function main(): Promise<void> {
  const [folder = '', url = ''] = process.argv.slice(2);
  const file = { folder: () => folder, processes: realProcesses };
  const vault = openVault({
    config: openConfFile({ ...file, name: 'config' }),
    credentials: openConfFile({ ...file, name: 'credentials' }),
  });
  const tokens = storedTokens({ vault, entry: { name: 'work', url }, signal: new AbortController().signal });
  const send = withSession(createNodeTransport({ timeoutMs: 20_000 }), { tokens, warn: () => undefined });
  process.send?.('ready');
  await once(process, 'message');
  for (let asked = 0; asked < 3; asked++) {
    const reply = await send(request('GET', `${url}/x`));
    await bodyOf(reply);
    if (reply.status !== 200) process.exitCode = 3;
  }
  process.disconnect();
}

void main();
