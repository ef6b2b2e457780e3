import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { draftsOf } from '../../support/computer/drafts.js';
import { openQueueAtHome } from '../../support/run.js';
import { answerTriage, opened, playTriage, send } from '../../support/triage.js';

/** A computer with a macro of its own. */
async function open(head: string, name = 'done') {
  const { world, machine } = await openQueueAtHome();
  const folder = join(machine.folder, 'config', 'templates');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `---\n${head}\n---\nDear {{customer}}, see {{ref}}.\n`);
  const ticket = async (ref: string) =>
    (await world.json(`tickets view ${ref}`)) as {
      readonly ticket: { readonly status: string; readonly tags: readonly string[] };
      readonly messages: readonly { readonly body: string; readonly isInternalNote: boolean }[];
    };
  return { machine, ticket };
}

test('a macro for several is shown for each, sent, taught, and undone as one step', async () => {
  const { machine, ticket } = await open('kind: note\nstatus: resolved\ntag: sorted\nassignee: @me\nkey: x');
  const { shot, stdout } = await playTriage(
    machine,
    [
      { shows: opened, type: '  Mx' },
      { shows: /CASA-8:[\s\S]*see CASA-8\.[\s\S]*CASA-9:[\s\S]*see CASA-9\./, type: send, name: 'shown' },
      { shows: /✓ note added to 2 tickets, now resolved, tag sorted, assigned to @?me/, type: 'u' },
      { shows: /undone: [\s\S]*the internal note on CASA-9 stays/, type: 'k.q' },
    ],
    { line: 'triage --teach', size: { columns: 120, rows: 40 } },
  );
  expect(shot('shown')).toMatch(/NOTE · INTERNAL to 2 tickets[\s\S]*also: tag sorted, assigned to @me/);
  expect(stdout).toMatch(/tickets note CASA-8 --body 'Dear .*, see CASA-8\.'\n/);
  for (const ref of ['CASA-8', 'CASA-9']) {
    const { ticket: now, messages } = await ticket(ref);
    expect(now).toMatchObject({ status: 'open', tags: expect.not.arrayContaining(['sorted']) });
    expect(messages.filter(({ body }) => body.endsWith(`see ${ref}.`))).toHaveLength(1);
  }
  expect(draftsOf(machine)).toEqual([]);
});

test('a macro that is added or changed while triage is open is there at the next M', async () => {
  const { machine } = await open('kind: note\nkey: x');
  const write = (name: string, head: string) => async (): Promise<void> => {
    // What is read at the start is read by then.
    await pause(1_000);
    writeFileSync(join(machine.folder, 'config', 'templates', `${name}.md`), `---\n${head}\n---\nText of ${name}.\n`);
  };
  await playTriage(machine, [
    { shows: opened, before: write('later', 'kind: note\nkey: w'), type: 'Mw' },
    { shows: /NOTE · INTERNAL to CASA-8[\s\S]*Text of later\./, type: '\u001b' },
    { shows: /\? more/, before: write('done', 'kind: note\nkey: k'), type: 'M' },
    { shows: /k done/, type: '\u001b' },
    { shows: /\? more/, type: 'q' },
  ]);
});

test('a duplicate is closed with a note on both, and --teach says how', async () => {
  const { machine, ticket } = await open('kind: reply');
  const { stdout } = await playTriage(
    machine,
    [
      { shows: opened, type: 'DCASA-9\r' },
      { shows: /also: a note on CASA-9[\s\S]*CASA-8 is a duplicate of CASA-9\s+\(/, type: ` Yes.${send}` },
      { shows: /✓ CASA-8: note added, now closed, duplicate of CASA-9/, type: 'q' },
    ],
    { line: 'triage --teach' },
  );
  expect(stdout).toMatch(/tickets note CASA-8 --body '.* Yes\.' --status closed --original CASA-9\n/);
  expect((await ticket('CASA-8')).ticket.status).toBe('closed');
  expect((await ticket('CASA-9')).messages.at(-1)?.body).toMatch(/^CASA-8 \(.*\) is a duplicate of this ticket\.$/);
});

test("the customer gets the text of a duplicate of one's own", async () => {
  const { machine, ticket } = await open('kind: reply\nstatus: closed', 'duplicate');
  const { code } = await answerTriage(machine, ['duplicate\n', 'CASA-9\n', '.\n', '1\n', 'q\n']);
  expect(code).toBe(0);
  const { ticket: now, messages } = await ticket('CASA-8');
  expect([now.status, messages.at(-1)]).toEqual(['closed', expect.objectContaining({ isInternalNote: false })]);
});

test('what is checked before anything is sent is said, and nothing is sent', async () => {
  const { machine, ticket } = await open('kind: note\nstatus: resolvd\nkey: x');
  const before = await ticket('CASA-8');
  await playTriage(machine, [
    { shows: opened, type: 'Mx' },
    { shows: /! --status resolvd has not been seen on this server/, type: 'q' },
  ]);
  expect((await ticket('CASA-8')).messages).toEqual(before.messages);
});
