import { expect, test } from 'vitest';
import { numbered, safeName } from '../../../src/commands/attachments/safe-name.js';

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

test.each([
  ['a.txt', 'a (2).txt'],
  ['a', 'a (2)'],
  ['a.b.gz', 'a.b (2).gz'],
])('%s again is %s', (name, expected) => {
  expect(numbered(name, 2)).toBe(expected);
});
