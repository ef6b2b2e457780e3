import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { attempt } from '../../contract/errors.js';

/**
 * Whether a program is late because the computer is busy: it or one it has started could work now, but more want to than there are
 * processors. Only Linux says so. What waits for somebody, or for a lock, is not starved.
 */
export function isStarved(id: number): boolean {
  const [, running = '0'] = / (\d+)\/\d+ /.exec(textOf('loadavg')) ?? [];
  return Number(running) > availableParallelism() && isWorking(id);
}

/** Whether a process or one below it is running, waiting for a processor, or waiting for the disk. */
function isWorking(id: number): boolean {
  const tasks = attempt(() => readdirSync(`/proc/${id}/task`)) ?? [];
  return tasks.some((task) => {
    const place = `${id}/task/${task}`;
    const children = textOf(`${place}/children`).split(' ').filter(Boolean);
    return /\) [RD] /.test(textOf(`${place}/stat`)) || children.some((child) => isWorking(Number(child)));
  });
}

function textOf(name: string): string {
  return attempt(() => readFileSync(`/proc/${name}`, 'utf8')) ?? '';
}
