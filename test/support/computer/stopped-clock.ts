import { existsSync } from 'node:fs';

/** Makes the programs that load it see another time. */
export const clockLibrary = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/** Why no clock can be stopped here; undefined if one can. */
export const clockMissing: string | undefined = existsSync(clockLibrary) ? undefined : `needs ${clockLibrary}`;

/** The environment of a program for which it is always this time; how long something takes it still knows. */
export const stoppedAt = (now: Date): Readonly<Record<string, string>> => ({
  LD_PRELOAD: clockLibrary,
  FAKETIME: String(now.getTime() / 1000),
  FAKETIME_FMT: '%s',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
