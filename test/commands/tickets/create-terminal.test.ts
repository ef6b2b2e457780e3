import { beforeAll, describe, expect, test } from 'vitest';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

const arrowDown = '\u001b[B';

describe.skipIf(!hasTerminal)('being asked at a terminal (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);

  beforeAll(async () => {
    // The words of this server are learned from a list.
    await tracker(home, 'tickets list --segment all');
  });

  const start = (words: string, env: Readonly<Record<string, string>> = {}) => {
    const options = { size: { columns: 100, rows: 30 }, env: { NO_COLOR: '1', ...env } };
    return startAtTerminal(home, ['tracker', ...words.split(' ')], options);
  };

  test('a new ticket: what is missing, then the whole with who will see it', async () => {
    const session = start('tickets create');
    await session.waitFor(/Subject/);
    session.type('The lamp flickers\r');
    await session.waitFor(/Organisation[\s\S]*Scandia/);
    session.type('casa\r');
    await session.waitFor(/Description \(one line/);
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
});
