import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { startConnectProxy } from '../http/connect-proxy.js';
import { atEnd } from '../support/clean-ups.js';
import { makeHome } from '../support/computer/home.js';
import { folderVariables, type Machine, type Ran, type RunOptions } from '../support/computer/machine.js';
import { start } from '../support/computer/program.js';
import { removeClocks, stoppedAt } from '../support/computer/stopped-clock.js';
import { type TestWorld, usualNow } from '../support/run.js';
import { listen } from '../support/servers/listen.js';
import { makeAuthority } from '../support/servers/tls.js';
import { startAtTerminal } from '../support/terminal/terminal.js';
import { splitWords } from '../support/words.js';

/** Does what `machine.run` does, with the program as a process of its own. */
export type RunProgram = (machine: Machine, line: string, options: RunOptions) => Promise<Ran>;

/** Makes a world reachable at its address, for programs whose clock is stopped at its time. */
export async function openToPrograms({ sandbox, url }: TestWorld): Promise<RunProgram> {
  const home = makeHome();
  const clock = stoppedAt(usualNow);
  const authority = makeAuthority(clock);
  const server = createServer(authority.sign([`DNS:${new URL(url).hostname}`]), async (request, response) => {
    const { method = '', url: target = '', headers } = request;
    const known = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const reply = await sandbox.app({ method, target, headers: Object.fromEntries(known), body: request });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  const proxy = await startConnectProxy(await listen(server));
  atEnd(async () => {
    await proxy.close();
    server.close();
    authority.remove();
    await home.close();
    removeClocks();
  });
  return async ({ folder, workingFolder }, line, { terminal, env }) => {
    const way = { HTTPS_PROXY: `http://${proxy.host}`, NODE_EXTRA_CA_CERTS: authority.file, TZ: process.env.TZ ?? '' };
    const place = { ...home, folder: workingFolder, env: { ...home.env, ...clock, ...way, PAGER: 'cat' } };
    const how = { env: { ...folderVariables(folder), ...env } };
    const command = ['tracker', ...splitWords(line)];
    if (!terminal) {
      const { code = -1, ...said } = await start(place, command, how).ended;
      return { code, ...said };
    }
    const errors = join(folder, 'stderr.txt');
    const size = { columns: terminal.columns, rows: 1000 };
    const show = async (words: readonly string[]): Promise<Ran> => {
      const { code, raw } = await startAtTerminal(place, words, { ...how, size }).ended;
      return { code, stdout: raw.replaceAll('\r\n', '\n'), stderr: '' };
    };
    const shown = await show(['sh', '-c', `exec "$@" 2>${errors}`, 'sh', ...command]);
    if (readFileSync(errors, 'utf8') === '') return shown;
    // Remarks look different in a file, so they are taken from a terminal, where they follow the data.
    const { stdout } = await show(command);
    return { ...shown, stderr: stdout.slice(shown.stdout.length) };
  };
}
