import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { type TemplateFile, templatesFolder, templatesIn } from '../../config/templates.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { inForm } from '../../contract/text/plain-letters.js';
import { requireForeign } from '../../files/own-file.js';
import { readTemplateFile } from '../../files/read-template.js';
import { nearest } from '../../output/text/nearest.js';

/** What a template's placeholders stand for; a value is only asked for if it is used. Undefined if there is none. */
export type Placeholders = Readonly<Record<string, () => Promise<string | undefined>>>;

export type Template = ReturnType<typeof readTemplate>;

/**
 * Reads a template of the user, or one that comes with the program. Throws a usage error for an unknown name, which is only ever the
 * name of a file in the folder, and Unsafe.
 */
export function readTemplate(context: Pick<Context, 'settings'>, given: string) {
  const { config } = context.settings.folders;
  const files = templatesIn(config);
  const file = files.find(({ name }) => inForm(name) === inForm(given));
  if (file === undefined) throw unknownTemplate(given, files, templatesFolder(config));
  const { name, path = '' } = file;
  if (path !== '') requireForeign(context, path);
  const { macro, text } = readTemplateFile(file);
  return {
    name,
    macro,
    /** Whether its text names the ticket that another one is a duplicate of. */
    needsOriginal: /\{\{\s*original\s*\}\}/.test(text),
    /** Fills in the placeholders. Throws a usage error for one that is unknown or has no value. */
    fill: async (known: Placeholders) =>
      await fill(text, known, (what, hint) => usageError(`the template ${name} ${what}: ${path}`, hint)),
  };
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
    if (value === undefined)
      throw refuse(`uses ${whole}, which ${(await known.ref?.()) ?? 'this ticket'} does not have`);
    values.set(name, value);
  }
  return text.replace(placeholder, (_, inner: string) => values.get(inner.trim()) ?? '');
}

function unknownTemplate(name: string, files: readonly TemplateFile[], folder: string): TrackerError {
  const names = files.map((each) => each.name);
  const near = nearest(name, names);
  const none = files.some(({ path }) => path !== undefined) ? '' : `; yours are files called NAME.md in ${folder}`;
  const known = `templates: ${names.join(', ')}${none}`;
  return usageError(
    `there is no template ${JSON.stringify(name.slice(0, 80))}`,
    near === undefined ? known : `did you mean ${near}? ${known}`,
  );
}
