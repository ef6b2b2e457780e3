import { resolve } from 'node:path';
import type { Context } from '../../args/context.js';
import { listWords, text } from '../../args/flag.js';
import { choices } from '../../args/more-flags.js';
import { kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Env } from '../../config/folders.js';
import { usageError } from '../../contract/errors.js';
import type { JsonObject } from '../../output/view.js';

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Editor {
  readonly file: string;
  readonly entry: (start: Start) => string;
}

const json = (object: JsonObject): string => JSON.stringify(object, null, 2);

const usualEntry = (start: Start): string => json({ mcpServers: { tracker: start } });

/**
 * What agents and editors read, as their documentation says: code.claude.com/docs/en/mcp, modelcontextprotocol.io (Claude Desktop),
 * developers.openai.com/codex/mcp, geminicli.com/docs, cursor.com/docs/context/mcp, opencode.ai/docs/mcp-servers (version 2) and
 * code.visualstudio.com/docs/copilot/reference/mcp-configuration.
 */
const editors: Readonly<Record<string, Editor>> = {
  'claude-code': { file: '.mcp.json of a project', entry: usualEntry },
  'claude-desktop': { file: 'claude_desktop_config.json', entry: usualEntry },
  codex: { file: '~/.codex/config.toml', entry: tomlEntry },
  'gemini-cli': { file: '~/.gemini/settings.json', entry: usualEntry },
  cursor: { file: '~/.cursor/mcp.json', entry: usualEntry },
  opencode: {
    file: '~/.config/opencode/opencode.json',
    entry: ({ command, args, env }) =>
      json({
        mcp: { servers: { tracker: { type: 'local', command: [command, ...args], ...(env && { environment: env }) } } },
      }),
  },
  vscode: {
    file: '.vscode/mcp.json of a project',
    entry: (start) => json({ servers: { tracker: { type: 'stdio', ...start } } }),
  },
};

const editorNames = Object.keys(editors);

export const verb = defineVerb({
  details: [
    'Prints what to add to the settings of each of these programs, in the form it reads (JSON, or TOML for Codex); writes nothing. The',
    'entry has the absolute path of this program and the instance in use now, but no token.',
  ].join('\n'),
  prints: 'text',
  flags: {
    for: choices(
      '--for',
      `print it for these programs: ${listWords(editorNames, 'and')}`,
      oneOf('program', editorNames),
    ),
    root: text('--root', 'a folder whose files may be attached to proposals', kind('folder')),
  },
  examples: [
    { line: 'tracker mcp install --for claude-code', does: 'print the entry for Claude Code' },
    { line: 'tracker mcp install --for codex >> ~/.codex/config.toml', does: 'add it to the settings of Codex' },
  ],
  run: async (context, _args, { for: named, root }) => {
    const { show } = context;
    if (named.length === 0) throw usageError(`--for takes ${listWords(editorNames)}`);
    const start = await startOf(context, root);
    const entries = Object.entries(editors).flatMap(([name, { file, entry }]) =>
      named.includes(name) ? [{ for: name, file, entry: entry(start) }] : [],
    );
    if (show.isAsked) return { is: 'value', value: entries };
    for (const { for: name, file, entry } of entries) {
      await show.say(`For ${name}, in ${file}:`);
      await show.text(`${entry}\n`);
    }
    return undefined;
  },
});

/** This program and the instance in use, as another program starts it. Throws `sign_in_required`. */
async function startOf(context: Context, root: string | undefined): Promise<Start> {
  const { launch, servers, settings } = context;
  const { entry } = await servers.chosen();
  const [command = '', ...script] = launch.self;
  const folder = root === undefined ? [] : ['--root', resolve(settings.workingFolder, root)];
  const env = ownFolders(settings.env);
  return {
    command,
    args: [...script, '-I', entry.name, 'mcp', ...folder],
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** Where the program keeps its files, if that is not the usual place: an editor may have another environment. */
function ownFolders(env: Env): Readonly<Record<string, string>> {
  const variables = ['CONFIG', 'CACHE', 'STATE', 'DATA'].map((kind) => `TRACKER_${kind}_DIR`);
  return Object.fromEntries(variables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** JSON strings and arrays are TOML, too. */
function tomlEntry({ command, args, env = {} }: Start): string {
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [
    '[mcp_servers.tracker]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    ...(variables.length > 0 ? ['', '[mcp_servers.tracker.env]', ...variables] : []),
  ].join('\n');
}
