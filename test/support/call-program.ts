import type { Host } from '../../src/cli/host.js';
import { reportError } from '../../src/cli/report.js';
import { wire } from '../../src/cli/wire.js';
import type { JsonRoute } from '../../src/contract/routes.js';
import { cleanLine } from '../../src/output/text/clean.js';
import { createIo } from '../../src/terminal/streams.js';

const host: Host = {
  argv: [],
  env: process.env,
  io: createIo(process),
  platform: process.platform,
  workingFolder: process.cwd(),
  hostName: () => 'here',
  terminalName: async () => undefined,
  processes: { id: process.pid, isAlive: () => true, startedAt: () => '', terminate: () => undefined },
  now: () => new Date(),
  signal: new AbortController().signal,
  yieldInterrupts: (work) => work(),
  version: '0',
  program: { node: process.execPath, script: '' },
};

/**
 * `ROUTE OPTIONS FLAGS`: calls one endpoint as a command would, with the instance and token of this home, and prints the answer;
 * a failure is told and ends it as those of commands do. For routes that no command uses.
 */
async function main(): Promise<void> {
  const [route = '', options = '{}', flags = '{}'] = process.argv.slice(2);
  const { context, finish } = await wire(host, JSON.parse(flags));
  try {
    const client = await context.client();
    const reply = await client.call(route as JsonRoute, JSON.parse(options));
    await host.io.stdout.write(`${JSON.stringify(reply)}\n`);
  } catch (error) {
    const { text, exitCode } = reportError(error, { json: false, debug: false, clean: cleanLine });
    await host.io.stderr.write(text);
    process.exitCode = exitCode;
  } finally {
    await finish(true);
  }
}

void main();
