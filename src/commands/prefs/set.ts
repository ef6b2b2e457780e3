import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { oneAtATime } from '../../lists/entity-lock.js';
import { readBack } from '../../lists/read-back.js';
import { type Assignment, isKept, readAssignments, tellValues, toPatch } from './assignment.js';
import { readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: [
    'Keys are dotted. true, false, null, numbers and JSON are what they look like, anything else is a text; quotes make a',
    'text of everything. What is not named stays as it is; which keys and values there are is for the server to say.',
    'Afterwards the resolved values are told; --json prints all preferences. Everybody may change their own.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: freeText('assignment'), isRepeatable: true, help: 'KEY=VALUE, such as theme=light' }],
  flags: {},
  examples: [
    { line: 'tracker prefs set theme=light weekStartsOn=0', does: 'several at once' },
    { line: 'tracker prefs set notifications.taskCommented.email=instant', does: 'one value of many' },
    { line: 'tracker prefs set \'digest={"frequency":"daily","hour":8}\'', does: 'as JSON' },
  ],
  writes: true,
  run: async (context, words) => {
    const assignments = readAssignments(words);
    const client = await context.client();
    const reply = await oneAtATime(context, { client, uuid: 'preferences' }, async () => {
      const isNested = assignments.some(({ path }) => path.length > 1);
      const patch = toPatch(assignments, isNested ? await readPreferences(client) : {});
      return await client.write('PATCH /me/preferences', { body: patch });
    });
    if (!reply) return;
    const preferences = await readBack(
      context,
      `${assignments.map(({ path }) => path.join('.')).join(', ')} was set`,
      async () => await resolved(client, reply),
    );
    if (!preferences) return;
    await requireKept(context, assignments, preferences);
    await context.show.result(tellValues(assignments, preferences), preferences, textOf(words[0]?.split('=')[0]) ?? '');
  },
});

/** Warns of what the server took and did not keep; throws `failed` where it kept nothing of it. */
async function requireKept(context: Context, assignments: readonly Assignment[], preferences: Row): Promise<void> {
  const left = assignments.filter((each) => !isKept(each, preferences)).map(({ path }) => path.join('.'));
  if (left.length === 0) return;
  const hint = 'tracker prefs list shows what there is';
  if (left.length === assignments.length)
    throw new TrackerError('failed', `the server took the change and did not keep ${left.join(', ')}`, { hint });
  await context.show.warn(`the server did not keep ${left.join(', ')}`, hint);
}

/** What a PATCH answers is open: where it does not tell the preferences, they are read. */
async function resolved(client: Client, reply: Row): Promise<Row> {
  return isRow(reply.preferences) ? reply.preferences : await readPreferences(client);
}
