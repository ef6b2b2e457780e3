import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { routeIn, writeRoutes } from '../../src/contract/writes.js';
import type { JournalLine } from '../../src/sandbox/http/journal.js';
import { makeFolder } from '../support/computer/folder.js';
import { openAtHome, openWorld } from '../support/run.js';
import { writesIn } from '../support/sandbox/journal.js';
import { splitWords } from '../support/words.js';
import { agentTasks } from './tasks.js';

/** A token is four bytes. */
const tokensIn = (bytes: number): number => Math.ceil(bytes / 4);

/** The last write to each thing, which is what the sandbox holds of it then. */
function lastOfEach(lines: readonly JournalLine[]): Iterable<JournalLine> {
  return new Map(lines.map((line) => [line.target, line])).values();
}

describe('an agent that may propose', () => {
  const costs = new Map<string, readonly [calls: number, tokens: number]>();

  test.each(agentTasks)('$asks', async ({ asks, commands, answers = [], receives = [], proposed = [] }) => {
    const journal = join(makeFolder(), 'journal.jsonl');
    const { machine } = await openAtHome(() => openWorld({ journal }));
    let printed = '';
    for (const command of commands) {
      const { stdout, stderr } = await machine.run(splitWords(command), {
        env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' },
      });
      printed += stdout + stderr;
    }
    costs.set(asks, [commands.length, tokensIn(Buffer.byteLength(printed))]);
    for (const answer of answers) expect(printed).toContain(answer);
    const received = writesIn(journal);
    const pathOf = (target: string): string => target.replace('/api/v1', '');
    expect(
      received.map(({ method, target, ...rest }) => [routeIn(writeRoutes, method, pathOf(target)), rest]),
    ).toMatchObject(receives.map(([request, body]) => [request, { status: 200, body: expect.objectContaining(body) }]));
    for (const { target, body } of lastOfEach(received)) {
      const { assigneeIds: assignees, ...fields } = body as Row;
      const { ticket, task } = JSON.parse((await machine.run(['api', pathOf(target)])).stdout);
      expect(ticket ?? task).toMatchObject({ ...fields, ...(assignees !== undefined && { assignees }) });
    }
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
