import { expect } from 'vitest';
import { readBytes } from '../../../src/http/body/read.js';
import { makeRandom } from '../../../src/sandbox/seed/random.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { openWorld } from '../run.js';

/** A ticket and what has happened to it; people are named by their email addresses. */
export interface History {
  readonly id: string;
  readonly ref: string;
  readonly created: string;
  readonly customer: string;
  status: string;
  assignee?: string;
  /** Its public messages, oldest first. */
  readonly said: { readonly by: string; readonly at: string }[];
  readonly notesBy: string[];
  readonly inSystemLines: string[];
}

export const statuses = [
  ...['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'],
] as const;

/** Whether a ticket can wait for an answer, by its status. */
export const mayWait = ({ status }: History): boolean => !['resolved', 'closed', 'paused'].includes(status);

/** A world whose tickets are those made here, all of one organisation. Something happens at a time of its own. */
export async function openHistories(shape: Shape, seed: string) {
  const clock = new Date('2026-11-20T16:40:00Z');
  const world = await openWorld({ shape, now: clock });
  const { db } = world.sandbox.world;
  db.run("UPDATE tickets SET deleted_at = '2026-11-01T00:00:00.000Z'");
  const orgId = db.get<{ id: string }>("SELECT id FROM orgs WHERE slug = 'casa-azul'")?.id;
  const tokens = new Map<string, string>();
  const ask = async (who: string, method: string, path: string, body: unknown): Promise<Record<string, string>> => {
    const token = tokens.get(who) ?? world.sandbox.signIn(who);
    tokens.set(who, token);
    const reply = await world.send({
      method,
      url: new URL(`/api/v1${path}`, world.url),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: new AbortController().signal,
    });
    expect(reply.status).toBeLessThan(300);
    return JSON.parse((await readBytes(reply)).toString());
  };
  const random = makeRandom(seed);
  const histories: History[] = [];
  const wait = (atLeast = 1): string => {
    clock.setTime(clock.getTime() + atLeast + random.int(60 * 60 * 1000));
    // A whole second shows nothing of what happened within it.
    if (clock.getMilliseconds() === 0) clock.setMilliseconds(1);
    return clock.toISOString();
  };
  const create = async (customer: string): Promise<void> => {
    const created = wait();
    const { id = '', displayId = '' } = await ask(customer, 'POST', '/tickets', { orgId, subject: 'It is broken' });
    const about = { id, ref: displayId, created, customer, status: 'open' };
    histories.push({ ...about, said: [], notesBy: [], inSystemLines: [] });
  };
  const say = async (history: History, by: string, internal = false): Promise<void> => {
    const at = wait();
    await ask(by, 'POST', `/tickets/${history.id}/messages`, { body: 'Is it?', ...(internal && { internal }) });
    if (internal) history.notesBy.push(by);
    else history.said.push({ by, at });
  };
  const edit = async (history: History, by: string, change: Record<string, unknown>): Promise<void> => {
    wait();
    await ask(by, 'PATCH', `/tickets/${history.id}`, change);
    if (typeof change.status === 'string') history.status = change.status;
    history.inSystemLines.push(by);
  };
  const assign = async (history: History, by: string, to: string): Promise<void> => {
    await edit(history, by, { assigneeIds: [world.sandbox.person(to).id] });
    history.inSystemLines.push(to);
    history.assignee = to;
  };
  return { world, db, orgId, histories, random, wait, create, say, edit, assign };
}
