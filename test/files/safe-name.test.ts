import { expect, test } from 'vitest';
import { numberedName, safeName } from '../../src/files/safe-name.js';
import { processorTime } from '../support/computer/processor-time.js';

test.each([
  ['trace.log', 'trace.log'],
  ['Rechnung 2026-0417 (Übersicht).pdf', 'Rechnung 2026-0417 (Übersicht).pdf'],
  ['乗組員名簿.csv', '乗組員名簿.csv'],
  ['../../.bashrc', '_bashrc'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\win.ini', 'win.ini'],
  ['..', 'unnamed'],
  ['.', 'unnamed'],
  ['', 'unnamed'],
  ['a/', 'unnamed'],
  ['...hidden', '_hidden'],
  ['trailing. . ', 'trailing'],
  ['a\0b\n\u001b[31m.txt', 'a_b__[31m.txt'],
  ['quote"<>|?*:.txt', 'quote_______.txt'],
  ['photo\u202egpj.exe', 'photo_gpj.exe'],
  ['half \ud800 pair', 'half _ pair'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['LPT1.log', '_LPT1.log'],
  ['COM0', '_COM0'],
  ['constant.txt', 'constant.txt'],
  ['aux', '_aux'],
  ['-rf', '_-rf'],
  ['--help', '_--help'],
  ['/tmp/-x.txt', '_-x.txt'],
  [' -x', '_-x'],
  ['-', '_-'],
  ['CON .txt', '_CON .txt'],
  ['nul.tar.gz', '_nul.tar.gz'],
  ['a/b\\c', 'c'],
  ['   ', 'unnamed'],
  ['. .. . ', 'unnamed'],
  ['\u00a0\u2003', 'unnamed'],
  ['x..', 'x'],
])('%j is stored as %j', (given, expected) => {
  expect(safeName(given)).toBe(expected);
});

test('an overlong name keeps its ending, and no character is cut', () => {
  const name = safeName(`${'ü'.repeat(300)}.tar`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
  expect(name).toMatch(/^ü+\.tar$/);
  expect(Buffer.byteLength(safeName(`a.${'x'.repeat(500)}`))).toBeLessThanOrEqual(240);
  expect(safeName('😀'.repeat(200))).toBe('😀'.repeat(60));
});

test('what is cut ends in no space or dot, and takes no time', () => {
  expect(safeName(`${'a'.repeat(239)} . ${'b'.repeat(100)}`)).toBe('a'.repeat(239));
  const started = processorTime();
  expect(safeName(`a${' '.repeat(1_000_000)}b`)).toBe('a');
  expect(safeName(`${'. '.repeat(500_000)}b`)).toBe('_b');
  expect(processorTime() - started).toBeLessThan(5_000);
});

test.each([
  ['a.txt', 'a (2).txt'],
  ['a', 'a (2)'],
  ['a.b.gz', 'a.b (2).gz'],
])('%s again is %s', (name, expected) => {
  expect(numberedName(name, 2)).toBe(expected);
});
