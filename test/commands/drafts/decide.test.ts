import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { openAtHome } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const at = eachTest(openAtHome);

const agent = { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' };
const person = { terminal: { columns: 100, rows: 40 }, env: { ACCESSIBLE: '1' } };

const away = async (): Promise<never> => {
  throw new TrackerError('network', 'the server cannot be reached');
};

describe('what waits for the same ticket', () => {
  test('keeps no agent from proposing something, which is sent in its turn', async () => {
    const { machine } = at;
    for (const ref of ['CASA-9', 'CASA-8']) await machine.run(`reply ${ref} Mine. --queue`, { send: away });
    at.world.takeRequests();
    for (const line of ['reply CASA-9 "An answer."', 'close CASA-9', 'edit CASA-8 -p urgent'])
      expect([line, await machine.run(`${line} --json`, { env: agent })]).toMatchObject([line, { code: 0 }]);
    expect(at.world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
    const ran = await machine.run('drafts send 3', { ...person, keys: ['2\r'] });
    expect(ran).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('draft 1 (tickets reply CASA-9) comes first'),
    });
  });
});
