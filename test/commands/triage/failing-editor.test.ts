import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../support/computer/folder.js';
import { openQueueAtHome } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

const size = { columns: 200, rows: 30 };

test('R70: an editor that fails changes nothing of what was typed, and what it left is named', async () => {
  const { machine } = await openQueueAtHome();
  const folder = makeFolder();
  const editor = join(folder, 'editor');
  writeFileSync(editor, '#!/bin/sh\necho half > "$1"\nexit 3\n', { mode: 0o755 });
  const { shot, stderr } = await playTriage(
    machine,
    [
      { shows: opened, type: 'nTyped before' },
      { shows: /> Typed before/, type: '\u000f' },
      { shows: /exit code 3[\s\S]*what the editor left is in \S+/, type: '\u001b', name: 'failed' },
      { shows: /saved as a draft/, type: 'q' },
    ],
    { size, env: { TRACKER_EDITOR: editor } },
  );
  expect(stderr).toBe('');
  const shown = shot('failed');
  expect(shown).toContain('> Typed before');
  const left = /what the editor left is in (\S+)/.exec(shown)?.[1] ?? '';
  expect(readFileSync(left, 'utf8')).toBe('half');
  rmSync(dirname(left), { recursive: true });
});
