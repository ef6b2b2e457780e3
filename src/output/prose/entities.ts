/** Names of U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names of U+0391 to U+03A9 and, in lower case, of U+03B1 to U+03C9; `-` marks a gap. */
const greek =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';

const others: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', zwsp: '', wbr: '' },
  ...{ AMP: '&', LT: '<', GT: '>', QUOT: '"', num: '#', lowbar: '_', ast: '*', lsqb: '[', rsqb: ']', lbrack: '[' },
  ...{ rbrack: ']', lpar: '(', rpar: ')', colon: ':', semi: ';', comma: ',', period: '.', excl: '!', quest: '?' },
  ...{ equals: '=', plus: '+', dollar: '$', percnt: '%', commat: '@', sol: '/', bsol: '\\', vert: '|', verbar: '|' },
  ...{ lcub: '{', rcub: '}', lbrace: '{', rbrace: '}', grave: '`', Hat: '^', Tab: '\t', NewLine: '\n' },
  ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ lsaquo: '‹', rsaquo: '›', bull: '•', dagger: '†', Dagger: '‡', permil: '‰', prime: '′', Prime: '″' },
  ...{ trade: '™', euro: '€', ensp: ' ', emsp: ' ', thinsp: ' ', hairsp: ' ', zwj: '\u200d', zwnj: '\u200c' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', lArr: '⇐', rArr: '⇒', hArr: '⇔', crarr: '↵' },
  ...{ forall: '∀', part: '∂', exist: '∃', empty: '∅', isin: '∈', notin: '∉', sum: '∑', prod: '∏', minus: '−' },
  ...{ radic: '√', infin: '∞', cap: '∩', cup: '∪', int: '∫', asymp: '≈', ne: '≠', equiv: '≡', le: '≤', ge: '≥' },
  ...{ sub: '⊂', sup: '⊃', and: '∧', or: '∨', there4: '∴', oplus: '⊕', otimes: '⊗', lceil: '⌈', rceil: '⌉' },
  ...{ lfloor: '⌊', rfloor: '⌋', loz: '◊', spades: '♠', clubs: '♣', hearts: '♥', diams: '♦', check: '✓', cross: '✗' },
  ...{ star: '☆', starf: '★', phone: '☎', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ' },
  ...{ Zcaron: 'Ž', zcaron: 'ž', Ccaron: 'Č', ccaron: 'č', circ: 'ˆ', tilde: '˜', checkmark: '✓', numero: '№' },
};

let named: ReadonlyMap<string, string> | undefined;

/** Every known name: those of HTML 4, and others that editors write. */
function names(): ReadonlyMap<string, string> {
  if (named) return named;
  const row = (words: string, first: number): [string, string][] =>
    words.split(' ').map((word, at) => [word, String.fromCodePoint(first + at)]);
  named = new Map([
    ...row(latin, 0xa0),
    ...row(greek, 0x391),
    ...row(greek.toLowerCase(), 0x3b1),
    ...Object.entries(others),
  ]);
  return named;
}

/**
 * Decodes character references once and leaves unknown ones alone. Numbers are read as browsers do, of any length and with or
 * without a semicolon. The result still has to be made safe: `&#27;` is an escape character (docs/requirements.md, R38).
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]+);?|#(\d+);?|([a-z][a-z\d]{1,15});)/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return names().get(name) ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
