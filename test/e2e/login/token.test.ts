import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { newToken, startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests, eachTest } from '../../support/set-up.js';

const server = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(server, ['--memory', '--seed', 'empty']));
const home = eachTest(makeHome);

test('a token comes from a password manager as docs/signing-in.md says, and is stored nowhere', async () => {
  const page = readFileSync(new URL('../../../docs/signing-in.md', import.meta.url), 'utf8');
  const block = /^```bash\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  const token = await newToken(sandbox);
  const pass = home.write('pass', `#!/bin/sh\n[ "$*" = 'show tracker' ] && echo '${token}'\n`, 0o755);
  const script = `PATH=${dirname(pass)}:$PATH\n${block.replace('https://tracker.example.com', sandbox.url)}tracker me -q\ntracker me -q`;
  const { code, stdout, stderr } = await start(home, ['bash', '--norc', '-c', script]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^(\S+)\n\1\n$/);
  expect(home.listing().join('\n')).not.toContain('credentials.json');
});
