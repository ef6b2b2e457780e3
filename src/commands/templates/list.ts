import { defineVerb } from '../../args/verb.js';
import { type TemplateFile, templatesFolder, templatesIn } from '../../config/templates.js';
import { type Sentence, TrackerError } from '../../contract/errors.js';
import { macroWords } from '../../contract/macro.js';
import { readTemplateFile } from '../../files/read-template.js';
import { templateList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';

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
    const rows = templatesIn(config).map((file) => {
      const { name, path = null } = file;
      return { id: name, name, ...readHead(file), path };
    });
    return listRows(context, templateList, rows, { ...order, emptyHint: `in ${folder}` });
  },
});

/** What it begins with and does, or why it cannot be used. */
function readHead(file: TemplateFile): { readonly begins: string | null; readonly does: Sentence | null } {
  try {
    const { macro, text } = readTemplateFile(file, `${file.name}.md`);
    const line = text.split('\n').find((each) => each.trim() !== '');
    return { begins: line?.trim() ?? null, does: macro ? macroWords(macro) : null };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { begins: null, does: error.message };
  }
}
