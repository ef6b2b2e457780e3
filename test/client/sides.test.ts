import { expect, test } from 'vitest';
import { knownSide, learnClues, learnTeam } from '../../src/client/learn/sides.js';
import { openReferenceIndex } from '../../src/client/state/references.js';
import { within } from '../support/computer/folder.js';

const minutes = (count: number): Date => new Date(Date.parse('2026-11-30T09:00:00Z') + count * 60_000);

test('the same list of the team is stored once in ten minutes, unless something was learned since', () => {
  const index = openReferenceIndex(within('/dev/null/cache'), 'https://work.example', 'me');
  const listedAt = (id: string): string | undefined => knownSide(index, id)?.at;
  learnTeam(index, ['ada', 'bo'], minutes(0));
  learnTeam(index, ['bo', 'ada'], minutes(5));
  expect(listedAt('ada')).toBe(minutes(0).toISOString());
  learnTeam(index, ['bo', 'ada'], minutes(11));
  expect(listedAt('ada')).toBe(minutes(11).toISOString());
  learnClues(index, [{ id: 'bo', is: 'customer', at: minutes(12).toISOString() }]);
  expect(knownSide(index, 'bo')?.side).toBe('customer');
  learnTeam(index, ['bo', 'ada'], minutes(13));
  expect(knownSide(index, 'bo')).toEqual({ side: 'team', at: minutes(13).toISOString() });
  learnTeam(index, ['ada'], minutes(14));
  expect(knownSide(index, 'bo')?.side).toBe('customer');
});
