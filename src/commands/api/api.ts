import { longName, text, toggle, value } from '../../args/flag.js';
import { texts } from '../../args/more-flags.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { crowdedWarning } from '../../client/inbox/cursor.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import type { HttpRequest } from '../../http/message.js';
import { parseServerUrl, requireSafeTransport } from '../../http/server-url.js';
import { streaming } from '../streaming.js';
import { apiPath, isProbe, readAddress } from './address.js';
import { printAnswer } from './answer.js';
import { firstPage, pagingOf, printPages, readPages } from './paginate.js';
import { type Asked, isReading, makeRequest, shownRequest } from './request.js';

export const verb = defineVerb({
  details: [
    'The body of the answer is printed as it came, whatever its status; one that is no success is an error too, with its exit code, and is left after 10 MB or 10 seconds. At a terminal controls are made visible, and JSON is indented.',
    'A path such as /tasks is below /api/v1 of the server; {base}/… is below its address; a whole address has to lie there too. Your token goes along, but not to /instance, and is kept when the server changes it.',
    'Fields make a JSON body, and the method POST; with -X GET, or beside --input, they become query parameters. A key a[b] nests, a[] makes a list. --paginate reads on and prints one array; --jsonl prints its rows one a line. --jq prints what it makes of the body, and of an error answer nothing.',
    'What you may do is for the server to say; --dry-run shows what would change something.',
  ].join('\n\n'),
  prints: 'text',
  arguments: [
    { value: freeText('path'), help: 'such as /tasks?scope=all, {base}/api/auth/get-session, or a whole address' },
  ],
  flags: {
    method: value('-X, --method', 'GET, POST, … (default: GET; POST with a body)', {
      value: freeText('method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      parse: parseMethod,
    }),
    rawField: texts('-f, --raw-field', 'add a text to the body; repeatable', freeText('key=text')),
    field: texts(
      '-F, --field',
      'the same with true, false, null, whole numbers, @file or @- for its text',
      freeText('key=value'),
    ),
    header: texts('-H, --header', 'send this header; repeatable', freeText("'name: value'")),
    input: text('--input', 'send this file as the body; - is standard input, up to 1 GB', kind('file')),
    include: toggle('-i, --include', 'print status line and headers first'),
    paginate: toggle('--paginate', 'read all pages of /inbox or /projects/ID/activity'),
  },
  examples: [
    { line: 'tracker api /me | jq .user', does: 'read something' },
    { line: "tracker api '/tasks?scope=all' --jq '.tasks[].title'", does: 'make something of it' },
    { line: 'tracker api /me/profile -X PATCH -f "name=Mara Lindqvist"', does: 'change something' },
    { line: 'tracker api /search -X GET -f q=roster -f types=task', does: 'fields as parameters' },
    { line: 'tracker api /inbox --paginate --jsonl | wc -l', does: 'every page' },
    { line: "tracker api '{base}/api/auth/get-session' -i", does: 'outside /api/v1' },
  ],
  writes: true,
  run: async (context, [path = ''], given) => {
    const method = given.method ?? (hasBody(given) ? 'POST' : 'GET');
    const asked: Asked = { ...given, method };
    checkFlags(context, asked);
    const client = isProbe(path) ? await unsigned(context) : await context.client();
    const url = readAddress(path, client.base);
    if (given.paginate) return await paginate(context, client, { asked, url });
    const { request, input } = await makeRequest(context, { url, asked, base: client.base });
    try {
      if (context.settings.dryRun) return await context.show.requests([await shownRequest(request, input)]);
      // The client without a token has its retries built in.
      const send = isProbe(path) ? client.raw : streaming(context, client);
      const reply = await send(request);
      await printAnswer(context, client, { request, reply, include: given.include });
    } finally {
      await input?.remove();
    }
  },
});

interface WithBody {
  readonly rawField: readonly string[];
  readonly field: readonly string[];
  readonly input: string | undefined;
}

function hasBody({ rawField, field, input }: WithBody): boolean {
  return rawField.length > 0 || field.length > 0 || input !== undefined;
}

function parseMethod(given: string, flag: string): string {
  const method = given.toUpperCase();
  if (/^[A-Z]{1,20}$/.test(method) && method !== 'CONNECT' && method !== 'TRACE') return method;
  throw usageError(`${longName(flag)} takes a method such as PATCH, not ${JSON.stringify(given.slice(0, 40))}`);
}

/** The body is printed as it is, so that formats have no meaning but where it is ours. */
function checkFlags({ show, settings }: Context, { method, paginate, include, input, field }: Asked): void {
  if (settings.dryRun && isReading(method))
    throw usageError(`${method} changes nothing, so that --dry-run has no meaning`, 'leave out --dry-run');
  const { format, fields, jq } = show.choice;
  if (jq !== undefined && include) throw usageError('--jq and --include cannot be used together');
  const isOurs = jq !== undefined || (paginate && format === 'jsonl');
  const hasMeaning = settings.dryRun || (isOurs && fields.length === 0);
  if (show.isAsked && !hasMeaning)
    throw usageError(
      'the body is printed as it comes; a format has no meaning here',
      '--jq makes something of it; --jsonl goes with --paginate',
    );
  if (paginate && method !== 'GET') throw usageError('--paginate reads: it goes with GET only', 'add -X GET');
  if (paginate && include) throw usageError('--paginate and --include cannot be used together');
  if (paginate && input !== undefined) throw usageError('--paginate and --input cannot be used together');
  if (input === '-' && field.some((each) => each.endsWith('=@-')))
    throw usageError('--input - and @- cannot both read standard input');
}

/** A client without a token for the server that is meant. */
async function unsigned({ servers, settings }: Context): Promise<Client> {
  const { entry } = await servers.chosen();
  const server = parseServerUrl(entry.url);
  requireSafeTransport(server, settings.insecureHttp || entry.insecureHttp === true);
  return servers.unsigned(server);
}

async function paginate(
  context: Context,
  client: Client,
  { asked, url }: { readonly asked: Asked; readonly url: URL },
): Promise<void> {
  const path = apiPath(url, client.base);
  const crowded: string[] = [];
  const next = pagingOf(path, (time) => void crowded.push(time));
  const made = await makeRequest(context, { url, asked, base: client.base });
  const request: HttpRequest = { ...made.request, url: firstPage(made.request.url, path) };
  const pages = readPages({ client, send: streaming(context, client), request, next });
  await printPages(context, pages, context.show.choice.format === 'jsonl');
  for (const time of crowded) await context.show.warn(crowdedWarning(time));
}
