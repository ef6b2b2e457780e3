import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/set-up.js';
import { type Answered, type BareService, openBareService, password } from '../bare-service.js';

const service = eachTest(openBareService);
const ask: BareService['ask'] = (line, options) => service.ask(line, options);

const state = 'abcDEF_-0123456789';
const cli = `client=cli&port=49152&state=${state}`;

/** Opens the page, fills in the form and sends it as a browser would. */
async function submit(
  service: BareService,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const page = await service.ask(`GET /login?${cli}`, { token: null });
  const csrf = csrfOf(page);
  return post(
    service,
    { csrf, email: 'ann@example.com', password, ...fields },
    { cookie: `tracker_csrf=${csrf}`, ...headers },
  );
}

function post(
  service: BareService,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>>,
) {
  return service.ask('POST /login', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

function csrfOf(page: Answered): string {
  return /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
}

const forCli = { client: 'cli', port: '49152', state };

describe('the login page', () => {
  it('says which program is signed in, and where the token goes', async () => {
    const page = await ask(`GET /login?${cli}`, { token: null });
    expect(page.status).toBe(200);
    expect(page.text).toContain('tracker on this computer will be signed in');
    expect(page.text).toContain('127.0.0.1:49152');
    expect(page.text).toContain('<html lang="en">');
    for (const [label, name] of [
      ['Email', 'email'],
      ['Password', 'password'],
    ]) {
      expect(page.text).toContain(`<label for="${name}">${label}</label>`);
    }
    expect(page.text).toContain('autocomplete="username"');
    expect(page.text).toContain('autocomplete="current-password"');
  });

  it('names the commands for a lost password, and for who can sign in', async () => {
    const { text } = await ask('GET /login', { token: null });
    for (const command of ['password', 'users']) expect(text).toContain(`<code>tracker sandbox ${command}</code>`);
  });

  it('loads, scripts and frames nothing', async () => {
    const { headers, text } = await ask(`GET /login?${cli}`, { token: null });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self' http:\/\/127\.0\.0\.1:49152; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(text).not.toMatch(/<script|<link|<img|src=|url\(|@import|\son\w+=|\sstyle=/i);
  });

  it('gives a CSRF value as a cookie that scripts and other sites cannot use', async () => {
    const page = await ask('GET /login', { token: null });
    expect(page.headers['set-cookie']).toBe(`tracker_csrf=${csrfOf(page)}; Path=/login; HttpOnly; SameSite=Strict`);
    const again = await ask('GET /login', { token: null, headers: { cookie: `a=b; tracker_csrf=${csrfOf(page)}` } });
    expect(csrfOf(again)).toBe(csrfOf(page));
  });

  it('replaces a CSRF cookie that it did not make', async () => {
    const page = await ask('GET /login', { token: null, headers: { cookie: 'tracker_csrf="><script>' } });
    expect(page.text).not.toContain('<script');
    expect(csrfOf(page)).toMatch(/^[\w-]{43}$/);
  });

  const ports = [
    '0',
    '80',
    '1023',
    '65536',
    '99999',
    '080',
    '01234',
    '+4000',
    '4e3',
    '0x1000',
    ' 4000',
    '٤٠٠٠',
    '80@evil.com',
    '1.evil.com',
    '4000@evil.com',
    '4000/',
    '1%0d%0aX:y',
    '4000%0d%0aX:y',
    '',
  ];
  it.each([
    ...ports.map((port) => `client=cli&port=${port}&state=${state}`),
    `client=cli&state=${state}`,
    `client=cli&port=4000&port=4000&state=${state}`,
    `client=cli&port=4000&state=${state}&state=${state}`,
    `client=cli&client=cli&port=4000&state=${state}`,
    'client=cli&port=4000',
    'client=cli&port=4000&state=',
    'client=cli&port=4000&state=short',
    `client=cli&port=4000&state=${'x'.repeat(129)}`,
    `client=cli&port=4000&state=${'x'.repeat(10_000)}`,
    'client=cli&port=4000&state=abcdefghijklmnop%0a',
    'client=cli&port=4000&state=abcdefghijklmnop%1b',
    'client=cli&port=4000&state=%3Cscript%3Ealert(1)%3C/script%3E',
  ])('refuses ?%.60s in the address and in the form', async (query) => {
    const service = await openBareService();
    const page = await service.ask(`GET /login?${query}`, { token: null });
    expect(page.status).toBe(400);
    expect(page.text).toContain('cannot continue');
    expect(page.text).not.toContain('alert(1)');
    const csrf = csrfOf(await service.ask('GET /login', { token: null }));
    const signIn = `${query}&csrf=${csrf}&email=ann@example.com&password=${password}`;
    const reply = await service.ask('POST /login', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `tracker_csrf=${csrf}` },
      body: signIn,
    });
    expect(reply.status).toBe(400);
    expect(reply.headers.location).toBeUndefined();
  });

  it.each(['1024', '65535'])('takes port %s', async (port) => {
    expect((await ask(`GET /login?client=cli&port=${port}&state=${state}`, { token: null })).status).toBe(200);
  });

  it('is shown to a browser that is signed in, too', async () => {
    const { ask, token } = await openBareService();
    const headers = { cookie: `tracker_session=${encodeURIComponent(token)}` };
    const page = await ask(`GET /login?${cli}`, { token: null, headers });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('type="password"') });
  });
});

describe('signing in', () => {
  it('sends the token and the state to 127.0.0.1, encoded', async () => {
    const service = await openBareService();
    const reply = await submit(service, forCli);
    expect(reply.status).toBe(303);
    const location = reply.headers.location ?? '';
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?token=[\w.%-]+&state=abcDEF_-0123456789$/);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const token = new URL(location).searchParams.get('token') ?? '';
    expect((await service.ask('GET /api/v1/tasks', { token })).status).toBe(200);
  });

  it('sends the native app its token', async () => {
    const service = await openBareService();
    expect(
      (await service.ask('GET /login?client=native', { token: null })).headers['content-security-policy'],
    ).toContain("form-action 'self' tracker:;");
    const reply = await submit(service, { client: 'native' });
    expect(reply.headers.location).toMatch(/^tracker:\/\/auth\?token=[\w.%-]+$/);
  });

  it('otherwise signs the browser in, with a cookie that the API does not take', async () => {
    const service = await openBareService();
    const reply = await submit(service, {});
    expect(reply).toMatchObject({ status: 303, headers: { location: '/' } });
    const cookie = reply.headers['set-cookie'] ?? '';
    expect(cookie).toMatch(/^tracker_session=[\w.%-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const home = await service.ask('GET /', { token: null, headers });
    expect(home).toMatchObject({ status: 200, text: expect.stringContaining('You are signed in') });
    expect((await service.ask('GET /api/v1/tasks', { token: null, headers })).status).toBe(401);
  });

  it('the front page sends everybody else to the login page', async () => {
    for (const cookie of ['', 'tracker_session=dead', 'tracker_session=%zz']) {
      expect(await ask('GET /', { token: null, headers: { cookie } })).toMatchObject({
        status: 303,
        headers: { location: '/login' },
      });
    }
  });

  it('shows the page again after a wrong password, with the email and the reason', async () => {
    const service = await openBareService();
    const email = '"><script>alert(1)</script>@example.com';
    const page = await submit(service, { ...forCli, email, password: 'nope' });
    expect(page.status).toBe(400);
    expect(page.headers.location).toBeUndefined();
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.com"');
    expect(page.text).toContain('role="alert"');
    expect(page.text).toContain('aria-describedby="error"');
    expect(page.text).not.toContain('nope');
    expect(page.text).toContain('name="port" value="49152"');
    expect(page.text).toContain(`name="state" value="${state}"`);
  });

  it('closes after fifty wrong passwords, and says for how long', async () => {
    const service = await openBareService();
    let page = await submit(service, { ...forCli, password: 'nope' });
    for (let tries = 1; tries < 50; tries++) page = await submit(service, { ...forCli, password: 'nope' });
    expect(page).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    expect(page.text).toContain('Try again in 15 minutes.');
    expect((await submit(service, forCli)).status).toBe(429);
  });

  it('counts a form without an email once', async () => {
    const service = await openBareService();
    const statuses = [];
    for (let tries = 1; tries <= 50; tries++)
      statuses.push((await submit(service, { ...forCli, email: '', password: 'nope' })).status);
    expect(statuses).toEqual([...Array(49).fill(400), 429]);
    expect((await submit(service, forCli)).status).toBe(303);
  });
});

describe('a form that did not come from our page', () => {
  it('has no CSRF value, a wrong one, or one without its cookie: 403 and no token', async () => {
    const service = await openBareService();
    const csrf = csrfOf(await service.ask('GET /login', { token: null }));
    const fields = { ...forCli, email: 'ann@example.com', password };
    const cookie = `tracker_csrf=${csrf}`;
    for (const reply of [
      await post(service, fields, { cookie }),
      await post(service, { ...fields, csrf: '' }, { cookie: 'tracker_csrf=' }),
      await post(service, { ...fields, csrf: 'é'.repeat(43) }, { cookie }),
      await post(
        service,
        { ...fields, csrf: csrf.replace(/^./, '_') },
        { cookie: cookie.replace(/_csrf=./, '_csrf=-') },
      ),
      await post(service, { ...fields, csrf }, {}),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.headers.location).toBeUndefined();
    }
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://127.0.0.1:4001' }, 403],
    [{ origin: 'https://127.0.0.1:4000' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' }, 303],
    [{}, 303],
  ])('with %j is %i', async (headers, status) => {
    const service = await openBareService();
    const reply = await submit(service, forCli, headers as Record<string, string>);
    expect(reply.status).toBe(status);
  });

  it('is checked against the configured origin, if there is one', async () => {
    const service = await openBareService({ origin: 'https://sandbox.example' });
    expect((await submit(service, forCli, { origin: 'https://sandbox.example' })).status).toBe(303);
    expect((await submit(service, forCli, { origin: 'http://127.0.0.1:4000' })).status).toBe(403);
  });

  it('has another type, or is huge', async () => {
    const service = await openBareService();
    expect((await submit(service, forCli, { 'content-type': 'text/plain' })).status).toBe(415);
    const huge = await submit(service, { ...forCli, email: 'x'.repeat(70_000) });
    expect([huge.status, huge.text]).toEqual([413, expect.stringContaining('larger than 64 KiB')]);
  });
});
