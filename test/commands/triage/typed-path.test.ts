import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completePath } from '../../../src/commands/triage/typed-path.js';
import { makeFolder } from '../../support/computer/folder.js';
import { Session, stateWith, ticket } from '../../triage/state.js';

let home: string;

beforeAll(() => {
  home = makeFolder();
  mkdirSync(join(home, 'reports'));
  for (const name of ['report-1.pdf', 'report-2.pdf', '.hidden', 'cafe\u0301.txt', 'reports/may.csv', 'two words.txt'])
    writeFileSync(join(home, name), 'x');
  symlinkSync('link-loop', join(home, 'link-loop'));
});

describe('Tab', () => {
  test.each([
    ['rep', 'report', ['report-1.pdf', 'report-2.pdf', 'reports/']],
    ['report-', 'report-', ['report-1.pdf', 'report-2.pdf']],
    ['report-1', 'report-1.pdf', ['report-1.pdf']],
    ['reports', 'reports/', ['reports/']],
    ['reports/', 'reports/may.csv', ['may.csv']],
    ['.h', '.hidden', ['.hidden']],
    ['caf\u00e9', 'cafe\u0301.txt', ['cafe\u0301.txt']],
    ['two', 'two words.txt', ['two words.txt']],
    ['link', 'link-loop', ['link-loop']],
    ['none', 'none', []],
    ['no/such/folder', 'no/such/folder', []],
  ])('completes %s', (typed, text, names) => {
    for (const folder of ['~/', `${home}/`])
      expect(completePath({ HOME: home }, `${folder}${typed}`)).toMatchObject({ text: `${folder}${text}`, names });
  });

  test('completes the home folder, and hides hidden files', () => {
    expect(completePath({ HOME: home }, '~')).toMatchObject({ text: '~/' });
    const all = completePath({ HOME: home }, '~/');
    expect(all).toMatchObject({ text: '~/', names: expect.not.arrayContaining(['.hidden']) });
  });

  test('asks for it, and shows what it gives', () => {
    const session = new Session(stateWith([ticket('A-1')])).press('+');
    session.effects.length = 0;
    const completed = (text: string, ...names: readonly string[]) =>
      session.tell({ is: 'completed', typed: 'rep', text, names }).state;
    session.press('rep<tab>');
    expect(session.effects).toEqual([{ do: 'complete-path', typed: 'rep' }]);
    expect(completed('rep', 'report-1.pdf', 'reports/').notice?.text).toBe('report-1.pdf  reports/');
    expect(completed('rep').notice?.text).toBe('no file or folder starts with this');
    expect(completed('report-1.pdf', 'report-1.pdf')).toMatchObject({
      mode: { field: { text: 'report-1.pdf', at: 12 } },
      notice: undefined,
    });
    // It was typed on meanwhile.
    expect(completed('reports/', 'reports/')).toMatchObject({ mode: { field: { text: 'report-1.pdf' } } });
  });
});
