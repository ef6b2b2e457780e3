import { readFileSync } from 'node:fs';
import type { Processes } from '../../src/disk/processes.js';
import { processorTime } from '../support/computer/processor-time.js';

/** The processes of this computer. */
export const realProcesses: Processes = {
  id: process.pid,
  isAlive(id) {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  },
  startedAt(id) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    } catch {
      return '';
    }
  },
  node: process.versions.node,
  memory: () => process.memoryUsage.rss(),
  processorTime,
  uptime: () => performance.now(),
  terminate(id) {
    process.kill(id, 'SIGTERM');
  },
};
