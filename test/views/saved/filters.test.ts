import { expect, test } from 'vitest';
import { savedViewsOf, wordsOfView } from '../../../src/views/saved/filters.js';

const named = (id: string): string | undefined => ({ 'o-1': 'Casa Azul', 'u-1': 'Zoë' })[id];

/** What the filters of a view say, from the JSON of the rest of it. */
function wordsOf(json: string): string | undefined {
  const page = JSON.parse(`{"key":"tasks","savedViews":[{"id":"a","name":"A",${json}}]}`);
  return savedViewsOf(page).map((view) => wordsOfView(view, named))[0];
}

const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
const long = `[${Array.from({ length: 60_000 }, (_, at) => `"word ${at}"`).join()}]`;

test.each([
  ['"filters":{"due":"overdue","status":["todo","in_progress"]}', 'overdue, todo or in progress'],
  ['"filter":{"status":"todo","overdue":true,"unassigned":false}', 'todo, overdue'],
  ['"filters":{"orgId":"o-1","priority":["urgent","high"]}', 'from Casa Azul, urgent or high priority'],
  ['"filters":{"assigneeIds":["me","u-1"],"tags":["sea"]}', 'assigned to me or Zoë, tagged sea'],
  ['"filters":{"projectKey":"SCM","type":["bug"],"scope":"mine"}', 'project SCM, type bug, mine'],
  [
    '"filters":{"due":"<today","quietFor":"14d","since":"yesterday"}',
    'due before today, stale for 14d, changed since yesterday',
  ],
  ['"filters":{"due":"2026-11-20..fri"}', 'due 2026-11-20 to fri'],
  ['"filters":{"due":"none","q":"ferry roster"}', 'no due day, matching ferry roster'],
  // What nobody has set.
  ['"filters":{"status":[],"due":null,"search":"","unassigned":false}', 'everything'],
  ['"filters":null,"group":"none"', 'everything'],
  ['"config":{"view":"board","filters":{"status":[]},"listSort":{"by":"x"},"time":"all"}', 'everything'],
  // The form of public servers.
  [
    '"config":{"filters":{"assignee":["__unassigned__","u-1"],"tags":["sea"]},"time":"7d"}',
    'assigned to nobody or Zoë, tagged sea, up to 7 days ahead',
  ],
  ['"config":{"filters":{"assignee":["__unassigned__"]}},"sub":"all"', 'unassigned, up to 30 days ahead'],
  ['"filters":{"org":["o-1"]},"time":"14d"', 'from Casa Azul, up to 14 days ahead'],
  // What is not understood.
  ['"icon":null', 'icon (not understood)'],
  ['"icon":"sun"', 'icon (not understood)'],
  ['"filters":null,"columns":["ref"]', 'columns (not understood)'],
  ['"filters":{},"archived":false', 'archived (not understood)'],
  [
    '"config":{"filters":{"due":["today"]},"mine":true,"time":"1y"}',
    'mine (not understood), time (not understood), due (not understood)',
  ],
  ['"config":"status","filters":{"tags":["none"]}', 'config (not understood), tags (not understood)'],
  [
    '"config":{"filters":{"escalated":false,"priority":["urgent"]},"time":"all"}',
    'urgent priority, escalated (not understood)',
  ],
  ['"filters":{"status":["todo"],"meetings":true}', 'todo, meetings (not understood)'],
  ['"filters":{"status":{"not":["done"]},"due":{"before":"today"}}', 'status (not understood), due (not understood)'],
  [
    '"filters":{"status":[{}],"priority":["high",null],"type":[[]]}',
    'status (not understood), priority (not understood), type (not understood)',
  ],
  [
    '"filters":{"tags":["!sea"],"due":["today","fri"],"overdue":"yes"}',
    'tags (not understood), due (not understood), overdue (not understood)',
  ],
  ['"filters":{"estimate":3,"assignee":7}', 'estimate (not understood), assignee (not understood)'],
  [
    '"filters":{"toString":"x","constructor":"y","__proto__":{"status":["todo"]}}',
    'toString (not understood), constructor (not understood), __proto__ (not understood)',
  ],
  ['"filters":[{"field":"status","op":"eq","value":"todo"}]', 'filters (not understood)'],
  ['"filters":"status:todo"', 'filters (not understood)'],
  ['"criteria":{"status":["todo"]}', 'criteria (not understood)'],
  ['"filters":{"status":"todo"},"sort":{"by":"due"}', 'todo, sort (not understood)'],
  [`"filters":${deep}`, 'a (not understood)'],
  [`"filters":{"status":${deep}}`, 'status (not understood)'],
  ['"filters":{"search":"a\\u001b[31m\\nb"}', 'matching a^[[31m b'],
])('{%.120s} is: %.200s', (json, words) => {
  expect(wordsOf(json)).toBe(words);
});

test('a megabyte is no choice of values, and what people read is short', () => {
  expect(wordsOf(`"filters":{"status":${long}}`)).toBe('status (not understood)');
  expect(wordsOf(`"filters":{"search":"${'x'.repeat(1_000_000)}"}`)?.length).toBeLessThan(200);
});

test.each([
  ['{}', []],
  ['{"savedViews":null}', []],
  ['{"savedViews":{"a":{"name":"A"}}}', []],
  ['{"savedViews":[null,7,"x",[],{},{"name":{}},{"name":""},{"id":"a"},{"name":"B"}]}', ['a', 'B']],
])('the views in %s are %j', (json, names) => {
  expect(savedViewsOf(JSON.parse(json)).map(({ name }) => name)).toEqual(names);
});
