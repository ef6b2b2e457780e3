import { createIo } from '../../src/terminal/streams/create-io.js';
import { callRoute } from './call-route.js';

/** `callRoute` as a program, with the instance and token of its home. */
async function main(): Promise<void> {
  process.exitCode = await callRoute({
    argv: process.argv.slice(2),
    env: process.env,
    io: createIo(process),
    platform: process.platform,
    workingFolder: process.cwd(),
    hostName: () => 'here',
    terminalName: async () => undefined,
    processes: {
      id: process.pid,
      isAlive: () => true,
      startedAt: () => '',
      terminate: (id: number, by: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => void (id < 0 && process.kill(id, by)),
      node: '20.19.0',
      memory: () => 0,
      processorTime: () => 0,
      uptime: () => 0,
    },
    now: () => new Date(),
    signal: new AbortController().signal,
    yieldInterrupts: (work) => work(),
    version: '0',
    program: [process.execPath],
  });
}

void main();
