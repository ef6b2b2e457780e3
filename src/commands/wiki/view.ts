import { shellWord } from '../../contract/text/shell-word.js';
import { wikiDetail, wikiFields, wikiLines } from '../../views/wiki.js';
import { pageVerb } from '../showing/page-verb.js';

export const verb = pageVerb({
  kind: 'page',
  noun: 'wiki',
  details: [
    'Prints the page formatted for reading; --html prints its HTML unchanged, and --markdown prints it as Markdown. The wiki',
    'is for the internal team only.',
  ].join('\n'),
  lines: wikiLines,
  fields: wikiFields,
  layout: wikiDetail,
  whenEmpty: (id, flags) =>
    `This page is empty. For the pages below it: tracker ${flags}wiki list --under ${shellWord(id)}`,
  examples: [
    { line: 'tracker wiki view "Restore a backup"', does: 'view a page' },
    { line: 'tracker wiki view backup --markdown > backup.md', does: 'save it as Markdown' },
    { line: 'tracker wiki view backup --json | jq -r .page.bodyHtml', does: 'use it in a script' },
  ],
});
