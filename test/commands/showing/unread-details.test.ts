import { describe, expect, test } from 'vitest';
import { isRow } from '../../../src/contract/row.js';
import type { Send } from '../../../src/http/message.js';
import { openWorld, owner, remarked } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { changingJson, meddling } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);

/** The service with lists without tags, where the page of a proxy comes instead of the detail of one entity. */
const without = (uuid: string): Send => {
  const send = changingJson(world.send, (body) => {
    const rows = isRow(body) && Array.isArray(body.tasks) ? body.tasks : [];
    return rows.length === 0 || !isRow(body)
      ? body
      : { ...body, tasks: rows.map(({ tags: _tags, labels: _labels, ...row }) => row) };
  });
  return meddling(send, ({ url }) => (url.pathname.endsWith(`/${uuid}`) ? answer(200, '<html>') : undefined));
};

const uuidOf = async (ref: string): Promise<string> => {
  const { stdout } = await world.run(`tasks view ${ref} --fields uuid`);
  return stdout.trim().split('\t')[1] ?? '';
};

describe('what rows lack is read from details, of which one cannot be read', () => {
  const warning = (ref: string): string =>
    `warning: could not read the details of ${ref}, and the list does not include tags\n`;

  // SCM-36 is the first row.
  test.each(['SCM-36', 'SCM-6'])('%s', async (ref) => {
    const send = without(await uuidOf(ref));
    const usual = await world.run('tasks list --fields ref,tags');
    const ran = await world.run('tasks list --fields ref,tags', { send });
    const expected = usual.stdout.replace(new RegExp(`^(${ref}\t).*$`, 'm'), '$1');
    expect(ran).toEqual(remarked(expected, warning(ref)));
  });

  test('so that a filter cannot tell', async () => {
    const send = without(await uuidOf('SCM-6'));
    expect(await world.run('tasks list --tag tablet --fields ref,tags', { send })).toEqual(
      remarked(expect.not.stringContaining('SCM-6\t'), expect.stringContaining('could not read the details of SCM-6')),
    );
  });
});

test('a ticket that cannot be read is left out of those who wait, however many are remembered', async () => {
  const machine = await world.machine(owner);
  const { stdout } = await world.run('tickets view CASA-10 --fields uuid');
  const send = without(stdout.trim().split('\t')[1] ?? '');
  const first = await machine.run('tickets list --waiting -q', { send });
  expect(first).toEqual(remarked(expect.any(String), 'warning: 1 ticket was not read and is left out\n'));
  expect(await machine.run('tickets list --waiting -q', { send })).toEqual(first);
});
