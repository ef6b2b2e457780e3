import { readText } from '../http/body.js';
import { emptyReply, type SandboxReply, type SandboxRequest } from '../http/exchange.js';
import { signInWithPassword } from '../identity/passwords.js';
import { findSession } from '../identity/sessions.js';
import { isSameOrigin, type Service } from '../service.js';
import { Refusal } from '../world.js';
import {
  isCsrfRight,
  type LoginClient,
  readLoginClient,
  readOrMakeCsrf,
  readSessionCookie,
  setSession,
  targetOf,
} from './browser.js';
import { quietHeaders } from './html.js';
import { replyWithForm, replyWithProblem, replyWithWelcome } from './page.js';

const formLimit = 64 * 1024;

/** `GET /`: shows who is signed in, or leads to the login page. */
export function showHome(service: Service, request: SandboxRequest): SandboxReply {
  const token = readSessionCookie(request);
  const session = token === undefined ? undefined : findSession(service.world, token);
  return session ? replyWithWelcome(session.user.name, session.user.email) : redirect('/login');
}

/** `GET /login`. A signed-in browser gets the form too, so that every token takes a deliberate step. */
export function showLogin(_service: Service, request: SandboxRequest, query: URLSearchParams): SandboxReply {
  try {
    return replyWithForm({ client: readLoginClient(query), csrf: readOrMakeCsrf(request), email: '' });
  } catch (error) {
    return replyWithProblem(error);
  }
}

/** `POST /login`: checks everything again, then sends the token to its client (docs/requirements.md, R76 and R77). */
export async function answerLogin(service: Service, request: SandboxRequest): Promise<SandboxReply> {
  try {
    const fields = await readForm(service, request);
    const client = readLoginClient(fields);
    if (!isCsrfRight(request, fields.get('csrf') ?? '')) {
      return replyWithForm({ client, csrf: readOrMakeCsrf(request), email: '', error: staleForm, status: 403 });
    }
    return signIn(service, request, client, fields);
  } catch (error) {
    return replyWithProblem(error);
  }
}

const staleForm = 'This page was open for too long, or cookies are off. Please try again.';

async function readForm(service: Service, request: SandboxRequest): Promise<URLSearchParams> {
  if (!isSameOrigin(service, request)) throw new Refusal(403, 'This form was sent from another site.');
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw new Refusal(415, 'This page accepts only its own form.');
  }
  return new URLSearchParams(await readText(request, formLimit));
}

function signIn(service: Service, request: SandboxRequest, client: LoginClient, fields: URLSearchParams): SandboxReply {
  const email = fields.get('email') ?? '';
  const outcome = signInWithPassword(service.world, service.attempts, email, fields.get('password') ?? '');
  if (outcome.kind === 'done') return sendToken(client, outcome.token);
  const form = { client, csrf: readOrMakeCsrf(request), email };
  if (outcome.kind === 'wrong') {
    return replyWithForm({ ...form, error: 'The email or the password is wrong.', status: 400 });
  }
  return replyWithForm({
    ...form,
    error: `Too many wrong passwords. Try again in ${describeWait(outcome.seconds)}.`,
    status: 429,
    headers: { 'retry-after': String(outcome.seconds) },
  });
}

function sendToken(client: LoginClient, token: string): SandboxReply {
  const target = targetOf(client, token);
  return target === undefined ? redirect('/', { 'set-cookie': setSession(token) }) : redirect(target);
}

function redirect(location: string, headers: Record<string, string> = {}): SandboxReply {
  return emptyReply(303, { location, ...quietHeaders, ...headers });
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
