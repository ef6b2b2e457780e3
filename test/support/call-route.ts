import type { Host } from '../../src/cli/host.js';
import { reportError } from '../../src/cli/report.js';
import { wire } from '../../src/cli/wire.js';
import type { JsonRoute } from '../../src/contract/routes.js';

/**
 * `ROUTE OPTIONS FLAGS`: calls one endpoint as a command would, prints the answer or reports the error as commands do, and
 * gives the exit code. For routes that no command uses.
 */
export async function callRoute(host: Host): Promise<number> {
  const [route = '', options = '{}', flags = '{}'] = host.argv;
  const { context, finish } = await wire(host, JSON.parse(flags), {
    command: '',
    jq: undefined,
    copesWithUnsafe: false,
    writes: false,
    mayWait: false,
    follows: false,
    change: async () => undefined,
    run: async () => 0,
    typed: { verb: { prints: 'nothing', flags: {}, examples: [], run: async () => undefined }, args: [], flags: {} },
  });
  try {
    const client = await context.client();
    const reply = await client.call(route as JsonRoute, JSON.parse(options));
    await host.io.stdout.write(`${JSON.stringify(reply)}\n`);
    return 0;
  } catch (error) {
    const { text, exitCode } = await reportError(error, {
      json: false,
      debug: false,
      isNewHint: async () => true,
      stderr: host.io.stderr,
    });
    await host.io.stderr.write(text);
    return exitCode;
  } finally {
    await finish(true);
  }
}
