import { request } from 'node:http';

/** One page as received. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The address that a browser connects to for a URL; undefined if it reaches nothing. */
export type Reach = (url: URL) => string | undefined;

/**
 * Signs in on a login page as a browser without scripts would: loads the form, sends back its hidden fields and cookie with
 * email and password, and follows redirects as far as possible. Gives every page on the way.
 */
export async function fillLoginForm(
  address: string,
  { email, password }: Person,
  reach: Reach = (url) => url.hostname,
): Promise<readonly Page[]> {
  const first = await load(address);
  const form = first.headers.location ? await load(String(first.headers.location)) : first;
  const hidden = [...form.body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]));
  fields.set('email', email);
  fields.set('password', password);
  const action = /<form method="post" action="([^"]*)">/.exec(form.body)?.[1] ?? '';
  const cookie = [form.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.replace(/;.*/, ''))
    .join('; ');
  const pages = [form, await load(new URL(action, form.url).href, { body: fields.toString(), cookie })];
  for (let last = pages[1]; last?.headers.location; last = pages.at(-1)) {
    const next = new URL(String(last.headers.location), last.url);
    const machine = reach(next);
    if (machine === undefined) break;
    pages.push(await load(next.href, undefined, machine));
  }
  return pages;
}

/** Loads one address from this machine on a new connection, without following redirects. */
export async function load(
  url: string,
  form?: { readonly body: string; readonly cookie: string },
  host: string = new URL(url).hostname,
): Promise<Page> {
  const headers = {
    host: new URL(url).host,
    ...(form && {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: form.cookie,
      origin: new URL(url).origin,
    }),
  };
  const options = { method: form ? 'POST' : 'GET', headers, agent: false, host };
  return await new Promise((resolve, reject) => {
    const sent = request(url, options, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      reply.on('end', () => resolve({ url, status: reply.statusCode ?? 0, headers: reply.headers, body }));
      reply.on('error', reject);
    });
    sent.on('error', reject).end(form?.body);
  });
}
