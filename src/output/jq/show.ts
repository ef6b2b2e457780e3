import { cleanText } from '../../contract/text/unsafe-characters.js';
import type { Output } from '../../terminal/streams/io.js';
import { createShow } from '../create-show.js';
import { escapeJson, indentJson } from '../data/json.js';
import { page } from '../pager.js';
import type { Show, ShowParts } from '../show.js';
import { showShown } from '../show-shown.js';
import type { Jq } from './jq.js';

/**
 * Prints the results of a jq expression on the JSON output: strings as they are, other values as JSON, one per line. On a
 * terminal JSON is indented and text is made safe (docs/requirements.md, R36). An error of the expression is thrown after the
 * results before it are written.
 */
export function createJqShow(parts: ShowParts, jq: Jq): Show {
  const { stdout } = parts.io;
  const json: string[] = [];
  const collected: Output = {
    ...stdout,
    isTerminal: false,
    write: async (text) => void json.push(typeof text === 'string' ? text : Buffer.from(text).toString('utf8')),
  };
  const show = createShow({ ...parts, io: { ...parts.io, stdout: collected } });
  const filtered =
    <A>(write: (given: A) => Promise<void>) =>
    async (given: A): Promise<void> => {
      await write(given);
      const document = json.splice(0).join('');
      if (document === '') return;
      const { results, remarks, error } = await jq(document);
      const text = results.map((line) => shown(line, stdout.isTerminal)).join('');
      if (text !== '') await page(parts, [text]);
      for (const remark of remarks) await show.warn(remark);
      if (error) throw error;
    };
  const all: Show = {
    ...show,
    byRow: () => undefined,
    text: filtered(show.text),
    requests: filtered(show.requests),
    write: filtered(show.write),
    early: async (early) => await showShown(all, early),
  };
  return all;
}

function shown(line: string, isTerminal: boolean): string {
  if (line.startsWith('"')) {
    const text = String(JSON.parse(line));
    return `${isTerminal ? cleanText(text) : text}\n`;
  }
  return `${escapeJson(isTerminal ? (indentJson(line) ?? line) : line)}\n`;
}
