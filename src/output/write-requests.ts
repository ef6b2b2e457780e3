import { usageError } from '../errors.js';
import { csvLine, tsvLine } from './data/delimited.js';
import { toJson } from './data/json.js';
import type { ShownWrite } from './show.js';
import { cleanText } from './text/clean.js';
import type { Writer } from './writer.js';

const columns = ['method', 'url', 'body', 'files'] as const;

/** Writes the requests of a dry run: laid out for people, as rows in data formats. */
export async function writeRequests(writer: Writer, shown: readonly ShownWrite[]): Promise<void> {
  const { stdout } = writer.io;
  const rows = shown.map(({ method, url, body, files }) => ({ method, url, body: body ?? null, files }));
  switch (writer.format) {
    case 'refs':
      throw usageError('a dry run has no references to print', 'leave out --quiet');
    case 'json':
      return await stdout.write(`${toJson(rows, stdout.isTerminal ? 2 : 0)}\n`);
    case 'jsonl':
      return await stdout.write(rows.map((row) => `${toJson(row)}\n`).join(''));
    case 'csv':
      return await stdout.write(
        csvLine(columns, stdout.isTerminal) + shown.map((each) => csvLine(cells(each), stdout.isTerminal)).join(''),
      );
    case 'tsv':
      return await stdout.write(shown.map((each) => tsvLine(cells(each))).join(''));
    case 'table':
      return await writer.page(shown.map(layOut).join('\n'));
  }
}

function cells({ method, url, body, files }: ShownWrite): readonly string[] {
  return [method, url, body === undefined ? '' : toJson(body), files.map(({ name }) => name).join(',')];
}

function layOut({ method, url, body, files }: ShownWrite): string {
  const lines = [`${method} ${url}`];
  if (body !== undefined) lines.push(toJson(body, 2));
  for (const { name, size } of files) lines.push(`attachments: ${name} (${size} bytes)`);
  return `${cleanText(lines.join('\n'))}\n`;
}
