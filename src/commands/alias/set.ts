import { checkAlias } from '../../args/check-alias.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { aliasesKey, isForShell, readAliases } from '../../config/stored-settings.js';
import { usageError } from '../../contract/errors.js';
import { objectAt } from '../../contract/row.js';
import { readGivenText } from '../../files/read-input.js';

export const verb = defineVerb({
  details: [
    [
      'An alias stands for the words after tracker; what you type after the alias is added to them. Quotes and backslashes work as in',
      'a shell, but nothing is expanded. It cannot stand for another alias or have the name of a command.',
    ].join('\n'),
    'After a !, an alias is a command for sh, with your arguments as $1, $2 and so on, or $@ for all of them.',
    'Aliases are stored in config.json.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    { value: kind('alias', 'name'), help: 'letters, digits, - and _' },
    { value: freeText('words'), help: 'what it stands for, in quotes; - is standard input' },
  ],
  examples: [
    { line: "tracker alias set t 'tickets list --segment all'", does: 'then tracker t -s open lists open tickets' },
    { line: 'tracker alias set log \'!git log --grep "$1"\'', does: 'run git; $1 is the first argument' },
  ],
  run: async (context, [name = '', words = '']) => {
    await context.show.expectResult(['name', 'expansion']);
    const expansion = (words === '-' ? await readGivenText(context, words, usageError) : words).trim();
    const { commands } = context;
    const standsFor = checkAlias({ name, text: expansion, commands, now: context.now() });
    const { config, workingFolder } = context.settings;
    if (standsFor === 'script') {
      const script = ['sh', '-n', '-c', expansion.slice(1)];
      const read = await context.launch.capture(script, workingFolder).catch(() => undefined);
      if (read && read.code !== 0) throw usageError(`sh cannot read it: ${read.stderr.split('\n')[0] ?? ''}`);
    }
    const before = readAliases(await config.read()).get(name);
    await config.update((content) => {
      return { ...content, [aliasesKey]: { ...objectAt(content, aliasesKey), [name]: expansion } };
    });
    const meaning = isForShell(expansion) ? expansion.slice(1) : `tracker ${expansion}`;
    const was = before === undefined || before === expansion ? '' : ` (before: ${before})`;
    const sentence = `${name} now stands for: ${meaning}${was}`;
    return { is: 'result', sentence, object: { name, expansion }, quiet: name };
  },
});
