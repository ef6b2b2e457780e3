import type { Context } from '../../args/context.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../contract/errors.js';
import { parseServerUrl } from '../../contract/server-url.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { wrapSentence } from '../../output/text/wrap.js';
import type { HumanLine, JsonObject } from '../../output/view.js';
import type { Output } from '../../terminal/streams/io.js';
import { ownText } from '../../views/read-row.js';
import { doctorList, stateCell } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';
import {
  checkAccess,
  checkAccessible,
  checkCertificates,
  checkCompletion,
  checkInstallation,
  checkNode,
  checkProxy,
  checkVariables,
} from './checks/environment.js';
import { checkFiles, checkHelper } from './checks/files.js';
import { examine, type Finding, failed } from './checks/finding.js';
import { checkServer } from './checks/server.js';

export const verb = defineVerb({
  details: [
    'Checks Node, how tracker was installed, its folders and files and who may read them, whether output is for screen readers, the',
    'proxy, certificates, the server, the clock, the token, the credential helper, the event stream and shell completion. Changes nothing, prints no secrets, and',
    'takes at most 10 s. The exit code is 1 only if something is broken.',
  ].join('\n'),
  prints: { rows: doctorList },
  asksServer: true,
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
    if (io.stdout.isTerminal && !show.isAsked) {
      const lines = await Promise.all(rows.map(async (row) => await findingLines(io.stdout, row)));
      return {
        is: 'object',
        data: { object: {}, fields: [], human: () => lines.flat(), tooWide: 'leave' },
        failure,
      };
    }
    return { ...listRows(context, doctorList, rows, { sort: [] }), failure };
  },
});

/** A finding for people: its state and what was found, and the remedy as a hint below it. */
async function findingLines(output: Output, row: JsonObject): Promise<readonly HumanLine[]> {
  const { text, tone = 'plain' } = stateCell(row);
  const state = text.padEnd(9);
  const indent = ' '.repeat(state.length);
  const linesOf = async (words: string): Promise<readonly string[]> =>
    (await wrapSentence(output, `${indent}${cleanLine(words)}`)).split('\n');
  const [first = '', ...rest] = await linesOf(`${ownText(row, 'check')}: ${ownText(row, 'detail')}`);
  const remedy = ownText(row, 'remedy');
  const hint = remedy === undefined ? [] : await linesOf(`hint: ${remedy}`);
  return [[{ text: state, tone }, first.slice(state.length)], ...rest, ...hint];
}

async function checkAll(context: Context): Promise<readonly Finding[]> {
  const { settings, launch, servers } = context;
  const { env, processes } = settings;
  const found = [
    await examine('node', () => checkNode(processes.node, launch.self)),
    await examine('installation', () => checkInstallation(launch.self, env)),
    await examine('accessible', () => checkAccessible(settings)),
    ...checkVariables(env),
    ...(await checkFiles(context)),
  ];
  const isSafe = areFoldersSafe(context);
  if (isSafe) found.push(await examine('access', () => checkAccess(context)));
  const helper = isSafe ? await checkHelper(context) : undefined;
  if (helper) found.push({ check: 'credential-helper', ...helper });
  const chosen = isSafe ? await servers.chosen().catch(failed) : undefined;
  const entry = chosen && 'entry' in chosen ? chosen.entry : undefined;
  found.push(
    await examine('proxy', () => checkProxy(env, entry && parseServerUrl(entry.url).url)),
    await examine('certificates', () => checkCertificates(env)),
  );
  if (entry) found.push(...(await checkServer(context, entry)));
  if (chosen && !('entry' in chosen)) found.push({ check: 'instance', ...chosen });
  return [...found, await examine('completion', () => checkCompletion(env))];
}

/** Whether nobody else can have changed what the folders say, the address of the server included. */
function areFoldersSafe({ settings }: Context): boolean {
  try {
    settings.folders.requireSafe();
    return true;
  } catch {
    return false;
  }
}
