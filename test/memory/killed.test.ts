import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findTexts } from '../../src/memory/find-texts.js';
import { readSealed } from '../../src/memory/recall.js';
import { start, tracker } from '../support/computer/program.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { until } from '../support/until.js';

const home = allTests(() => startSandboxHome(['--memory', '--seed', 'demo:1', '--latency', '20']), stopAndClose);

test('a sync that is killed at any moment leaves whole answers, and the next one goes on from there (R88)', async () => {
  const kept = (): readonly string[] =>
    readdirSync(join(home.folder, '.cache', 'tracker'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && entry.name.startsWith('api_') ? [join(entry.parentPath, entry.name)] : [],
    );
  const wholeOnes = (): readonly string[] => kept().filter((file) => !file.endsWith('.tmp'));
  let most = 0;
  for (let kills = 0; kills < 7; kills += 1) {
    const sync = start(home, ['tracker', 'sync', '--tasks', 'all', '--tickets', 'all', '--wiki']);
    let isOver = false;
    const ended = sync.ended.finally(() => {
      isOver = true;
    });
    // However slow the computer is, something has been kept by then.
    await until('more is kept', () => isOver || wholeOnes().length > most);
    setTimeout(() => sync.kill('SIGKILL'), kills * 40);
    await ended;
    const whole = wholeOnes();
    for (const file of whole) expect(readSealed(file), file).toBeDefined();
    expect(whole.length).toBeGreaterThanOrEqual(most);
    most = whole.length;
  }
  const { code, stdout, stderr } = await tracker(home, 'sync --tasks all --tickets all --wiki --json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { read, recent } = JSON.parse(stdout);
  expect(recent).toBeGreaterThan(0);
  const again = JSON.parse((await tracker(home, 'sync --tasks all --tickets all --wiki --json')).stdout);
  expect(again).toMatchObject({ read: 0, recent: read + recent, failed: 0 });
  const texts = findTexts(dirname(kept()[0] ?? ''), '', ['tickets', 'tasks', 'projects', 'wiki', 'notes']);
  expect(texts?.found.length).toBeGreaterThanOrEqual(read + recent);
  texts?.close();
});
