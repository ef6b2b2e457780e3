import { expect, test } from 'vitest';
import { withDrawnLine } from '../../../src/terminal/streams/create-io.js';

const erase = '\r\u001b[2K';

function recorded() {
  const written: string[] = [];
  const output = withDrawnLine({
    isTerminal: true,
    columns: () => 80,
    rows: () => 24,
    hasBegun: () => written.length > 0,
    write: async (text) => void written.push(typeof text === 'string' ? text : Buffer.from(text).toString()),
  });
  return { output, take: () => written.splice(0) };
}

test('a line is drawn over the one before, and taken away', () => {
  const { output, take } = recorded();
  output.draw('1/3');
  output.draw('2/3');
  expect(output.isDrawn()).toBe(true);
  output.draw('');
  output.draw('');
  expect(output.isDrawn()).toBe(false);
  expect(take()).toEqual(['1/3', `${erase}2/3`, erase]);
});

test('other output erases it first, and it is drawn again after that', async () => {
  const { output, take } = recorded();
  output.draw('1/3');
  await output.write('warning: slow\n');
  output.draw('2/3');
  expect(take()).toEqual(['1/3', `${erase}warning: slow\n1/3`, `${erase}2/3`]);
});

test('half a line, and bytes, are not drawn over', async () => {
  const { output, take } = recorded();
  output.draw('1/3');
  await output.write('half');
  await output.write(' a line\n');
  await output.write(Buffer.from('bytes\n'));
  output.draw('2/3');
  expect(take()).toEqual(['1/3', `${erase}half`, ' a line\n1/3', erase, 'bytes\n', '2/3']);
});

test('without a line everything is written as it is', async () => {
  const { output, take } = recorded();
  await output.write('one\n');
  output.draw('');
  expect(take()).toEqual(['one\n']);
});
