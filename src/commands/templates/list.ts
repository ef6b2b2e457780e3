import { defineVerb } from '../../args/verb.js';
import { templatesFolder, templatesIn } from '../../config/templates.js';
import { attempt, type Sentence, TrackerError } from '../../contract/errors.js';
import { macroWords, ownTexts, readMacro } from '../../contract/macro.js';
import { trimText } from '../../contract/text/text.js';
import { readRegular, requireOwn } from '../../disk/read-regular.js';
import { templateList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';

/** The most of a template that is read for its head and its first line (bytes). */
const longest = 64 * 1024;

export const verb = defineVerb({
  details: [
    'Your templates for replies and notes: files called NAME.md in the folder templates of the config folder, which --template uses.',
    'One with a head is a macro, which also sets a status and the like; tracker help tickets reply says how.',
  ].join('\n'),
  prints: { list: templateList, isLocal: true },
  examples: [
    { line: 'tracker templates', does: 'list your templates' },
    { line: 'tracker templates list -q', does: 'print their names' },
  ],
  run: async (context, _args, order) => {
    const { config } = context.settings.folders;
    const folder = templatesFolder(config);
    const rows = templatesIn(config).map(({ name, path = null }) => {
      const source = path === null ? (ownTexts[name] ?? '') : firstPart(path);
      return { id: name, name, ...readHead(source, `${name}.md`), path };
    });
    return listRows(context, templateList, rows, { ...order, emptyHint: `in ${folder}` });
  },
});

/** What it begins with and does, or why it cannot be used. */
function readHead(source: string, path: string): { readonly begins: string | null; readonly does: Sentence | null } {
  try {
    const { macro, text } = readMacro(trimText(source), path);
    const line = text.split('\n').find((each) => each.trim() !== '');
    return { begins: line?.trim() ?? null, does: macro ? macroWords(macro) : null };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { begins: null, does: error.message };
  }
}

function firstPart(path: string): string {
  const bytes = attempt(() => readRegular(path, (stats) => requireOwn(path, stats)))?.subarray(0, longest);
  return bytes?.toString('utf8') ?? '';
}
