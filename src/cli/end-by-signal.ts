import { isStoring } from '../disk/storing.js';

/** What is used of a process. */
type Self = Pick<
  NodeJS.Process,
  'exit' | 'getActiveResourcesInfo' | 'kill' | 'on' | 'pid' | 'platform' | 'removeAllListeners'
>;

/** How long it may go on while a rotated token waits for a lock that another process holds (milliseconds). */
const storingMs = 12_000;

/**
 * Ends a process whose command a signal has interrupted, and which has not ended by itself. While a rotated token is being stored it
 * lives a little longer; a second signal ends it then. `exitCodes` has those of all signals.
 */
export function endBySignal(self: Self, name: string, exitCodes: Readonly<Record<string, number>>): void {
  const last = performance.now() + storingMs;
  const end = (by: string): void => {
    // Node exits only once the system has looked up a name, which may take half a minute. SIGQUIT would write the memory to a file.
    if (isLookingUp(self) && self.platform !== 'win32' && by !== 'SIGQUIT')
      self.on('exit', () => self.removeAllListeners(by).kill(self.pid, by));
    self.exit(exitCodes[by]);
  };
  const endOnceStored = (): void => {
    if (!isStoring() || performance.now() > last) end(name);
    setTimeout(endOnceStored, 100).unref();
  };
  for (const each of Object.keys(exitCodes)) self.on(each, () => end(each));
  endOnceStored();
}

const isLookingUp = (self: Self): boolean => self.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
