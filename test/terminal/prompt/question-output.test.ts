import { expect, test } from 'vitest';
import { openQuestionOutput } from '../../../src/terminal/prompt/create-prompt.js';

test('all that a question draws reaches a slow terminal before what follows it', () => {
  const written: string[] = [];
  const write = (text: string, done = (): void => undefined): void => {
    written.push(text);
    setImmediate(done);
  };
  const { stream } = openQuestionOutput({ write } as never, { hasColors: true });
  stream.write('Number 3');
  stream.write('\n');
  write('done');
  expect(written.join('')).toBe('Number 3\ndone');
});
