import type { Context } from '../../args/context.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../contract/errors.js';
import { parseServerUrl } from '../../contract/server-url.js';
import { doctorList, findingLines } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';
import { checkHelper } from './checks/credential-helper.js';
import { checkCertificates, checkCompletion, checkProxy, type Finding, failed } from './checks/environment.js';
import { checkFiles, checkFolders } from './checks/folders.js';
import { checkInstallation, checkNode } from './checks/installation.js';
import { checkServer } from './checks/server.js';

export const verb = defineVerb({
  details: [
    'Checks Node, how tracker was installed, its folders and files and who may read them, the proxy, certificates, the server,',
    'the clock, the token, the credential helper, the event stream and shell completion. Changes nothing, prints no secrets, and',
    'takes at most 10 s. The exit code is 1 only if something is broken.',
  ].join('\n'),
  prints: { rows: doctorList },
  flags: {},
  copesWithUnsafe: () => true,
  examples: [
    { line: 'tracker doctor', does: 'find out what is wrong, and what to do' },
    { line: 'tracker doctor --json=check,state,remedy', does: 'use it in a script' },
  ],
  run: async (context) => {
    const findings = await checkAll(context);
    const rows = findings.map((finding) => ({ id: finding.check, ...finding, remedy: finding.remedy ?? null }));
    const broken = findings.filter(({ state }) => state === 'error').map(({ check }) => check);
    const failure = broken.length > 0 ? new TrackerError('failed', `failed: ${broken.join(', ')}`) : undefined;
    const { io, show } = context;
    if (io.stdout.isTerminal && !show.isAsked)
      return {
        is: 'object',
        data: { object: {}, fields: [], human: () => rows.flatMap(findingLines), tooWide: 'leave' },
        failure,
      };
    return { ...listRows(context, doctorList, rows, { sort: [] }), failure };
  },
});

async function checkAll(context: Context): Promise<readonly Finding[]> {
  const { settings, launch } = context;
  const local: Finding[] = [
    checkNode(settings.processes.node, launch.self),
    checkInstallation(launch.self, settings.env),
    ...(await checkFolders(context)),
    ...(await checkFiles(context)),
  ];
  if (isUnsafe(context))
    return [...local, await checkProxy(context, undefined), checkCertificates(context), checkCompletion(context)];
  local.push(...(await checkHelper(context)));
  const chosen = await context.servers.chosen().catch((error: unknown) => failed('instance', error));
  const server = 'entry' in chosen ? parseServerUrl(chosen.entry.url).url : undefined;
  return [
    ...local,
    await checkProxy(context, server),
    checkCertificates(context),
    ...('entry' in chosen ? await checkServer(context, chosen) : [chosen]),
    checkCompletion(context),
  ];
}

/** Whether what the folders say, the address of the server included, may be somebody else's. */
function isUnsafe({ settings }: Context): boolean {
  try {
    settings.folders.requireSafe();
    return false;
  } catch {
    return true;
  }
}
