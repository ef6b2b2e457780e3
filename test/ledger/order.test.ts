import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/store.js';
import { makeRandom } from '../../src/sandbox/seed/random.js';
import { makeFolder, within } from '../support/computer/folder.js';
import { allTests } from '../support/set-up.js';
import { bundleProgram } from '../terminal/pseudo-terminal.js';
import type { Answer } from './order-program.js';

const program = allTests(() => bundleProgram(fileURLToPath(new URL('order-program.ts', import.meta.url))));

const refs = ['CASA-8', 'BERG-9'];

test('R93: two senders that are killed at any step send to each thing in order, nothing twice, and nothing after a failure', async () => {
  const random = makeRandom('order of two senders');
  for (let round = 0; round < 4; round++) {
    const folder = makeFolder();
    const ledger = openLedger(within(folder), () => new Date());
    const begin = (ref: string): number =>
      ledger.begin({
        ...{ state: 'waiting', url: 'u', owner: 'mara', words: ['tickets', 'reply', ref], flags: { body: ref } },
      }).number;
    const queued = [0, 1, 2].flatMap(() => refs.map((ref) => ({ ref, number: begin(ref) })));
    const arrived: number[] = [];
    const run = async (): Promise<void> =>
      await new Promise((resolve, reject) => {
        const sender = fork(program.file, [folder], { execArgv: [] });
        sender.on('message', ({ number }: { readonly number: number }) => {
          const answer = random.pick<Answer>(['taken', 'taken', 'taken', 'taken', 'refused', 'lost', 'unreachable']);
          const isKilled = random.chance(0.15);
          if (answer === 'taken' || (answer === 'lost' && random.chance(0.5))) arrived.push(number);
          if (isKilled) sender.kill('SIGKILL');
          else sender.send(answer);
        });
        sender.on('error', reject);
        sender.on('close', () => resolve());
      });
    await Promise.all([run(), run()]);
    await run();
    for (const ref of refs) {
      const numbers = queued.filter((each) => each.ref === ref).map(({ number }) => number);
      const sent = arrived.filter((number) => numbers.includes(number));
      expect(sent, `round ${round}`).toEqual(numbers.slice(0, sent.length));
    }
    // What is left is there, with its text.
    const left = queued.filter(({ number }) => !arrived.includes(number));
    expect(left.map(({ number }) => ledger.find(number)?.flags?.body)).toEqual(left.map(({ ref }) => ref));
  }
});
