import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from '../../args/context.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { sandboxInstance, usualSandboxFolder } from '../../auth/running-sandbox.js';
import { openVault } from '../../auth/vault.js';
import { openConfFile } from '../../config/conf-file.js';
import { ExitWith, TrackerError, usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { makeTemporaryFolder } from '../../disk/temporary-name.js';
import { sandboxFlags, toOptions } from './flags.js';
import { placeIn, preparePlace, writeRunning } from './place.js';
import { announce, openForUse } from './serve.js';

const folders = {
  TRACKER_CONFIG_DIR: 'config',
  TRACKER_CACHE_DIR: 'cache',
  TRACKER_STATE_DIR: 'state',
  TRACKER_DATA_DIR: 'data',
};

/** Variables that would send the command to another server. */
const unset = {
  TRACKER_URL: undefined,
  TRACKER_TOKEN: undefined,
  TRACKER_TOKEN_FILE: undefined,
  TRACKER_INSTANCE: undefined,
};

export const verb = defineVerb({
  details: [
    "The sandbox keeps its data in memory, all of tracker's folders are temporary, and `tracker` in the command is this program.",
    'The exit code is that of the command. Nothing is left behind.',
  ].join('\n'),
  prints: 'nothing',
  arguments: [{ value: kind('command'), isRepeatable: true, help: 'the command and its arguments, after --' }],
  flags: sandboxFlags,
  passThrough: true,
  examples: [
    {
      line: "tracker sandbox run -- sh -c 'tracker tickets list --segment all --json | jq length'",
      does: 'test a one-liner',
    },
    { line: 'tracker sandbox run --seed large:1 -- ./report.sh', does: 'test a script on 20,000 tasks' },
    {
      line: 'tracker sandbox run --rotate-every 1 --drop -- ./sync.sh',
      does: 'test a script under adverse conditions',
    },
  ],
  run: async (context, command, flags) => {
    if (context.show.isAsked) throw usageError('output flags apply to the command; put them after --');
    const temporary = makeTemporaryFolder('tracker-sandbox-');
    try {
      const sandbox = await openForUse(context, toOptions(flags, ':memory:'));
      const { listen } = await import('../../sandbox/http/listen.js');
      const { ownerEmail } = await import('../../sandbox/world.js');
      const { listening, running } = await announce(context, sandbox, {
        listen: async (app) => await listen(app, {}),
        memory: true,
        journal: flags.journal,
      });
      try {
        const env = environment(context, temporary);
        const place = placeIn(usualSandboxFolder((name = '') => join(temporary, folders.TRACKER_DATA_DIR, name)));
        preparePlace(place);
        writeRunning(place, { ...running, isForCommand: true });
        const { id: userId, name: userName } = sandbox.person(ownerEmail);
        const { serviceName } = flags;
        const named = serviceName ? { serviceName } : {};
        const entry = { name: sandboxInstance, url: listening.url, userId, userName, ...named };
        await vaultIn(context, temporary).signIn(entry, sandbox.signIn(ownerEmail), { makeDefault: true });
        const code = await context.launch.foreground({ command, env, signal: context.signal });
        if (context.signal.aborted && context.signal.reason instanceof TrackerError) throw context.signal.reason;
        if (code !== 0) throw new ExitWith(code);
      } finally {
        await listening.close();
        sandbox.close();
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  },
});

/** The sign-ins in the temporary config folder. */
function vaultIn({ settings, signal }: Context, temporary: string) {
  const file = { folder: () => join(temporary, 'config'), processes: settings.processes, signal };
  return openVault({
    config: openConfFile({ ...file, name: 'config' }),
    credentials: openConfFile({ ...file, name: 'credentials' }),
    env: settings.env,
  });
}

/** The command's environment: temporary folders, and this program first in PATH. */
function environment(context: Context, temporary: string): Readonly<Record<string, string | undefined>> {
  const { env } = context.settings;
  const bin = join(temporary, 'bin');
  mkdirSync(bin);
  for (const folder of Object.values(folders)) mkdirSync(join(temporary, folder), { recursive: true, mode: 0o700 });
  const { self } = context.launch;
  writeFileSync(join(bin, 'tracker'), `#!/bin/sh\nexec ${self.map(shellWord).join(' ')} "$@"\n`, { mode: 0o755 });
  // What the shells of Windows look for.
  writeFileSync(join(bin, 'tracker.cmd'), `@${self.map((word) => `"${word.replaceAll('%', '%%')}"`).join(' ')} %*\r\n`);
  const paths = Object.entries(folders).map(([variable, folder]) => [variable, join(temporary, folder)]);
  // Windows writes it as Path.
  const path = env.PATH === undefined ? (Object.keys(env).find((name) => /^path$/i.test(name)) ?? 'PATH') : 'PATH';
  const found = { [path]: [bin, env[path]].filter(Boolean).join(delimiter) };
  return { ...env, ...unset, ...Object.fromEntries(paths), ...found };
}
