import { describeError } from '../http/error-reply.js';
import type { SandboxReply } from '../http/exchange.js';
import { formTargets, type LoginClient, setCsrf } from './browser.js';
import { html, type Markup, replyWithPage } from './html.js';

interface LoginForm {
  readonly client: LoginClient;
  readonly csrf: string;
  /** The email typed before; empty at first. */
  readonly email: string;
  /** Why the last attempt failed. */
  readonly error?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** The login form. It needs no script, and says which program will be signed in and where the token goes. */
export function replyWithForm({ client, csrf, email, error, status, headers }: LoginForm): SandboxReply {
  const content = html`<div class="card">
<h1>Sign in to the sandbox</h1>
${aboutClient(client)}
${error === undefined ? undefined : errorBox(error)}
<form method="post" action="/login">
<input type="hidden" name="csrf" value="${csrf}">
${hiddenFields(client)}
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" required${fieldState(error, email === '')}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${fieldState(error, email !== '')}>
</div>
<button type="submit">Sign in</button>
</form>
</div>
<div class="foot">
${client.kind === 'web' ? undefined : html`<p>Not started by you? Just close this page.</p>`}
<p>The password was shown in the terminal when this sandbox was first started.</p>
<p>For a new one: <code>tracker sandbox password</code>. Who can sign in: <code>tracker sandbox users</code>.</p>
</div>`;
  return replyWithPage({
    status: status ?? 200,
    title: error === undefined ? 'Sign in · tracker' : 'Not signed in · tracker',
    content,
    formTargets: formTargets(client),
    headers: { 'set-cookie': setCsrf(csrf), ...headers },
  });
}

/** A page for a request that cannot continue, such as one with a manipulated URL. */
export function replyWithProblem(error: unknown): SandboxReply {
  const { status, message } = describeError(error);
  const content = html`<div class="card">
<h1>This sign-in cannot continue</h1>
${errorBox(message)}
<p class="lead">Nobody was signed in. Start again where you came from, for example with <code>tracker login</code> in your terminal.</p>
</div>`;
  return replyWithPage({ status, title: 'Sign-in refused · tracker', content, formTargets: "'none'" });
}

/** The page of a signed-in browser. */
export function replyWithWelcome(name: string, email: string): SandboxReply {
  const content = html`<div class="card">
<h1>You are signed in</h1>
<p class="lead">Signed in as ${name} (${email}). You can close this page.</p>
</div>`;
  return replyWithPage({ status: 200, title: 'Signed in · tracker', content, formTargets: "'none'" });
}

function aboutClient(client: LoginClient): Markup {
  if (client.kind === 'web') return html``;
  if (client.kind === 'native') {
    return html`<div class="note">${appMark}<p><strong>The tracker app will be signed in</strong>Access is given only to the app on this device.</p></div>`;
  }
  return html`<div class="note">${terminalMark}<p><strong>tracker on this computer will be signed in</strong>Access is given only to <code>127.0.0.1:${client.port}</code>.</p></div>`;
}

function errorBox(message: string): Markup {
  return html`<div class="error" id="error" role="alert">${errorMark}<p>${message}</p></div>`;
}

function hiddenFields(client: LoginClient): Markup {
  if (client.kind === 'web') return html``;
  const kind = html`<input type="hidden" name="client" value="${client.kind}">`;
  if (client.kind === 'native') return kind;
  return html`${kind}
<input type="hidden" name="port" value="${client.port}">
<input type="hidden" name="state" value="${client.state}">`;
}

/** Focuses the field to fill in next; after an error, both fields refer to the error message. */
function fieldState(error: string | undefined, focus: boolean): Markup {
  return html`${error === undefined ? undefined : html` aria-invalid="true" aria-describedby="error"`}${focus ? html` autofocus` : undefined}`;
}

const terminalMark = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><rect x="2" y="3.5" width="16" height="13" rx="2.5"/><path d="M6 8l2.5 2.2L6 12.4M10.5 12.6H14"/></svg>`;

const appMark = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><rect x="5.5" y="2" width="9" height="16" rx="2.2"/><path d="M9 15.2h2"/></svg>`;

const errorMark = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" aria-hidden="true" focusable="false"><circle cx="10" cy="10" r="7.5"/><path d="M10 6.2v4.6M10 13.7v.05"/></svg>`;
