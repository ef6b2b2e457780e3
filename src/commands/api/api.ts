import type { Context } from '../../args/context.js';
import { longName, text, texts, toggle, value } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { serverOf } from '../../auth/servers.js';
import type { Client } from '../../client/client.js';
import { sayChosenByFile } from '../../compose/by-file.js';
import { usageError } from '../../contract/errors.js';
import { requireOneReader } from '../../files/read-input.js';
import { streaming } from '../showing/response-body.js';
import { sayLost } from '../showing/say-lost.js';
import { entityIn, isProbe, lastingPath, readAddress, replaceReferences } from './address.js';
import { printAnswer } from './answer.js';
import { paginate } from './paginate.js';
import { type ApiRequest, isReading, makeRequest, shownRequest } from './request.js';

export const verb = defineVerb({
  details: [
    'The body of the response is printed unchanged, whatever its status. An error response also sets the exit code, and is',
    'cut off after 10 MB or 10 seconds. On a terminal, control characters are made visible and JSON is indented.',
    '',
    'A path such as /tasks is relative to /api/v1 of the server, and {base}/path to its URL; a full URL must be under that URL',
    'too. A reference in braces stands for its uuid, as in /tickets/{BERG-9}. Your token is sent with the request, except to',
    '/instance, and stored again if the server rotates it.',
    '',
    'Fields make a JSON body and change the method to POST; with -X GET or --input they become query parameters. A key a[b]',
    'nests, and a[] makes a list. --paginate reads all pages and prints one array, or with --jsonl one row per line. --jq',
    'prints nothing for an error response.',
    '',
    'The server decides what you may do. --dry-run shows a request that would change something without sending it.',
  ].join('\n'),
  prints: 'text',
  asksServer: true,
  arguments: [
    {
      value: freeText('path'),
      help: 'such as /tasks?scope=all, /tickets/{BERG-9} or {base}/api/auth/get-session, or a full URL',
    },
  ],
  flags: {
    method: value('-X, --method', 'the method (default: GET, or POST with a body)', {
      value: freeText('method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      parse: parseMethod,
    }),
    rawField: texts('-f, --raw-field', 'add a string field; repeatable', freeText('key=text')),
    field: texts(
      '-F, --field',
      'add a typed field: true, false, null, a whole number, @file or @- (standard input); repeatable',
      freeText('key=value'),
    ),
    header: texts('-H, --header', 'add a header; repeatable', freeText("'name: value'")),
    input: text('--input', 'send this file as the body; - reads standard input (up to 1 GB)', kind('file')),
    include: toggle('-i, --include', 'also print the status line and headers'),
    paginate: toggle('--paginate', 'read all pages of /inbox or /projects/ID/activity'),
  },
  examples: [
    { line: 'tracker api /me | jq .user', does: 'read your user' },
    { line: "tracker api '/tickets/{BERG-9}' --jq '.messages[].body'", does: 'name a ticket by its reference' },
    { line: "tracker api '/tasks?scope=all' --jq '.tasks[].title'", does: 'print titles only' },
    { line: 'tracker api /me/profile -X PATCH -f "name=Mara Lindqvist"', does: 'change your name' },
    { line: 'tracker api /search -X GET -f q=roster -f types=task', does: 'send fields as query parameters' },
    { line: 'tracker api /inbox --paginate --jsonl | wc -l', does: 'count all notifications' },
    { line: "tracker api '{base}/api/auth/get-session' -i", does: 'call an endpoint outside /api/v1' },
  ],
  writes: ['unknown'],
  onlyReads: (flags) => isReading(methodOf(flags)),
  // A file that a field names would be read when it is sent.
  queued: (flags) => (isReading(methodOf(flags)) || flags.field.some((each) => /=@/.test(each)) ? undefined : flags),
  lasting: async (context, [typed = '']) => [await lastingPath(context, typed)],
  run: async (context, [typed = ''], given) => {
    const flags = { ...given, method: methodOf(given) };
    checkFlags(context, flags);
    const path = await replaceReferences(context, typed);
    const { servers, settings } = context;
    const client = isProbe(path)
      ? await servers.unsigned(serverOf((await servers.chosen()).entry, settings))
      : await context.client();
    const asked = { ...flags, path, url: readAddress(context, path, client.base) };
    if (!isReading(flags.method)) await sayChosenByFile(context, client, { given: {}, values: {} });
    await (given.paginate ? paginate : sendOne)(context, client, asked);
    return undefined;
  },
});

/** Sends one request, and prints its answer as it comes. */
async function sendOne(context: Context, client: Client, asked: ApiRequest): Promise<void> {
  const { request, input } = await makeRequest(context, client, asked);
  try {
    if (context.settings.dryRun) return await context.show.requests([await shownRequest(request, input)]);
    // The client without a token already retries.
    const send = isProbe(asked.path) ? client.raw : streaming(context, client);
    const about = isReading(asked.method) ? undefined : entityIn(asked.url, client);
    const answer = async (): Promise<void> =>
      await printAnswer(context, client, { request, reply: await send(request), include: asked.include });
    if (!about) return await answer();
    await context.onNamed?.(about);
    const recorder = await client.recorder();
    await recorder.holding({ onLost: async (kept) => await sayLost(context, kept, [about.ref]) }, answer);
  } finally {
    await input?.remove?.();
  }
}

function methodOf(given: Pick<ApiRequest, 'rawField' | 'field' | 'input'> & { readonly method?: string | undefined }) {
  const hasBody = given.rawField.length > 0 || given.field.length > 0 || given.input !== undefined;
  return given.method ?? (hasBody ? 'POST' : 'GET');
}

function parseMethod(given: string, flag: string): string {
  const method = given.toUpperCase();
  if (/^[A-Z]{1,20}$/.test(method) && method !== 'CONNECT' && method !== 'TRACE') return method;
  throw usageError(`${longName(flag)} takes a method such as PATCH, not ${JSON.stringify(given.slice(0, 40))}`);
}

/** Throws usage errors for flags that do not go together. The body is printed unchanged, so most formats do not apply. */
function checkFlags({ show, settings }: Context, flags: Omit<ApiRequest, 'path' | 'url'>): void {
  const { method, paginate, include, input, field } = flags;
  if (settings.dryRun && isReading(method))
    throw usageError(`--dry-run cannot be used with ${method}, which changes nothing`, 'leave out --dry-run');
  const { format, fields, jq } = show.choice;
  if (jq !== undefined && include) throw usageError('--jq and --include cannot be used together');
  const isOurs = jq !== undefined || (paginate && format === 'jsonl');
  const isAllowed = settings.dryRun || (isOurs && fields.length === 0);
  if (show.isAsked && !isAllowed)
    throw usageError(
      'the body is printed unchanged; output formats do not apply',
      'use --jq to filter it, or --jsonl with --paginate',
    );
  if (paginate && method !== 'GET') throw usageError('--paginate can only be used with GET', 'add -X GET');
  if (paginate && include) throw usageError('--paginate and --include cannot be used together');
  if (paginate && input !== undefined) throw usageError('--paginate and --input cannot be used together');
  requireOneReader([
    ['--input -', input],
    ['@-', field.some((each) => each.endsWith('=@-')) && '-'],
  ]);
}
