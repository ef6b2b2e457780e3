import { Worker } from 'node:worker_threads';
import { TrackerError } from '../../contract/errors.js';
import type { Engine, EngineHost, EngineResult, JqProgram } from './engine.js';

// A crash of jq is reported as an error; writing to stderr from the thread would keep the program from ending.
const thread = `
Object.assign(console, { log() {}, error() {} });
const { parentPort, workerData } = require('node:worker_threads');
const loading = new Function('wasm', workerData.code)(workerData.wasm);
parentPort.on('message', async ({ json, program, flags }) => {
  try {
    parentPort.postMessage((await loading).raw(json, program, flags));
  } catch (error) {
    parentPort.postMessage({ stdout: '', stderr: '', exitCode: -1, broken: String(error) });
  }
});`;

/** An expression that takes more memory than this is assumed never to end (bytes). */
const maxMemory = 2 * 1024 ** 3;

/** How often memory use is checked (milliseconds). */
const lookMs = 100;

/** jq in a thread of its own, for expressions that may never end and would block everything else; `signal` ends it. */
export function startThread(program: JqProgram, { signal, memory }: EngineHost): Engine {
  const worker = new Worker(thread, {
    eval: true,
    workerData: program,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return async (json, program, flags) => await ask(worker, { json, program, flags }, { signal, memory });
}

/** Sends one document to the thread and waits for the result. The thread keeps the program alive only while it works. */
async function ask(worker: Worker, question: object, { signal, memory }: EngineHost): Promise<EngineResult> {
  worker.ref();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<EngineResult>((resolve, reject) => {
      const fail = (message: string) => () => reject(new TrackerError('failed', message));
      const listeners = { message: resolve, error: fail('jq crashed'), exit: fail('jq ended early') };
      const interrupt = (): void => reject(signal.reason);
      for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
      signal.addEventListener('abort', interrupt);
      const timer = setInterval(() => {
        if (memory() > maxMemory) fail('--jq: the result is too large or infinite')();
      }, lookMs);
      stop = () => {
        clearInterval(timer);
        signal.removeEventListener('abort', interrupt);
        for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      };
      if (signal.aborted) interrupt();
      worker.postMessage(question);
    });
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    stop?.();
    worker.unref();
  }
}
