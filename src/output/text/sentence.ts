import { stripVTControlCharacters } from 'node:util';
import type { TrackerError } from '../../contract/errors.js';

/** Words with a capital at their beginning. */
export function capitalized(words: string): string {
  return words.replace(/^./u, (first) => first.toUpperCase());
}

/** What a sentence may name in two ways. */
export interface Name {
  readonly uuid: string;
  readonly ref: string;
}

/** A sentence that names something by its reference, where only its uuid was known. */
export function namingReference(sentence: string, { uuid, ref }: Name): string {
  if (ref === '' || uuid === '') return sentence;
  return sentence.replaceAll(`ticket:${uuid}`, ref).replaceAll(`task:${uuid}`, ref).replaceAll(uuid, ref);
}

/** A sentence as a part of another. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** What a line on stderr says, without colours, line ends, its label and its hint. */
export function sentenceOf(written: string): string {
  const [said = ''] = stripVTControlCharacters(written).trim().split('\nhint: ');
  return said.replace(/^(?:warning|hint): /, '').replace(/\s+/g, ' ');
}

/** The message of an error, with the reference before it unless it is there already. */
export function withReference(ref: string, { message, about }: Pick<TrackerError, 'message' | 'about'>): string {
  return about === ref ? message : `${ref}: ${message}`;
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
