import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Key } from '../../src/terminal/key-names.js';
import { readKeys } from '../../src/terminal/read-keys.js';
import type { Mode } from '../../src/triage/model/mode.js';
import { Session, stateWith, ticket } from './state.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The keys that these reads give, with pauses for numbers (milliseconds). */
function keysOf(...reads: readonly (string | Buffer | number)[]): readonly string[] {
  const keys: string[] = [];
  const send = open((key) => keys.push(key.name === 'paste' ? `paste:${key.text}` : key.name));
  for (const read of reads) typeof read === 'number' ? vi.advanceTimersByTime(read) : send(read);
  return keys;
}

/** A keyboard, whose keys are passed on. */
function open(onKey: (key: Key) => void, isWriting = () => false): (bytes: string | Buffer) => void {
  const stream = new PassThrough();
  readKeys(stream, { key: onKey, isWriting });
  return (bytes) => void stream.emit('data', Buffer.from(bytes as string));
}

const esc = '\u001b';

describe('what bytes are as keys', () => {
  test.each([
    ['é😀 a', ['é', '😀', 'space', 'a']],
    ['\u001bb', ['alt+b']],
    ['\u001b\u007f', ['alt+backspace']],
    ['\u001bé', ['alt+é']],
    ['\u001b\u0013', ['alt+ctrl+s']],
    ['\u001b\u0003', ['ctrl+c']],
    ['\u001b\u001bu', ['alt+u']],
    ['\u001b[A\u001bOB\u001b[1;5C\u001b[1;3D\u001b\u001b[C', ['up', 'down', 'ctrl+right', 'alt+left', 'alt+right']],
    ['\u001bOc\u001bOd\u001b[5^', ['ctrl+right', 'ctrl+left', 'ctrl+pageup']],
    ['\u001b[3~\u001b[5~\u001b[Z\u001b[1~\u001bOH\u001b[F', ['delete', 'pageup', 'shift+tab', 'home', 'home', 'end']],
    // Keys as kitty and others send them, when they are released too.
    ['\u001b[98;3u\u001b[115;5:1u\u001b[115;5:3u\u001b[27u\u001b[97;2u', ['alt+b', 'ctrl+s', 'esc', 'A']],
    ['\u001b[27;3;117~\u001b[27;5;99~', ['alt+u', 'ctrl+c']],
    ['\u001b[97;9u\u001b[57358u\u001b[55296u', []],
    // Function keys, focus, mouse reports of four kinds, and answers to questions that nobody asked.
    ['\u001bOP\u001b[15~\u001b[[A\u001b[1;2P', []],
    ['\u001b[I\u001b[O\u001b[<0;9;9M\u001b[32;9;9M\u001b[M !u', []],
    ['\u001b[?1;2c\u001b[1;1R\u001b]11;rgb:0/0/0\u0007\u001bP1$r0m\u001b\\\u001b_Gi=1;OK\u001b\\x', ['x']],
    ['\u001b[200~s\r\nu\u001b[31m\u0007\u009b\u001b[201~', ['paste:s\nu']],
    [
      '\u001b[200~\u001b[31mred\u0007 \u001b[1mold\u001b\\ \u001b]0;title\u0007new\u001b]text\u001b[201~',
      ['paste:red old\\ new]text'],
    ],
  ])('%j', (bytes, keys) => {
    expect(keysOf(bytes)).toEqual(keys);
    // However it is cut.
    for (let at = 1; at < Buffer.from(bytes).length; at++)
      expect(keysOf(Buffer.from(bytes).subarray(0, at), Buffer.from(bytes).subarray(at))).toEqual(keys);
    expect(keysOf(...Array.from(Buffer.from(bytes), (byte) => Buffer.from([byte])))).toEqual(keys);
  });

  test('a lone Esc is Esc, after a moment; what comes of its sequence later is nothing', () => {
    expect(keysOf(esc, 59)).toEqual([]);
    expect(keysOf(esc, 60)).toEqual(['esc']);
    expect(keysOf(`${esc}${esc}`, 60)).toEqual(['esc']);
    expect(keysOf(esc, 60, 'j')).toEqual(['esc', 'j']);
    expect(keysOf(esc, 200, '[117u', 's')).toEqual(['esc', 's']);
    expect(keysOf(`${esc}O`, 60, 'j')).toEqual(['j']);
  });

  test.each(['[<', '[<0;1', '[', ']11;', 'Pq', '_', '[M', '[200~abc', 'O', '[['])(
    'Esc %s without an end is over after a second, and Ctrl-C ends it at once',
    (start) => {
      const begin = `${esc}${start}`;
      const pasted = start.includes('abc') ? ['paste:abc'] : [];
      expect(keysOf(begin, 1_000, 'q')).toEqual([...pasted, 'q']);
      expect(keysOf(begin, '\u0003', 'q')).toEqual([...pasted, 'ctrl+c', 'q']);
      // However much of it comes.
      const flood = Array.from({ length: 300 }, () => '0123456789'.repeat(100));
      const flooded = keysOf(begin, ...flood, '\u0003');
      expect(flooded.at(-1)).toBe('ctrl+c');
    },
  );

  test('of a paste that never ends, no more than 1 MB is taken, and Ctrl-C is heard in it', () => {
    const keys: Key[] = [];
    const send = open((key) => keys.push(key));
    send(`${esc}[200~`);
    for (let count = 0; count < 40; count++) send('x'.repeat(50_000));
    send('sss\u0003uuu');
    send('uuu\u0003');
    vi.advanceTimersByTime(1_000);
    send('j');
    expect(keys.map(({ name }) => name)).toEqual(['paste', 'ctrl+c', 'ctrl+c', 'j']);
    expect(keys[0]?.text).toHaveLength(1_000_000);
    expect(keys[0]?.isCut).toBe(true);
  });

  test('keys that arrive in one read are keys in the list', () => {
    expect(keysOf('/bulk 12\rjs')).toEqual([...'/bulk', 'space', '1', '2', 'enter', 'j', 's']);
    expect(keysOf('a\r\nb\n')).toEqual(['a', 'enter', 'b', 'enter']);
  });

  test('several lines at once are a paste in a text, although the terminal does not mark it', () => {
    for (const way of [ways.filter, ways.find, ways.people]) {
      const session = begin(way ?? '');
      open(
        (key) => session.tell({ is: 'key', key }),
        () => session.state.mode.is !== 'list',
      )('abc\rsu.zsu.z');
      expect(session.effects).toEqual([]);
      expect(session.state.mode.is).toBe(begin(way ?? '').state.mode.is);
    }
  });

  test('only the beginning of what is too long is taken, and that is said', () => {
    const session = begin(ways.reply ?? '').tell({ is: 'key', key: { name: 'paste', text: 'long', isCut: true } });
    expect(session.state.notice?.text).toBe('what you pasted is too long; only the first 1 MB of it was taken');
  });

  test('the rest of a paste that had stopped is pasted too', () => {
    expect(keysOf(`${esc}[200~abc`, 1_000, 'su\u0013', `s${esc}[201~`)).toEqual(['paste:abc', 'paste:sus']);
    expect(keysOf(`${esc}[200~abc`, 1_000, 's', 'u')).toEqual(['paste:abc', 's', 'u']);
  });
});

describe('a paste with its own end in it (R99)', () => {
  const paste = `${esc}[200~a${esc}[201~`;

  test.each<[string, (string | number)[], string[]]>([
    ['right behind it', [`${paste}c\rq${esc}[201~`], []],
    ['in reads of their own', [paste, 'c', '\r', `${esc}[A`, 99, 'q'], []],
    ['after a long time in which more of it came', [paste, 60, 'cccccccccc', 60, 'q', `${esc}[201~`, 99, 'x'], []],
    ['once nothing came for a moment', [paste, 100, 'c', '\r'], ['c', 'enter']],
    ['but Ctrl-C by itself', [paste, '\u0003', 'cq\u0003'], ['ctrl+c']],
  ])('runs no keys: %s', (_, reads, keys) => {
    expect(keysOf(...reads)).toEqual(['paste:a', ...keys]);
  });
});

test('Esc and a letter in one read are Esc, then that letter, in the list (R99)', () => {
  const session = begin('/Subject<enter> ');
  open((key) => session.tell({ is: 'key', key }))(`${esc}n`);
  expect(session.state).toMatchObject({ filter: '', mode: { is: 'write' } });
  expect(session.state.selected.size).toBe(0);
});

const row = {
  checklist: [
    { id: 'i1', text: 'One', done: false },
    { id: 'i2', text: 'Two', done: false },
  ],
};
const items = [ticket('A-1', row), ticket('A-2'), ticket('A-3')];
const writing = 'rSome words that are here<alt+b>';

/** Ways into each text, and into what else is not the list. */
const ways: Readonly<Record<string, string>> = {
  reply: writing,
  note: 'nSome words',
  'reply to several': '  rSome words',
  filter: '/Subject',
  find: ':Some words',
  time: 'l1h',
  file: '+some/file',
  'file of a reply': `${writing}<ctrl+f>some`,
  people: 'ase',
  tags: 'tpr',
  project: 'cBerg',
  'looking for something': ':elsewhere<enter>',
};

const begun = new Map<string, Session['state']>();

function begin(keys: string): Session {
  const known = begun.get(keys) ?? stateAfter(keys);
  begun.set(keys, known);
  return new Session(known);
}

function stateAfter(keys: string): Session['state'] {
  const detail = {
    assignableUsers: [
      { id: 'me', name: 'Mara' },
      { id: 'sean', name: 'Seán' },
    ],
  };
  const start = stateWith(items, { details: new Map(items.map(({ uuid }) => [uuid, detail])) });
  const log = { ...start, kind: 'task' as const, items: items.map((item) => ({ ...item, kind: 'task' as const })) };
  // There is something to repeat and to take back.
  const decided = new Session(keys.startsWith('l') ? log : start).press('zz').press('ph').accept();
  return decided.press('k').press(keys).state;
}

/** What may come of a key in a text that is not one of the text's own. */
const harmless = ['complete-path', 'refs'];

/** The keys that a text has for itself. */
const own = /^(?:enter|esc|ctrl\+[csoxtfpz]|shift\+tab|tab)$/;

/** Sends bytes into a text until one of its own keys comes. What else came of them, if anything. */
function wrongIn(name: string, reads: readonly (string | Buffer | number)[]): string | undefined {
  const session = begin(ways[name] ?? '');
  const { mode: start, at, selected } = session.state;
  let isLeft = false;
  let wrong: string | undefined;
  const send = open((key) => {
    isLeft ||= own.test(key.name);
    if (isLeft) return;
    session.tell({ is: 'key', key });
    const did = session.effects.find((effect) => !harmless.includes(effect.do));
    const { mode, pending } = session.state;
    if (did) wrong ??= `${key.name} did ${did.do}`;
    if (mode.is !== start.is || whatOf(mode) !== whatOf(start)) wrong ??= `${key.name} left the text for ${mode.is}`;
    if (pending.length > 0) wrong ??= `${key.name} decided`;
    if (mode.is !== 'filter' && (session.state.at !== at || session.state.selected !== selected))
      wrong ??= `${key.name} moved in the list`;
  });
  for (const read of reads) typeof read === 'number' ? vi.advanceTimersByTime(read) : send(read);
  vi.advanceTimersByTime(2_000);
  return wrong;
}

function whatOf(mode: Mode): string {
  return 'what' in mode ? mode.what : '';
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const everyByte = Array.from({ length: 256 }, (_, byte) => Buffer.from([byte]));
const finals = everyByte.slice(0x40, 0x7f).map(String);
const codes = Array.from({ length: 128 }, (_, code) => code);

const enumerated: readonly (readonly (string | Buffer | number)[])[] = [
  ...everyByte.map((byte) => [Buffer.concat([Buffer.from(esc), byte])]),
  ...everyByte.map((byte) => [Buffer.concat([Buffer.from(`${esc}${esc}`), byte])]),
  ...finals.flatMap((final) =>
    ['', '1;3', '1;5', '13;2', '<0;3;4', '?1;2', '27;3;117', '117;3', '117;3:1'].map((parameters) => [
      `${esc}[${parameters}${final}`,
    ]),
  ),
  ...finals.flatMap((final) => [
    [`${esc}O${final}`],
    [`${esc}O5${final}`],
    [`${esc}[[${final}`],
    [`${esc}${esc}[${final}`],
  ]),
  ...codes.flatMap((code) =>
    [3, 4, 5, 7, 9].map((modifiers) => [`${esc}[${code};${modifiers}u`, `${esc}[27;${modifiers};${code}~`]),
  ),
  // Half sequences, with what comes of them later.
  ...['[', '[1', '[1;', '[1;3', '[<0;1;1', ']0;u', 'Pu', '_u', '[M', '[M!'].flatMap((half) => [
    [`${esc}${half}`, 2_000, 'u'],
    [`${esc}${half}`, 100, 'su'],
  ]),
  ['\u001b[200~', 'su.zt\r', '\u0013\u0003'.slice(0, 1), '\u001b', '[20', '1~'],
  ...everyByte.slice(3).map((byte) => ['\u001b[200~s', Buffer.concat([byte, Buffer.from('u.\u001b[20')]), '1~']),
];

describe('in a text', () => {
  test.each(Object.keys(ways))('%s, no sequence acts on the list', (name) => {
    expect(begin(ways[name] ?? '').state.mode.is).not.toBe('list');
    const wrong = enumerated.flatMap((reads) => {
      const what = wrongIn(name, reads);
      return what === undefined ? [] : [[reads, what]];
    });
    expect(wrong).toEqual([]);
  });

  test.each(Object.keys(ways))('%s, no bytes act on the list, however they come', (name) => {
    const lead = [
      esc,
      `${esc}[`,
      `${esc}O`,
      `${esc}[200~`,
      `${esc}[201~`,
      `${esc}]`,
      `${esc}[<`,
      `${esc}[M`,
      'su.z ',
      '\u001b[117;',
    ];
    for (let seed = 1; seed <= 150; seed++) {
      const next = numbers(seed);
      const reads = Array.from({ length: 12 }, () => {
        const kind = next(10);
        if (kind === 0) return next(1_500);
        if (kind < 5) return lead[next(lead.length)] ?? '';
        return Buffer.from(Array.from({ length: 1 + next(6) }, () => (kind < 8 ? 0x20 + next(0x5f) : next(256))));
      });
      expect([reads, wrongIn(name, reads)]).toEqual([reads, undefined]);
    }
  });

  test('a letter with Alt chooses nothing, and a wheel or an unknown key marks nothing', () => {
    const session = begin('s');
    for (const { letter = '' } of session.state.mode.is === 'pick' ? session.state.mode.options : [])
      session.tell({ is: 'key', key: { name: `alt+${letter}` } });
    expect(session.state.mode).toMatchObject({ is: 'pick', at: -1 });
    const tags = begin('c');
    for (const name of ['wheel-down', 'f5', 'alt+x']) tags.tell({ is: 'key', key: { name } });
    expect(tags.state.mode).toMatchObject({ is: 'pick', at: -1 });
    expect(tags.press('<enter>').take('send')).toEqual([]);
  });

  test.each([
    ['one two.three', '<alt+b>', 'one two.|three'],
    ['one two.three', '<alt+b><ctrl+left><alt+left>', '|one two.three'],
    ['one two.three', '<home><alt+f>', 'one| two.three'],
    ['one two.three', '<home><ctrl+right><alt+right>', 'one two|.three'],
    ['one two.three', '<home><alt+d>', '| two.three'],
    ['one two.three', '<alt+backspace><alt+backspace>', 'one |'],
    ['one two.three', '<ctrl+w>', 'one |'],
    ['Zoë  ', '<alt+b>', '|Zoë  '],
    ['one', '<alt+u><alt+x><alt+ctrl+s><f5>', 'one|'],
  ])('%j %s is %j', (text, keys, result) => {
    for (const way of ['r', 'n', '/', ':']) {
      const { mode } = begin(way).press(text).press(keys).state;
      const { text: typed, at } = 'field' in mode && mode.field ? mode.field : { text: '', at: 0 };
      expect(`${typed.slice(0, at)}|${typed.slice(at)}`).toBe(result);
    }
  });
});
