import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the programs that load it see another time. */
export const clockLibrary = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/** Why no clock can be stopped here; undefined if one can. */
export const clockMissing: string | undefined = existsSync(clockLibrary) ? undefined : `needs ${clockLibrary}`;

/** The environment of a program for which it is always this time, but which can still measure how long something takes. */
export const stoppedAt = (now: Date): Readonly<Record<string, string>> => ({
  LD_PRELOAD: clockLibrary,
  FAKETIME: String(now.getTime() / 1000),
  FAKETIME_FMT: '%s',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** Removes what the library leaves in memory when a program replaces itself with another one (`exec`). */
export function removeClocks(): void {
  const folder = '/dev/shm';
  for (const name of readdirSync(folder)) {
    const [, id] = /^(?:faketime_shm|sem\.faketime_sem)_(\d+)$/.exec(name) ?? [];
    if (id && !existsSync(`/proc/${id}`)) rmSync(join(folder, name), { force: true });
  }
}
