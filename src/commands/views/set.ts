import type { Context } from '../../args/context.js';
import { text } from '../../args/flag.js';
import { freeText, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { attempt, usageError } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { requireShallow } from '../../contract/text/json-text.js';
import { readGivenText } from '../../files/read-input.js';

export const verb = defineVerb({
  details: [
    'The patch is merged into what is saved for the page: other keys stay unchanged, but savedViews is replaced entirely. The',
    'server defines the pages. Everyone may change their own views.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: { ...ref('views'), name: 'key' }, help: 'a page, such as tasks' }],
  flags: { patch: text('--patch', 'a JSON object, @FILE, or - for standard input', freeText('json')) },
  examples: [
    { line: `tracker views set week --patch '{"showWeekend":true}'`, does: 'change one setting' },
    { line: 'tracker views set tasks --patch @tasks.json', does: 'restore a saved page' },
  ],
  writes: ['POST /me/views'],
  queued: async ({ patch, ...flags }, context) => ({ ...flags, patch: patch && (await patchText(context, patch)) }),
  run: async (context, [key = ''], { patch: given }) => {
    if (given === undefined) throw usageError('nothing to change; use --patch');
    if (key.trim() === '') throw usageError('the name of the page cannot be empty');
    const patch = readPatch(await patchText(context, given));
    const client = await context.client();
    const reply = await client.write('POST /me/views', { body: { key, patch } });
    if (!reply) return undefined;
    const { ref: _ref, ...rest } = reply;
    const sentence = `Changed what is saved for ${key}: ${Object.keys(patch).join(', ')}.`;
    return { is: 'result', sentence, object: { ref: key, ...rest }, quiet: key };
  },
});

async function patchText(context: Context, given: string): Promise<string> {
  if (given !== '-' && !given.startsWith('@')) return given;
  const file = given === '-' ? given : given.slice(1);
  return await readGivenText(context, file, (why) =>
    usageError(`--patch: cannot read ${JSON.stringify(file)}: ${why}`),
  );
}

function readPatch(json: string): Row {
  const patch: unknown = attempt(() => JSON.parse(json.replace(/^\ufeff/, '')));
  if (patch === undefined) throw usageError('--patch is not JSON', `use JSON such as --patch '{"showWeekend":true}'`);
  requireShallow(patch, '--patch');
  if (!isRow(patch)) throw usageError('--patch is not a JSON object');
  if (Object.keys(patch).length === 0) throw usageError('nothing to change; --patch is empty');
  return patch;
}
