import { once } from 'node:events';
import { openConfFile } from '../../src/config/conf-file.js';
import { TrackerError } from '../../src/contract/errors.js';
import { realProcesses } from '../disk/real-processes.js';

/** `FOLDER KEY TIMES [UMASK]`: says `ready`, waits, then stores KEY-0, KEY-1 … one after the other, reading in between. */
async function main(): Promise<void> {
  const [folder = '', key = '', times = '1', umask] = process.argv.slice(2);
  if (umask !== undefined) process.umask(Number.parseInt(umask, 8));
  const file = openConfFile({ folder: () => folder, name: 'credentials', processes: realProcesses });
  process.send?.('ready');
  await once(process, 'message');
  for (let time = 0; time < Number(times); time++) {
    await file.update((stored) => ({ ...stored, [`${key}-${time}`]: 'x'.repeat(2_000) }));
    await file.read(true);
  }
}

main().then(
  () => process.disconnect(),
  (error: unknown) => {
    process.send?.(error instanceof TrackerError ? error.message : String(error));
    process.exitCode = 1;
    process.disconnect();
  },
);
