import type { Context } from '../../args/context.js';
import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { oneAtATime } from '../../lists/entity-lock.js';
import { readBack } from '../../lists/read-back.js';
import { type Assignment, describeValues, isStored, readAssignments, toPatch } from './assignment.js';
import { readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: [
    'Keys are dotted. true, false, null, numbers and JSON keep their type; anything else, and anything in quotes, is a string.',
    'Other preferences stay unchanged. The server defines the keys and values. Prints the new values; --json prints all',
    'preferences. Everyone may change their own.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: freeText('assignment'), isRepeatable: true, help: 'KEY=VALUE, such as theme=light' }],
  flags: {},
  examples: [
    { line: 'tracker prefs set theme=light weekStartsOn=0', does: 'set two preferences' },
    { line: 'tracker prefs set notifications.taskCommented.email=instant', does: 'set one value of a group' },
    { line: 'tracker prefs set \'digest={"frequency":"daily","hour":8}\'', does: 'set a group as JSON' },
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
    await requireStored(context, assignments, preferences);
    await context.show.result(
      describeValues(assignments, preferences),
      preferences,
      textOf(words[0]?.split('=')[0]) ?? '',
    );
  },
});

/** Warns about assignments that the server accepted but did not store; throws `failed` if it stored none of them. */
async function requireStored(context: Context, assignments: readonly Assignment[], preferences: Row): Promise<void> {
  const left = assignments.filter((each) => !isStored(each, preferences)).map(({ path }) => path.join('.'));
  if (left.length === 0) return;
  const hint = 'tracker prefs list';
  if (left.length === assignments.length)
    throw new TrackerError('failed', `the server accepted the change but did not keep ${left.join(', ')}`, { hint });
  await context.show.warn(`the server did not keep ${left.join(', ')}`, hint);
}

/** The preferences from the reply of a PATCH, whose content is unspecified; if they are not in it, they are read. */
async function resolved(client: Client, reply: Row): Promise<Row> {
  return isRow(reply.preferences) ? reply.preferences : await readPreferences(client);
}
