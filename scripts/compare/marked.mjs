import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where sentences come from: in each file, what is replaced by what. */
const places = {
  'src/contract/errors.ts': [['super(shortened(message),', "super('~' + shortened(message),"]],
  'src/output/create-show.ts': [
    ['if (isJson && code)', "sentence = '~' + sentence;\n    if (isJson && code)"],
    ['parts, isJson, { message, hint }', "parts, isJson, { message: '~' + message, hint }"],
  ],
  'src/commands/sending/collecting.ts': [
    ['=> void into.said.push(sentence)', "=> void into.said.push('~' + sentence)"],
    ['into.warned.push({ message, reason })', "into.warned.push({ message: '~' + message, reason })"],
  ],
};

/** Copies a checkout and builds it so that each sentence begins with `~`: whatever reads one does something else then. */
export function buildMarked(root, folder) {
  const isKept = (path) => !/^\/(?:node_modules|dist|\.git)(?:\/|$)/.test(path.slice(root.length));
  cpSync(root, folder, { recursive: true, filter: isKept });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, edits] of Object.entries(places)) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [before, after] of edits) {
      if (text.split(before).length !== 2) throw new Error(`${name} has not exactly one ${before}`);
      text = text.replace(before, after);
    }
    writeFileSync(join(folder, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the marked copy could not be built: ${stderr}`);
  return folder;
}
