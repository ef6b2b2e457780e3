import { stripVTControlCharacters } from 'node:util';
import { asText, joined, phrase, type Sentence, type TrackerError } from '../../contract/errors.js';

export function capitalized(words: Sentence): Sentence {
  return asText(words).replace(/^./u, (first) => first.toUpperCase());
}

export interface Name {
  readonly uuid: string;
  readonly ref: string;
}

/** A sentence that names something by its reference, where only its uuid was known. */
export function namingReference(sentence: Sentence, { uuid, ref }: Name): Sentence {
  if (ref === '' || uuid === '') return sentence;
  return asText(sentence).replaceAll(`ticket:${uuid}`, ref).replaceAll(`task:${uuid}`, ref).replaceAll(uuid, ref);
}

/** A sentence as a part of another. */
export function withoutStop(sentence: Sentence): Sentence {
  return asText(sentence).replace(/\.$/, '');
}

/** Clauses as one: `answered 400; kept as a draft`. What a server says may end with a full stop. */
export function joinClauses(clauses: readonly Sentence[]): Sentence {
  const parts = clauses.map((each) => asText(each).replace(/([^.])\.$/, '$1'));
  return joined(parts, '; ');
}

/** What was said about something, once it has been named. */
export function aboutIt(sentence: Sentence, ref: string): Sentence {
  const text = asText(sentence);
  return text.startsWith(`${ref} `) ? `it${text.slice(ref.length)}` : text;
}

/** What a line on stderr says, without colours, line ends, its label and its hint. */
export function sentenceOf(written: string): Sentence {
  const [said = ''] = stripVTControlCharacters(written).trim().split('\nhint: ');
  return said.replace(/^(?:warning|hint): /, '').replace(/\s+/g, ' ');
}

/** The message of an error, with the reference before it unless it is there already. */
export function withReference(ref: string, { message, about }: Pick<TrackerError, 'message' | 'about'>): Sentence {
  return about === ref ? message : phrase`${ref}: ${message}`;
}

/** `the reply to CASA-16` for `a reply to CASA-16`. */
export function definite(words: string): string {
  return words.replace(/^an? /, 'the ');
}

/** Names in a sentence, the first of them where there are many: `SCM-1, SCM-2 and 3 more`. */
export function someOf(names: readonly string[], most = 8): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
