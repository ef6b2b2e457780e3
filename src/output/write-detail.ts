import { withIdentity } from './columns/identity.js';
import { csvLine, tsvLine } from './data/delimited.js';
import { bodySource } from './detail/body.js';
import { detailValues } from './detail/values.js';
import type { DetailData } from './show.js';
import { textWidth } from './text/page-width.js';
import type { Detail } from './view.js';
import { writeDocument, writePairs } from './write-object.js';
import type { Writer } from './writer.js';

/** Writes one entity in the chosen format. Throws `usage` for a field nobody knows. */
export async function writeDetail(writer: Writer, data: DetailData): Promise<void> {
  const { stdout } = writer.io;
  if (writer.format === 'refs') return await stdout.write(tsvLine([data.ref]));
  if (writer.choice.fields.length > 0) return await writePairs(writer, detailValues(writer.choice.fields, data));
  switch (writer.format) {
    case 'json':
    case 'jsonl': {
      const { envelope, ref, uuid, setting } = data;
      return await writeDocument(writer, withIdentity(envelope, { ref, uuid }, setting.people));
    }
    case 'csv':
      return await writeRecord(writer, data.layout());
    case 'tsv':
      return await stdout.write(detailLines(data.layout()));
    case 'table': {
      const { drawDetail } = await import('./detail/draw-detail.js');
      const { color, words } = writer;
      const { now, base } = data.setting;
      const detail = data.layout();
      const width = stdout.columns();
      const beyond = stdout.isTerminal ? Math.max(0, width - textWidth(width)) : undefined;
      const draw = async (links: boolean): Promise<string> =>
        await drawDetail(detail, { width, beyond, now, base, color, words, links });
      // Not every pager lets links through, and one that does not shows their codes, or nothing.
      return await writer.page(await draw(writer.links), writer.links ? () => draw(false) : undefined);
    }
  }
}

/**
 * A detail in a pipe: `ref`, `title` and the fields as `key<TAB>value`, the rows of blocks, the long text, and the timeline
 * as `kind<TAB>time<TAB>author<TAB>text`.
 */
export function detailLines(detail: Detail): string {
  const { body } = detail;
  return [
    ...pairsOf(detail).map(tsvLine),
    ...detail.blocks.flatMap(({ rows }) => rows.map(tsvLine)),
    ...(body === undefined ? [] : [tsvLine([body.key, bodySource(body)])]),
    ...detail.timeline.map(({ kind, time, author, text }) => tsvLine([kind, time, author, text])),
  ].join('');
}

/** Reference and title stand first, unless a field gives the same under a name of its own, such as `subject`. */
function pairsOf({ ref, title, fields }: Detail): readonly (readonly [string, unknown])[] {
  const pairs = fields.map(({ key, value }) => [key, value] as const);
  const hasTitle = pairs.some(([key, value]) => key === 'title' || value === title);
  return [['ref', ref], ...(hasTitle ? [] : [['title', title] as const]), ...pairs.filter(([key]) => key !== 'ref')];
}

async function writeRecord(writer: Writer, detail: Detail): Promise<void> {
  const { stdout } = writer.io;
  const pairs = [...pairsOf(detail)];
  if (detail.body !== undefined) pairs.push([detail.body.key, bodySource(detail.body)]);
  const header = csvLine(
    pairs.map(([key]) => key),
    stdout.isTerminal,
  );
  await stdout.write(
    header +
      csvLine(
        pairs.map(([, value]) => value),
        stdout.isTerminal,
      ),
  );
}
