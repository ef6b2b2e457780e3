import { expect, test } from 'vitest';
import { fitColumns } from '../../../src/output/table/draw-table.js';

const ref = { natural: 7, grow: false, fixed: true };
const title = { natural: 60, grow: true, fixed: false };
const status = { natural: 11, grow: false, fixed: false };
const people = { natural: 30, grow: false, fixed: false };
const total = (widths: readonly number[]): number => {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + 2 * (shown.length - 1);
};

test('with room enough every column has its natural width', () => {
  expect(fitColumns([ref, title, status, people], 200)).toEqual([7, 60, 11, 30]);
});

test('the growing column is cut first', () => {
  expect(fitColumns([ref, title, status, people], 100)).toEqual([7, 46, 11, 30]);
});

test('then wide columns, and no cell is wasted', () => {
  const widths = fitColumns([ref, title, status, people], 75);
  expect(widths.slice(0, 3)).toEqual([7, 30, 11]);
  expect(total(widths)).toBe(75);
});

test('then columns go from the right, never the reference', () => {
  expect(fitColumns([ref, title, status, people], 60)).toEqual([7, 38, 11, 0]);
  expect(fitColumns([ref, title, status, people], 40)).toEqual([7, 31, 0, 0]);
  expect(fitColumns([ref, title, status, people], 12)).toEqual([7, 3, 0, 0]);
  expect(fitColumns([ref, title, status, people], 9)).toEqual([7, 0, 0, 0]);
  expect(fitColumns([ref, status], 7)).toEqual([7, 0]);
});

test('columns to keep are cut from the right, and a status last', () => {
  const due = { ...status, keep: true };
  const who = { ...people, keep: 'short' as const };
  expect(fitColumns([{ ...ref, natural: 8 }, title, due, due, who], 80)).toEqual([8, 32, 11, 11, 10]);
});

test('a text has room for some words, or is left out', () => {
  const text = { ...people, natural: 200, keep: 'text' as const };
  const when = { ...status, natural: 7, keep: true };
  expect(fitColumns([ref, when, when, title, text], 80)).toEqual([7, 7, 7, 32, 19]);
  expect(fitColumns([ref, when, when, title, text], 72)).toEqual([7, 7, 7, 24, 19]);
  expect(fitColumns([ref, when, when, title, text], 60)).toEqual([7, 7, 7, 33, 0]);
});

test('a title is cut before a status or a day is', () => {
  const kept = { ...status, keep: true };
  const who = { ...people, keep: 'short' as const };
  expect(fitColumns([ref, title, kept, kept, who], 60)).toEqual([7, 25, 11, 11, 0]);
  expect(fitColumns([ref, title, kept, kept, who], 51)).toEqual([7, 16, 11, 11, 0]);
  expect(fitColumns([ref, title, kept, kept, who], 49)).toEqual([7, 16, 11, 9, 0]);
});

test('a reference that is wider than everything is cut', () => {
  expect(fitColumns([ref, title, status], 5)).toEqual([5, 0, 0]);
});

test('without a growing column the widest are cut', () => {
  expect(fitColumns([people, { ...people, natural: 40 }], 60)).toEqual([29, 29]);
});
