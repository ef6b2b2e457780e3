import { defineVerb } from '../../args/verb.js';
import { templateNames, templatesFolder } from '../../config/templates.js';
import { attempt } from '../../contract/errors.js';
import { readRegular, requireOwn } from '../../disk/read-regular.js';
import { templateList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';

/** The most of a template that is read for its first line (bytes). */
const longest = 64 * 1024;

export const verb = defineVerb({
  details:
    'Your templates for replies and notes: files called NAME.md in the folder templates of the config folder, which --template uses.',
  prints: { list: templateList, isLocal: true },
  examples: [
    { line: 'tracker templates', does: 'list your templates' },
    { line: 'tracker templates list -q', does: 'print their names' },
  ],
  run: async (context, _args, order) => {
    const { config } = context.settings.folders;
    const folder = templatesFolder(config);
    const rows = (attempt(() => templateNames(config)) ?? []).map((name) => {
      const path = config('templates', `${name}.md`);
      return { id: name, name, begins: firstLine(path), path };
    });
    return listRows(context, templateList, rows, { ...order, emptyHint: `in ${folder}` });
  },
});

function firstLine(path: string): string | null {
  const bytes = attempt(() => readRegular(path, (stats) => requireOwn(path, stats)))?.subarray(0, longest);
  return (
    bytes
      ?.toString('utf8')
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? null
  );
}
