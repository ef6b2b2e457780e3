import { describe, expect, test } from 'vitest';
import { asText, TrackerError } from '../../src/contract/errors.js';
import { macroWords, readMacro } from '../../src/contract/macro.js';

const read = (...lines: readonly string[]) => readMacro(lines.join('\n'), '/t/a.md');

/** Why a template cannot be used. */
function whyNot(...lines: readonly string[]): string {
  try {
    read(...lines);
  } catch (error) {
    if (error instanceof TrackerError) return asText(error.message);
  }
  return 'it can';
}

describe('the head of a template', () => {
  test('says what follows the text', () => {
    const { macro, text } = read(
      ...['---', 'kind: note', 'status: waiting_on_customer', 'priority:  high ', 'category: billing', ''],
      ...[
        'tag: refund, two words',
        'assignee: @me, Zoë Baptiste',
        'then: stay',
        'key: r',
        '--- ',
        '',
        'Hello',
        '---',
        'Bye',
      ],
    );
    expect(macro).toEqual({
      ...{ kind: 'note', status: 'waiting_on_customer', priority: 'high', category: 'billing' },
      ...{ tag: ['refund', 'two words'], assignee: ['@me', 'Zoë Baptiste'], goes: 'stay', key: 'r' },
    });
    expect(text).toBe('Hello\n---\nBye');
    expect(macroWords(macro ?? {})).toBe(
      'note, status waiting on customer, priority high, category billing, tags refund, two words, assigned to @me, Zoë Baptiste, then stay',
    );
  });

  test.each([
    [['Hello', '---', 'status: closed', '---']],
    [['', '---', 'status: closed', '---', 'Hello']],
    [['---']],
    [['---', 'Hello']],
    [['---', 'Hello', '---', 'Bye']],
    [['---', '', '---', 'Hello']],
    [['---', '---', 'Hello']],
    [['---', 'Dear Ana: hello', '---']],
    [['---', 'Note: it has no end']],
    [['---', 'https://example.org', '---']],
    [['----', 'status: closed', '----']],
    [['---', 'Steps: these', 'first, turn it off', '---', 'Bye']],
  ])('%j is a text alone', (lines) => {
    expect(read(...lines)).toEqual({ text: lines.join('\n') });
  });

  test.each([
    [['---', 'statsu: closed', '---', 'Hi'], '/t/a.md, line 2: unknown name "statsu"'],
    [['---', 'kind: note', '', 'Status: closed', '---', 'Hi'], '/t/a.md, line 4: unknown name "Status"'],
    [
      ['---', 'status: closed', 'Hi', '---'],
      '/t/a.md, line 3: the head has only lines like status: closed, and ends with ---',
    ],
    [['---', 'status: closed', ''], '/t/a.md: its head does not end'],
    [['---', 'kind: comment', '---', 'Hi'], '/t/a.md, line 2: kind is reply or note, not comment'],
    [['---', 'then: go', '---', 'Hi'], '/t/a.md, line 2: then is next or stay, not go'],
    [['---', 'key: ab', '---', 'Hi'], '/t/a.md, line 2: key is a single character'],
    [['---', 'status:', '---', 'Hi'], '/t/a.md, line 2: status has no value'],
    [['---', 'tag: a,, b', '---', 'Hi'], '/t/a.md, line 2: tag has an empty value'],
    [['---', 'tag: a', 'tag: b', '---', 'Hi'], '/t/a.md, line 3: tag is given twice'],
  ])('%j is refused', (lines, why) => {
    expect(whyNot(...lines)).toBe(why);
  });
});
