import { expect, test } from 'vitest';
import { givenName } from '../../../src/views/cells/people.js';

test.each([
  ['Zoë Martin', 'Zoë'],
  ['dr. Anna Prox', 'Anna'],
  ['Prof. Dr. Ing. Noa Levi', 'Noa'],
  ['Mrs Sigrid Dahl', 'Sigrid'],
  ['Ing Wei', 'Ing'],
  ['Dr.', 'Dr.'],
  ['', ''],
])('the first name in %j is %j', (name, first) => {
  expect(givenName(name)).toBe(first);
});
