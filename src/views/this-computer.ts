import type { Cell, JsonObject, ListView, Tone } from '../output/view.js';
import { fieldColumn, toned } from './cells/columns.js';
import { timeOf } from './cells/times.js';
import { objectsOf, ownText, ownValue } from './read-row.js';

/** The columns of `alias list`; `ref` is the name. */
export const aliasList: ListView = {
  noun: 'aliases',
  columns: [
    { key: 'ref', head: 'Name', value: (row) => ownValue(row, 'name'), human: toned('accent', 'name') },
    { key: 'expansion', head: 'Stands for', value: (row) => ownValue(row, 'expansion'), grow: true },
  ],
  fields: ['name', 'expansion'],
};

/** The columns of `templates list`; `ref` is the name. */
export const templateList: ListView = {
  noun: 'templates',
  columns: [
    { key: 'ref', head: 'Name', value: (row) => ownValue(row, 'name'), human: toned('accent', 'name') },
    { key: 'begins', head: 'Begins', value: (row) => ownValue(row, 'begins'), grow: true },
    { key: 'does', head: 'Does', value: (row) => ownValue(row, 'does') },
    { key: 'path', value: (row) => ownValue(row, 'path') },
  ],
  fields: ['name'],
};

const tones: Readonly<Record<string, Tone>> = { ok: 'good', remark: 'dim', warning: 'warn', error: 'bad' };

/** The columns of `doctor`. Scripts rely on these four and their order; `ref` is the name of the check. */
export const doctorList: ListView = {
  noun: 'findings',
  columns: [
    { key: 'ref', head: 'Check', value: (row) => ownValue(row, 'check') },
    { key: 'state', head: 'State', value: (row) => ownValue(row, 'state'), human: stateCell },
    { key: 'detail', head: 'Found', value: (row) => ownValue(row, 'detail'), grow: true },
    { key: 'remedy', head: 'Remedy', value: (row) => ownValue(row, 'remedy') },
  ],
  fields: ['check', 'state', 'detail', 'remedy'],
};

/** The state of a finding, for people. */
export function stateCell(row: JsonObject): Cell {
  const state = ownText(row, 'state') ?? '';
  // A word that says more to people; scripts get the state.
  return { text: state === 'remark' ? 'note' : state, tone: tones[state] ?? 'plain' };
}

/** The columns of `sandbox users`; `ref` is the mail address. */
export const sandboxUserList: ListView = {
  noun: 'users',
  columns: [
    { key: 'ref', head: 'Mail', value: (row) => ownValue(row, 'email'), human: toned('accent', 'email') },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    { key: 'role', head: 'Role', value: (row) => objectsOf(row, 'orgs').map((org) => ownText(org, 'role') ?? '') },
    {
      key: 'org',
      head: 'Organisation',
      value: (row) => objectsOf(row, 'orgs').map((org) => ownText(org, 'name') ?? ''),
    },
  ],
  fields: ['id', 'name', 'email', 'orgs'],
};

/** What was written, done or undone. Scripts rely on the first four columns and their order. */
export const undoList: ListView = {
  noun: 'changes',
  columns: [
    { key: 'ref', head: 'Number', value: (row) => ownValue(row, 'number'), right: true },
    { key: 'at', head: 'When', value: (row) => ownValue(row, 'at'), human: timeOf('at') },
    { key: 'command', head: 'Command', value: (row) => ownValue(row, 'command') },
    { key: 'what', head: 'What', value: (row) => ownValue(row, 'what'), grow: true },
    fieldColumn('state', 'State', { human: (row) => toned(row.state === 'done' ? 'plain' : 'dim', 'state')(row) }),
    { key: 'canUndo', value: (row) => ownValue(row, 'canUndo') },
  ],
  fields: ['number', 'entities'],
};

/** The columns of `instances list`; `ref` is the name. */
export const instanceList: ListView = {
  noun: 'instances',
  columns: [
    {
      key: 'ref',
      head: 'Name',
      value: (row) => ownText(row, 'name'),
      human: (row) => toned(row.default === true ? 'strong' : 'plain', 'name')(row),
    },
    { key: 'url', head: 'URL', value: (row) => ownValue(row, 'url'), grow: true },
    { key: 'user', head: 'User', value: (row) => ownText(row, 'user', 'userId') },
    fieldColumn('signedIn', 'Session', {
      human: (row) =>
        row.signedIn === true ? { text: 'signed in', tone: 'good' } : { text: 'signed out', tone: 'dim' },
    }),
    fieldColumn('default', 'Default', { human: (row) => (row.default === true ? 'yes' : '') }),
  ],
  fields: [],
};

/** The columns of `instances list --known`: servers the user's account remembers. */
export const knownInstanceList: ListView = {
  noun: 'known instances',
  columns: [
    { key: 'ref', head: 'URL', value: (row) => ownText(row, 'url'), human: toned('accent', 'url') },
    { key: 'name', head: 'Name', value: (row) => ownValue(row, 'name'), grow: true },
    { key: 'added', head: 'Added', value: (row) => ownValue(row, 'addedAt'), human: timeOf('addedAt') },
  ],
  fields: ['url', 'name', 'logoUrl', 'addedAt'],
};
