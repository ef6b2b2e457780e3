import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { templateNames, templatesFolder } from '../../config/templates.js';
import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import { inForm } from '../../contract/plain-letters.js';
import { decodeText, isEmpty, longestInput, nul, trimText } from '../../contract/text.js';
import { codeOf } from '../../disk/file-trouble.js';
import { readRegular, requireOwn } from '../../disk/read-regular.js';
import { whyUnreadable } from '../../files/read-input.js';
import { nearest } from '../../output/text/nearest.js';

/** What a template's placeholders stand for; a value is only asked for if it is used. Undefined if there is none. */
export type Placeholders = Readonly<Record<string, () => Promise<string | undefined>>>;

/** Fills in the placeholders of a template. Throws a usage error for one that is unknown or has no value. */
export type Template = (known: Placeholders) => Promise<string>;

/**
 * Reads a template of the user. Throws a usage error for an unknown name, which is only ever the name of a file in the folder, and
 * Unsafe.
 */
export function readTemplate(context: Context, given: string): Template {
  const { config } = context.settings.folders;
  const names = attempt(() => templateNames(config)) ?? [];
  const name = names.find((each) => inForm(each) === inForm(given));
  if (name === undefined) throw unknownTemplate(given, names, templatesFolder(config));
  const path = config('templates', `${name}.md`);
  const text = trimText(readText(path));
  if (isEmpty(text)) throw usageError(`the template ${name} is empty: ${path}`);
  if (text.includes(nul)) throw usageError(`the template ${name} contains a NUL character: ${path}`);
  return async (known) =>
    await fill(text, known, (what, hint) => usageError(`the template ${name} ${what}: ${path}`, hint));
}

/** A pipe in place of a template is not waited for: its writer may never come. */
function readText(path: string): string {
  let text: string | undefined;
  try {
    text = decodeText(
      readRegular(path, (stats) => {
        requireOwn(path, stats);
        if (stats.size > longestInput) throw usageError(`${path} is larger than ${longestInput / 1024 / 1024} MB`);
      }),
    );
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : usageError(`cannot read ${path}: ${whyUnreadable(codeOf(cause))}`);
  }
  if (text === undefined) throw usageError(`${path} is not text in UTF-8`);
  return text;
}

/** It ends at the first `}}` of its line, and holds no other opening, so that looking for it takes linear time. */
const placeholder = /\{\{((?:(?!\{\{).)*?)\}\}/g;

async function fill(text: string, known: Placeholders, refuse: (what: string, hint?: string) => TrackerError) {
  const values = new Map<string, string>();
  for (const [whole, inner = ''] of text.matchAll(placeholder)) {
    const name = inner.trim();
    const find = Object.hasOwn(known, name) ? known[name] : undefined;
    const all = listWords(Object.keys(known).map((each) => `{{${each}}}`));
    if (!find) throw refuse(`has an unknown placeholder ${whole}`, `placeholders are ${all}`);
    const value = values.get(name) ?? (await find());
    if (value === undefined) throw refuse(`uses ${whole}, which this ticket does not have`);
    values.set(name, value);
  }
  return text.replace(placeholder, (_, inner: string) => values.get(inner.trim()) ?? '');
}

function unknownTemplate(name: string, names: readonly string[], folder: string): TrackerError {
  const near = nearest(name, names);
  const known = names.length === 0 ? `there are none in ${folder}` : `templates: ${names.join(', ')}`;
  return usageError(
    `there is no template ${JSON.stringify(name.slice(0, 80))}`,
    near === undefined ? known : `did you mean ${near}? ${known}`,
  );
}
