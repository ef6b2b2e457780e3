import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { loadTerminals } from '../../support/terminal/terminal.js';

const startAtTerminal = await loadTerminals();

const ctrlC = '\u0003';
const arrowDown = '\u001b[B';

describe.skipIf(!startAtTerminal)('being asked at a terminal (needs @lydell/node-pty)', () => {
  let home: Home;

  beforeAll(async () => {
    home = makeHome();
    await startSandbox(home, ['--memory']);
    // The words of this server are learned from a list.
    await tracker(home, 'tickets list --segment all');
  });

  afterAll(async () => {
    await stopAndClose(home);
  });

  const start = (words: string, env: Readonly<Record<string, string>> = {}) => {
    if (!startAtTerminal) throw new Error('no terminal');
    const options = { size: { columns: 100, rows: 30 }, env: { NO_COLOR: '1', ...env } };
    return startAtTerminal(home, ['tracker', ...words.split(' ')], options);
  };

  test('the title of a note is asked for until there is one', async () => {
    const session = start('notes create');
    await session.waitFor(/Title of the note/);
    session.type('\r');
    await session.waitFor(/✔ Title of the note[\s\S]*\? Title of the note/);
    session.type('Second time\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    expect(raw).toContain('Created the note "Second time".');
  });

  test('a new ticket: what is missing, then the whole with who will see it', async () => {
    const session = start('tickets create');
    await session.waitFor(/Subject/);
    session.type('The lamp flickers\r');
    await session.waitFor(/Organisation[\s\S]*Scandia/);
    session.type('casa\r');
    await session.waitFor(/Description \(a line/);
    session.type('Since noon.\r');
    await session.waitFor(/Create this\?/);
    expect(session.lines().join('\n')).toMatch(
      /A new ticket\n {2}Subject {7}The lamp flickers\n {2}Organisation {2}Fundación Casa Azul\n\n {2}Since noon\.\n\nWho will see it: everyone at Fundación Casa Azul who can see its tickets, and the team\./,
    );
    session.type(`${arrowDown}\r`);
    await session.waitFor(/Change[\s\S]*Assignees/);
    session.type('priority\r');
    await session.waitFor(/Priority[\s\S]*leave it to the server/);
    session.type(`${arrowDown}\r`);
    await session.waitFor(/Priority {6}urgent[\s\S]*Create this\?/);
    session.type('\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    const ref = /Created (CASA-\d+): The lamp flickers/.exec(raw)?.[1];
    const { ticket } = JSON.parse((await tracker(home, `tickets view ${ref} --json`)).stdout);
    expect(ticket).toMatchObject({
      subject: 'The lamp flickers',
      description: 'Since noon.',
      orgSlug: 'casa-azul',
      priority: 'urgent',
    });
  });

  test('what was written is kept when it is not sent', async () => {
    const editor = home.write('editor', '#!/bin/sh\necho "A long description" > "$1"\n', 0o755);
    const session = start('tickets create -e --org casa-azul --subject Lamp', { TRACKER_EDITOR: editor });
    await session.waitFor(/A long description[\s\S]*Create this\?/);
    session.type(ctrlC);
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    const path = /what you wrote is kept in\s+(\S+\.json)/.exec(raw)?.[1] ?? '';
    expect(JSON.parse(readFileSync(path, 'utf8')).flags).toEqual({
      org: 'casa-azul',
      subject: 'Lamp',
      body: 'A long description',
    });
  });

  test('a new thread: title, organisation, then the editor', async () => {
    const editor = home.write('editor2', '#!/bin/sh\necho "First words" > "$1"\n', 0o755);
    const session = start('chat create', { TRACKER_EDITOR: editor });
    await session.waitFor(/Title/);
    session.type('Lamps\r');
    await session.waitFor(/Organisation[\s\S]*Scandia/);
    session.type('scandia\r');
    await session.waitFor(/Message \(a line; e or an empty line opens your editor\)/);
    session.type('e\r');
    await session.waitFor(/everyone at Scandia Maritime who reads its chat[\s\S]*Create this\?/);
    session.type('\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    expect(raw).toContain('Started the thread "Lamps".');
    expect((await tracker(home, 'chat view lamps --org scandia-maritime')).stdout).toContain('\tFirst words\n');
  });

  test('a ticket becomes a task of the project that is chosen', async () => {
    const session = start('tickets convert BERG-19');
    await session.waitFor(/Project/);
    session.type('BOP');
    await session.waitFor(/BOP[\s\S]*BOP/);
    session.type('\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    expect(raw).toMatch(/Created BOP-\d+ from BERG-19: Labels/);
  });
});
