import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isPlain, startProgress } from '../../../src/terminal/progress.js';
import { recordIo } from '../../output/fake-io.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const envs = { bar: {}, lines: { ACCESSIBLE: '1' }, none: { CI: 'true' } };

const begin = (columns: number, motion: keyof typeof envs, isTerminal = true) =>
  beginIn(envs[motion], { columns, isTerminal });

function beginIn(env: Readonly<Record<string, string>>, { columns = 80, isTerminal = true, isJson = false } = {}) {
  const recorded = recordIo({ isTerminal, columns });
  const context = { io: recorded.io, settings: { env }, show: { isJson } };
  return { ...recorded, progress: startProgress(context, { total: 12, label: 'editing' }) };
}

describe('progress', () => {
  test('nothing is drawn for work that takes less than 300 ms', () => {
    const { progress, stderr } = begin(80, 'bar');
    for (let step = 0; step < 12; step += 1) {
      vi.advanceTimersByTime(24);
      progress.advance(1);
    }
    progress.finish();
    expect(stderr()).toBe('');
  });

  test('after that it is drawn over itself, and taken away for good', () => {
    const { progress, stderr } = begin(80, 'bar');
    vi.advanceTimersByTime(301);
    progress.advance(3);
    expect(stderr()).toBe(`editing ${'█'.repeat(6)}${'░'.repeat(18)} 3/12`);
    progress.finish();
    progress.advance(1);
    expect(stderr().endsWith('3/12\r\u001b[2K')).toBe(true);
  });

  test.each([5, 12, 20, 30, 80])('never wraps on %i columns', (columns) => {
    const { progress, stderr } = begin(columns, 'bar');
    vi.advanceTimersByTime(301);
    progress.advance(12);
    const line = stderr();
    expect(line.length).toBeLessThan(columns);
    expect(line).not.toBe('');
  });

  test('as lines it is printed from time to time, and nothing is erased', () => {
    const { progress, stderr } = begin(80, 'lines');
    for (let step = 0; step < 12; step += 1) {
      vi.advanceTimersByTime(1_000);
      progress.advance(1);
    }
    progress.finish();
    expect(stderr()).toBe('editing: 1 of 12 done\nediting: 6 of 12 done\nediting: 11 of 12 done\n');
  });

  test('nothing if stderr is not a terminal, or progress is off', () => {
    for (const { progress, stderr } of [begin(80, 'bar', false), begin(80, 'lines', false), begin(80, 'none')]) {
      vi.advanceTimersByTime(301);
      progress.advance(1);
      progress.finish();
      expect(stderr()).toBe('');
    }
  });
});

test.each([
  [{}, 'bar', false],
  [{ ACCESSIBLE: '1' }, 'lines', true],
  [{ ACCESSIBLE: '' }, 'bar', false],
  [{ TERM: 'dumb' }, 'lines', true],
  [{ CI: 'true' }, 'none', false],
  [{ CI: 'true', ACCESSIBLE: '1' }, 'none', true],
] as const)('what moves with %j', (env, motion, plain) => {
  const saidIn = (isJson: boolean): string => {
    const { progress, stderr } = beginIn(env, { isJson });
    vi.advanceTimersByTime(301);
    progress.advance(1);
    return stderr();
  };
  const said = { bar: /^editing █/, lines: /^editing: 1 of 12 done$/m, none: /^$/ }[motion];
  expect(saidIn(false)).toMatch(said);
  expect(saidIn(true)).toBe('');
  expect(isPlain(env)).toBe(plain);
});
