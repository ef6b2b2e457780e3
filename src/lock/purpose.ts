import { look } from './lock-file.js';
import type { Processes } from './processes.js';
import { processSpace } from './space.js';

/** Whether a process whose end would be noticed at once holds a lock for this purpose. */
export function isHeldFor(purpose: string, file: string, { id }: Processes): boolean {
  const { name, isSeen } = processSpace(id);
  const mark = look(file)?.text ?? '';
  return isSeen && mark.includes(` ${name} `) && mark.endsWith(`:${purpose}\n`);
}
