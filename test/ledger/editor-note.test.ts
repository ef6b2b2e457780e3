import { expect, test } from 'vitest';
import { withNote, withoutNote } from '../../src/ledger/editor-file.js';

const left = (file: string): string => withoutNote(Buffer.from(file)).toString();

test.each(['', 'A text.\n', '> quoted\n\n', 'ends without a line\n'])('%j comes back as it was', (text) => {
  const file = withNote(text, 'A reply to Zoë --> and <!-- others.');
  expect(file).toContain('Zoë > and <!-- others.');
  expect(left(file)).toBe(text);
  expect(left(`${file}Below.\n`)).toBe(`${text}Below.\n`);
  expect(left(`Above.\n${file}`)).toBe(`Above.\n${text}`);
  expect(left(file.replaceAll('\n', '\r\n'))).toBe(text.replaceAll('\n', '\r\n'));
});

test('lines next to it stay apart, and bytes that are not UTF-8 stay as they are', () => {
  const [, note = ''] = withNote('', 'A reply.').split(/^\n/);
  expect(left(`one\n${note}two\n`)).toBe('one\ntwo\n');
  const file = Buffer.concat([Buffer.from('caf\xe9\n', 'latin1'), Buffer.from(`\n${note}`)]);
  expect(withoutNote(file)).toEqual(Buffer.from('caf\xe9\n', 'latin1'));
  expect(left('<!-- a comment of mine -->\n')).toBe('<!-- a comment of mine -->\n');
});

test('only a note of ours is removed, and one that was changed only if there certainly was one', () => {
  const own = 'Text.\n<!-- tracker: mine -->\n';
  expect(left(own)).toBe(own);
  expect(left(withNote(own, 'A reply.'))).toBe(own);
  expect(left(withNote(withNote(own, 'Quoted.'), 'A reply.'))).toBe(withNote(own, 'Quoted.'));
  const changed = withNote(own, 'A reply.').replace('This note is removed. ', '');
  expect(left(changed)).toBe(changed);
  expect(withoutNote(Buffer.from(changed), true).toString()).toBe(own);
});
