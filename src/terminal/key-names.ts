/** A key, or text that was typed or pasted. */
export interface Key {
  /** Such as `j`, `ctrl+s` or `pagedown`. */
  readonly name: string;
  /** What it puts into a text; undefined for other keys. */
  readonly text?: string;
  /** Too much was pasted, of which this is the beginning. */
  readonly isCut?: boolean;
}

export function textKey(text: string): Key | undefined {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return undefined;
  return { name: text === ' ' ? 'space' : text, text };
}

const controlNames: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

export function controlKey(byte: string): Key {
  return { name: controlNames[byte] ?? `ctrl+${String.fromCharCode(byte.charCodeAt(0) + 64).toLowerCase()}` };
}

/** A key with Alt, after an Esc; Ctrl-C is Ctrl-C. */
export function altOf(text: string): Key {
  const { name } = textKey(text) ?? controlKey(text);
  return { name: name === 'ctrl+c' ? name : `alt+${name}` };
}

const finalNames: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', F: 'end', H: 'home', Z: 'shift+tab' },
  ...{ a: 'up', b: 'down', c: 'right', d: 'left' },
};

const numberNames: Readonly<Record<string, string>> = {
  ...{ 1: 'home', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end' },
};

const codeNames: Readonly<Record<number, string>> = { 9: 'tab', 13: 'enter', 27: 'esc', 127: 'backspace' };

/** The key of a control sequence; undefined if it is none that has a meaning here. */
export function finalKey(parameters: string, final: string, isAlt: boolean): Key | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';');
  const [modifiers = '', event] = second.split(':');
  // It was released.
  if (!/^[\d;:]*$/.test(parameters) || event === '3') return undefined;
  if (final === 'u') return codeKey(first, Number(modifiers) || 1, third);
  if (final === '~' && first === '27' && third !== '') return codeKey(third, Number(modifiers) || 1, '');
  // As rxvt sends Ctrl.
  const isControl = final === '^' || final === '@';
  const name = final === '~' || isControl ? numberNames[first] : finalNames[final];
  return name === undefined ? undefined : modified(name, isControl ? 5 : Number(modifiers) || 1, isAlt);
}

/** A key after ESC O, as the keypad and rxvt send it. */
export function shiftKey(modifiers: string, final: string, isAlt: boolean): Key | undefined {
  if (final === 'M') return { name: 'enter' };
  return finalKey(`;${modifiers.split(';').at(-1) || (/[a-d]/.test(final) ? '5' : '')}`, final, isAlt);
}

/** The key of a code point, as some terminals send keys that have no sequence of their own. */
function codeKey(codes: string, modifiers: number, texts: string): Key | undefined {
  const [code = 0, shifted] = codes.split(':').map(Number);
  const isShift = ((modifiers - 1) & 1) === 1;
  const name = codeNames[code];
  if (name === 'tab' && isShift) return modified('shift+tab', modifiers);
  if (name !== undefined) return modified(name, modifiers);
  const [text = ''] = [...(texts === '' ? charOf((isShift && shifted) || code) : charOf(Number(texts.split(':')[0])))];
  const key = textKey(isShift && texts === '' ? text.toUpperCase() : text);
  if (text === '' || !key) return undefined;
  return ((modifiers - 1) & ~65 & ~128) === 0 ? key : modified(key.name.toLowerCase(), modifiers);
}

/** Empty for what is no character, or one that stands for a key without any. */
function charOf(code: number): string {
  const isNone = !Number.isInteger(code) || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xf8_ff);
  return isNone ? '' : String.fromCodePoint(code);
}

/** A key with Ctrl or Alt; Shift changes nothing, and keys with anything else have no meaning here. */
function modified(name: string, modifiers: number, isAlt = false): Key | undefined {
  const bits = modifiers - 1;
  if ((bits & 0b11_1000) !== 0) return undefined;
  return { name: `${isAlt || bits & 2 ? 'alt+' : ''}${bits & 4 ? 'ctrl+' : ''}${name}` };
}
