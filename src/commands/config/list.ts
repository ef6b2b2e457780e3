import { defineVerb } from '../../args/verb.js';
import { readStoredSettings } from '../../config/stored-settings.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { fieldColumn, toned } from '../../views/cells/columns.js';
import { listRows } from '../showing/arrange.js';
import { knownSettings, overriding } from './known-settings.js';

const view: ListView = {
  noun: 'settings',
  columns: [
    { key: 'ref', head: 'Key', value: (row) => row.key, human: toned('accent', 'key') },
    { key: 'value', head: 'Value', value: (row) => row.value },
    { key: 'source', head: 'From', value: (row) => row.source, human: toned('dim', 'source') },
    fieldColumn('overriddenBy', 'Overridden by', { human: toned('warn', 'overriddenBy') }),
    { key: 'help', head: 'Description', value: (row) => row.help, grow: true },
  ],
  fields: [],
};

export const verb = defineVerb({
  details: 'Flags override the environment, which overrides these settings.',
  prints: { list: view, isLocal: true },
  examples: [
    { line: 'tracker config', does: 'list all settings' },
    { line: 'tracker config list --json=ref,value', does: 'use it in a script' },
  ],
  run: async (context, _args, { sort, limit }) => {
    const { config, env } = context.settings;
    const { stored } = readStoredSettings(await config.read());
    const rows = knownSettings.map((setting): JsonObject => {
      const { key, help, initial } = setting;
      const source = stored[key] === undefined ? 'default' : 'config.json';
      return { key, value: stored[key] ?? initial, source, overriddenBy: overriding(setting, env) ?? null, help };
    });
    return listRows(context, view, rows, { sort, limit });
  },
});
