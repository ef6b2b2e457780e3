import { type Home, makeHome } from '../computer/home.js';
import { type Outcome, start } from '../computer/program.js';
import { runHere as tracker } from '../run-here.js';

/** A sandbox running in the background of a home that is signed in to it. */
export interface RunningSandbox {
  readonly url: string;
  readonly port: number;
  /** The person the home is signed in as. */
  readonly email: string;
  /** The password of all accounts; empty if the data already existed. */
  readonly password: string;
  /** The output of `sandbox start`. */
  readonly said: string;
}

/** Runs `sandbox start` with these flags. Throws an Error if it fails. */
export async function startSandbox(home: Home, flags: readonly string[] = []): Promise<RunningSandbox> {
  return read(await tracker(home, ['sandbox', 'start', ...flags]));
}

/** A home that is signed in to a sandbox of its own, which these flags start. */
export async function startSandboxHome(flags: readonly string[] = ['--memory']): Promise<Home> {
  const home = makeHome();
  await startSandbox(home, flags);
  return home;
}

/** Stops the sandbox, if it is running. */
export async function stopSandbox(home: Home, flags: readonly string[] = []): Promise<void> {
  const { code, stderr } = await tracker(home, ['sandbox', 'stop', ...flags]);
  if (code !== 0) throw new Error(`sandbox stop ended with ${code}: ${stderr}`);
}

/** Stops the sandbox of a home and removes the home in any case. Throws an Error if something was left running. */
export async function stopAndClose(home: Home): Promise<void> {
  try {
    await stopSandbox(home);
  } finally {
    await home.close();
  }
}

/** A sandbox in the foreground of its own process, which `end` stops. */
export async function startInForeground(home: Home, flags: readonly string[] = []) {
  const running = start(home, ['tracker', 'sandbox', 'start', '--foreground', ...flags]);
  await running.waitFor(/Ctrl-C to stop it/);
  const sandbox = read({ code: 0, stdout: '', stderr: running.stderr() });
  return { ...running, ...sandbox };
}

/** A new session of a person, started as programs without a browser do. */
export async function newToken({ url, email, password }: RunningSandbox): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const token = reply.headers.get('set-auth-token');
  if (!token) throw new Error(`no token came: ${reply.status}`);
  return token;
}

function read({ code, stderr }: Outcome): RunningSandbox {
  const url = /^The sandbox is running at (http:\S+)$/m.exec(stderr)?.[1];
  if (code !== 0 || !url) throw new Error(`sandbox start ended with ${code}: ${stderr}`);
  const [, email = '', password = ''] =
    /^Web sign-in, shown only once: (\S+) with the password (\S+) /m.exec(stderr) ?? [];
  return { url, port: Number(new URL(url).port), email, password, said: stderr };
}
