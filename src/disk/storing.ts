let storing = 0;

/** Whether this process is storing a token that would be lost if the process ended now. */
export const isStoring = (): boolean => storing > 0;

/** Runs `work`, which stores a rotated token. An interrupted process ends only after that (docs/requirements.md, R16). */
export async function whileStoring<T>(work: () => Promise<T>): Promise<T> {
  storing++;
  try {
    return await work();
  } finally {
    storing--;
  }
}
