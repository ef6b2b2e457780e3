import { test } from 'vitest';
import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import { openWorld, narrow, wide } from '../support/run.js';
test('peek', async () => {
  const lines = readFileSync('/tmp/h8peek.txt', 'utf8').split('\n').filter(Boolean);
  writeFileSync('/tmp/h8peek.out', '');
  const worlds = new Map();
  for (const l of lines) {
    const [how, line] = [l.slice(0, l.indexOf('|')), l.slice(l.indexOf('|') + 1)];
    const [kind, as, opts] = how.trim().split(/\s+/);
    const key = opts ?? '';
    if (!worlds.has(key)) worlds.set(key, await openWorld(JSON.parse(opts ?? '{}')));
    const w = worlds.get(key);
    const r = await w.run(line, { ...(kind === '80' ? narrow : kind === '200' ? wide : {}), ...(as && as !== '-' ? as === 'none' ? { signedIn: false } : { as } : {}) });
    appendFileSync('/tmp/h8peek.out', `##### [${how}] ${line} => ${r.code}   (${w.takeRequests().join(' ; ')})\n${r.stdout}${r.stderr ? `--stderr--\n${r.stderr}` : ''}\n`);
  }
}, 100000);
