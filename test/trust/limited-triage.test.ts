import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import type { Send } from '../../src/http/message.js';
import { openQueueAtHome } from '../support/run.js';
import { opened, playTriage, send } from '../support/triage.js';

const bot = { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' };

/** A queue, and a connection to it that can be cut. */
async function openCut() {
  const { world, machine } = await openQueueAtHome();
  let isCut = false;
  const connection: Send = async (request) => {
    if (isCut) throw new TrackerError('network', 'the server cannot be reached');
    return await world.send(request);
  };
  const drafts = async (): Promise<readonly (readonly [body: string, state: string])[]> =>
    JSON.parse((await machine.run('drafts --json')).stdout).map(({ state, flags }: DraftRow) => [flags.body, state]);
  const cut = (): void => {
    isCut = true;
  };
  return { world, machine, drafts, connection, cut };
}

interface DraftRow {
  readonly state: string;
  readonly flags: { readonly body?: string };
}

describe('R98: triage where access is not full', () => {
  test('leaves nothing that another command or triage would send', async () => {
    const { world, machine, drafts, connection, cut } = await openCut();
    await playTriage(
      machine,
      [
        { shows: opened, before: cut, type: `rNobody has read this.${send}` },
        { shows: /will be sent when the server is back/, type: 'q' },
        { shows: /not sent yet/, type: 'k' },
      ],
      { env: bot, send: connection },
    );
    expect(await drafts()).toEqual([['Nobody has read this.', 'unsent']]);
    await machine.run('drafts send --waiting -y');
    const { words } = await playTriage(machine, [
      { shows: opened, type: 'kr' },
      { shows: /REPLY · PUBLIC[\s\S]*Nobody has read this\./, type: '\u001b', name: 'offered' },
      { shows: /^(?![\s\S]*PUBLIC)[\s\S]*newest first/, type: 'q' },
    ]);
    expect(words('offered')).toContain('draft of bot from just now');
    expect(await drafts()).toEqual([['Nobody has read this.', 'unsent']]);
    expect(JSON.stringify(await world.json('tickets view CASA-8'))).not.toContain('Nobody has read this.');
    const person = { terminal: { columns: 100 }, env: { ACCESSIBLE: '1' }, keys: ['2\r', 'n\r'] };
    const asked = await machine.run('reply CASA-8', { ...person, signal: AbortSignal.timeout(5_000) });
    expect(asked.stderr).toContain('("Nobody has read this." by bot, just now) was not sent');
  });

  test('leaves alone what a person has queued or written', async () => {
    const { machine, drafts, connection, cut } = await openCut();
    await machine.run('tickets list');
    cut();
    const away = { send: connection };
    await machine.run(['tickets', 'reply', 'CASA-9', '-b', 'Queued.', '--queue', '-y'], away);
    await machine.run(['tickets', 'reply', 'CASA-8', '-b', 'Mine.', '-y'], away);
    const before = [
      ['Mine.', 'unsent'],
      ['Queued.', 'waiting'],
    ];
    expect(await drafts()).toEqual(before);
    for (const env of [bot, { TRACKER_ACCESS: 'read' }])
      await playTriage(
        machine,
        [
          { shows: opened, type: 'r' },
          { shows: /REPLY · PUBLIC/, type: '\u001b' },
          { shows: /^(?![\s\S]*PUBLIC)[\s\S]*newest first/, type: 'q' },
        ],
        { env },
      );
    expect(await drafts()).toEqual(before);
  });

  test('starts none of the programs in triage.json', async () => {
    const { machine } = await openCut();
    writeFileSync(
      join(machine.folder, 'config', 'triage.json'),
      JSON.stringify({ keys: [{ key: 'W', run: 'echo it ran', help: 'write it down' }] }),
    );
    const { words } = await playTriage(
      machine,
      [
        { shows: opened, type: 'W' },
        { shows: /starts a program|it ran/, type: 'q', name: 'end' },
      ],
      { env: bot },
    );
    expect(words('end')).toContain('this key starts a program that could do anything; the access level is propose');
  });
});

test('R98: an agent does not change what a person has accepted while that waits for the server', async () => {
  const { world, machine, drafts, connection, cut } = await openCut();
  await machine.run(['reply', 'CASA-8', 'Accepted.'], { env: bot });
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*bot proposes a reply[\s\S]*Accepted\./, before: cut, type: 'Y' },
      { shows: /will be sent when the server is back/, type: 'q' },
      { shows: /not sent yet/, type: 'k' },
    ],
    { send: connection, size: { columns: 120, rows: 40 } },
  );
  expect(await drafts()).toEqual([['Accepted.', 'waiting']]);
  for (const line of ['tickets reply CASA-8 --from-draft 1 -b Other.', 'drafts delete 1 -y', 'undo'])
    expect([line, (await machine.run(line, { env: bot, send: connection })).code]).toEqual([
      line,
      expect.toSatisfy((code) => code > 0),
    ]);
  expect(await drafts()).toEqual([['Accepted.', 'waiting']]);
  await machine.run('drafts send --waiting');
  expect(JSON.stringify(await world.json('tickets view CASA-8'))).toContain('Accepted.');
});
