import type { Recorder } from '../../src/client/recorder.js';

/** The recorder of a client that notes nothing. */
export const noRecorder = async (): Promise<Recorder> => ({
  note: async () => ({ succeeded: async (reply) => reply, failed: () => undefined }),
  unrecorded: async (work) => await work(),
  holding: async (_held, work) => await work(),
  keeping: () => () => 0,
  begin: async () => undefined,
  use: async () => undefined,
  end: async () => undefined,
  takeLost: () => new Map(),
  lose: async () => undefined,
  isLost: () => false,
  isOurs: () => false,
  watchOthers: () => () => false,
  begun: () => 0,
  number: () => undefined,
});
