import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { shell } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { nodeHas } from '../../support/node-versions.js';
import { runHere } from '../../support/run-here.js';
import { canary, startSmallService } from '../../support/sandbox/service.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startSmallService(canary()));
beforeEach(() => answerWork(service, service.guarded));

it('too few file descriptors are told in a sentence', async () => {
  const codes = new Set<number | undefined>();
  const told = /^(?:(?:warning|error): too many files are open.*\n)+$/;
  // Node itself crashes or fails with fewer, and later versions need two more.
  for (let limit = 19; limit < 40 && !codes.has(0); limit++) {
    const { code, stderr } = await shell(home, `ulimit -n ${limit}; exec tracker tasks list`, { env: service.env });
    if (code === undefined || stderr.includes('node:')) continue;
    codes.add(code);
    if (code !== 0) expect([code, stderr]).toEqual([1, expect.stringMatching(told)]);
  }
  expect(codes).toContain(0);
});

it.skipIf(!nodeHas['a need for more memory for jq'] || !usesNode)(
  'too little memory for jq is told in a sentence',
  async () => {
    // WebAssembly reserves more.
    const line = "ulimit -v 3000000; exec tracker tasks list --jq '.[0].ref'";
    const { code, stderr } = await shell(home, line, { env: service.env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is not enough memory')]);
    expect(stderr).not.toMatch(/wasm/i);
  },
);

it.each([
  [['api', '/me', '-X', 'POST', '-f', `a${'[b]'.repeat(20_000)}=1`]],
  [['api', '/me', '-X', 'POST', '-F', `a${'[]'.repeat(200)}=1`]],
  [['prefs', 'set', `a${'.b'.repeat(20_000)}=1`]],
  [['prefs', 'set', `a=${'['.repeat(20_000)}${']'.repeat(20_000)}`]],
  [['views', 'set', 'x', '--patch', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`]],
])('a value that nests too deeply is a usage error', async (words) => {
  const { code, stderr } = await runHere(home, words, { env: service.env });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/ is nested more than 100 levels deep\n$/)]);
});

const terminal = (command: string): string => `script -qec '${command}' /dev/null < /dev/null`;

it('editor, pager and browser do not get the token, and a shell alias does', async () => {
  const spy = (name: string, then = ''): string =>
    home.write(name, `#!/bin/sh\necho "\${TRACKER_TOKEN-none}" > ${home.folder}/${name}.seen\n${then}\n`, 0o755);
  const env = {
    ...service.env,
    ...{ EDITOR: spy('editor', 'exit 1'), PAGER: spy('pager', 'cat > /dev/null'), BROWSER: spy('browser') },
  };
  const seen = (name: string): string => readFileSync(join(home.folder, `${name}.seen`), 'utf8').trim();
  await shell(home, terminal('tracker tasks create --title x --project ABC -e'), { env });
  await shell(home, terminal('stty rows 5; tracker help tasks list'), { env });
  await shell(home, terminal('tracker open https://example.com'), { env });
  await shell(home, `tracker login ${service.origin}/ --wait 1 --web`, { env });
  expect([seen('editor'), seen('pager'), seen('browser')]).toEqual(['none', 'none', 'none']);
  await shell(home, `tracker alias set zz '!${spy('alias')}'; tracker zz`, { env });
  const isGiven = seen('alias') === service.token();
  // The token may be in no file of the home.
  await shell(home, 'rm alias.seen');
  expect(isGiven).toBe(true);
});
