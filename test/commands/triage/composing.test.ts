import { expect, test } from 'vitest';
import { openQueue } from '../../support/run.js';
import { opened, playTriage, send } from '../../support/triage.js';

test.each([
  { columns: 60, rows: 20 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
])('@ and # complete people and references in $columns × $rows, which are seen as they will look', async (size) => {
  const machine = await openQueue();
  const { shot } = await playTriage(
    machine,
    [
      { shows: /● live[\s\S]*newest first/, type: 'n' },
      { shows: /NOTE · INTERNAL/, type: 'Ask @zoe' },
      { shows: /▸Zoë Baptiste/, type: '\t', name: 'person' },
      { shows: /@\[Zoë Baptiste\]\(/, type: 'about **#casa-9' },
      { shows: /about \*\*#casa-9/, type: '\u0015mail zoe@cas, and #casa-9' },
      { shows: /▸CASA-9 Transcripts/, type: '\t', name: 'reference' },
      { shows: /~\[CASA-9\]\(ticket:/, type: '**now**\u0010' },
      { shows: /│ mail zoe@cas, and CASA-9 now/, type: send, name: 'preview' },
      { shows: /✓ CASA-8: note added/, type: 'q' },
    ],
    { size },
  );
  expect(shot('preview')).toMatch(/newest first[\s\S]*NOTE · INTERNAL/);
  const { messages } = JSON.parse((await machine.run('tickets view CASA-8 --json')).stdout) as {
    readonly messages: readonly { readonly body: string }[];
  };
  expect(messages.at(-1)?.body).toMatch(/^mail zoe@cas, and ~\[CASA-9\]\(ticket:[\da-f-]{36}\) \*\*now\*\*$/);
});

test('who is mentioned is told', async () => {
  const machine = await openQueue();
  await playTriage(machine, [
    { shows: opened, type: 'n@zoe' },
    { shows: /▸Zoë Baptiste/, type: '\tplease look' },
    { shows: /please look/, type: send },
    { shows: /✓ CASA-8: note added/, type: 'q' },
  ]);
  const zoe = await machine.machine('zoe@lantern.example');
  expect((await zoe.run('inbox list')).stdout).toMatch(/CASA-8/);
});
