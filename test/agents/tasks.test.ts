import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { routeIn, writeRoutes } from '../../src/contract/writes.js';
import { openAtHome } from '../support/run.js';
import { eachTest } from '../support/set-up.js';
import { splitWords } from '../support/words.js';
import { agentTasks } from './tasks.js';

/** A token is four bytes. */
const tokensIn = (bytes: number): number => Math.ceil(bytes / 4);

describe('an agent that may propose', () => {
  const at = eachTest(openAtHome);
  const costs = new Map<string, readonly [calls: number, tokens: number]>();

  test.each(agentTasks)('$asks', async ({ asks, commands, answers = [], receives = [], proposed = [] }) => {
    const { world, machine } = at;
    const received: unknown[] = [];
    let printed = '';
    for (const command of commands) {
      const { stdout, stderr } = await machine.run(splitWords(command), {
        env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' },
        async send(request) {
          const path = request.url.pathname.replace('/api/v1', '');
          if (!['GET', 'OPTIONS'].includes(request.method))
            received.push([routeIn(writeRoutes, request.method, path), JSON.parse(String(request.body))]);
          return await world.send(request);
        },
      });
      printed += stdout + stderr;
    }
    costs.set(asks, [commands.length, tokensIn(Buffer.byteLength(printed))]);
    for (const answer of answers) expect(printed).toContain(answer);
    expect(received).toEqual(receives.map(([request, body]) => [request, expect.objectContaining(body)]));
    const drafts = JSON.parse((await machine.run('drafts list --json')).stdout);
    expect(drafts.toReversed()).toEqual(
      proposed.map(([command, target, flags]) =>
        expect.objectContaining({
          ...{ state: 'proposed', author: 'bot', command },
          ...(target !== '' && { targets: expect.arrayContaining([target]) }),
          flags: expect.objectContaining(flags),
        }),
      ),
    );
  });

  // What docs/agents.md says of each: calls, and tokens rounded up to the next ten, or a few more.
  afterAll(() => {
    const docs = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
    const rows = [...docs.matchAll(/^\| (.+?) \| (\d+) \| ([\d,]+) \|$/gm)];
    const said = new Map(
      rows.map(([, asks = '', calls, tokens = '']) => [asks, [Number(calls), Number(tokens.replace(',', ''))]]),
    );
    const wrong = [...costs].filter(([asks, [calls, tokens]]) => {
      const [saidCalls, saidTokens = 0] = said.get(asks) ?? [];
      return saidCalls !== calls || tokens > saidTokens || tokens < 0.8 * saidTokens - 20;
    });
    expect(wrong.map(([asks, [calls, tokens]]) => `| ${asks} | ${calls} | ${Math.ceil(tokens / 10) * 10} |`)).toEqual(
      [],
    );
  });
});
