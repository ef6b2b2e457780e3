let storing = 0;

/** Whether this process is storing what would be lost if it ended now. */
export const isStoring = (): boolean => storing > 0;

/** Runs `work`, which stores a rotated token: a process that is interrupted ends only after it (docs/requirements.md, R16). */
export async function whileStoring<T>(work: () => Promise<T>): Promise<T> {
  storing++;
  try {
    return await work();
  } finally {
    storing--;
  }
}
