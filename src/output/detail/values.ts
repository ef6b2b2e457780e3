import { isRow } from '../../contract/row.js';
import { knownFields, refuseUnknown } from '../columns/fields.js';
import { firstStep, refuseSteps, valueAt } from '../columns/path.js';
import { type Format, type Pair, printsValues } from '../format.js';
import type { DetailData } from '../shown.js';
import type { Detail, DetailBody, DetailField, JsonObject } from '../view.js';
import { withIdentity } from './with-identity.js';

interface AskedFields {
  readonly fields: readonly string[];
  /** Decides whether the server's values come first. */
  readonly format: Pick<Format, 'value'>;
  /** The flag that names the fields (default: `--fields`). */
  readonly flag?: string;
}

/**
 * The values of `--fields` for one entity, in that order. A name is looked up among the fields of its layout, then as a path
 * into the envelope, then as a path into the entity inside it; in JSON, keys of the envelope and the entity come first. Throws
 * `usage` for an unknown name.
 */
export function detailValues({ fields, format, flag }: AskedFields, data: DetailData): readonly Pair[] {
  const { envelope } = data;
  const detail = data.layout();
  const whole = withIdentity(data);
  const entity = entityOf(envelope) ?? {};
  const known = knownFields({ columns: columnsOf(detail), fields: data.fields }, [whole, entity]);
  refuseUnknown(fields, known, flag);
  return fields.map((field) => {
    const isSent = printsValues(format) && (Object.hasOwn(whole, field) || Object.hasOwn(entity, field));
    const column = isSent ? undefined : columnsOf(detail).find(({ key }) => key === field);
    if (column !== undefined) return [field, column.value] as const;
    const source = Object.hasOwn(whole, firstStep(field)) || Object.hasOwn(whole, field) ? whole : entity;
    // A documented field may be missing from the entity too.
    const isDocumented =
      Reflect.get(whole, firstStep(field)) === entity && known.has(field.slice(field.indexOf('.') + 1));
    if (!isDocumented) refuseSteps([field], [source]);
    return [field, valueAt(source, field)] as const;
  });
}

/** The columns that a detail has for `--fields`. */
export function columnsOf({ ref, title, fields, body }: Detail): readonly Pick<DetailField, 'key' | 'value'>[] {
  const rest = { ref, title, ...(body && { [body.key]: bodySource(body) }) };
  return [...fields, ...Object.entries(rest).map(([key, value]) => ({ key, value }))];
}

/** The entity of an envelope such as `{ task, attachments, … }`: its first object with an id. */
export function entityOf(envelope: JsonObject): JsonObject | undefined {
  return Object.values(envelope)
    .filter(isRow)
    .find((row) => Object.hasOwn(row, 'id') || Object.hasOwn(row, 'uuid'));
}

/** A detail in a pipe: keys and values, the rows of blocks, the long text, and the timeline as kind, time, author and text. */
export function detailRows(detail: Detail): readonly (readonly unknown[])[] {
  return [
    ...headPairs(detail),
    ...(detail.blocks ?? []).flatMap(({ rows }) => rows),
    ...bodyPairs(detail),
    ...(detail.timeline ?? []).map(({ kind, time, author, text }) => [kind, time, author, text]),
  ];
}

const titleKeys: readonly string[] = ['title', 'subject', 'name'];

/** Reference and title come first, unless the title is one of the fields, such as `subject`. */
export function headPairs({ ref, title, fields }: Detail): readonly Pair[] {
  const pairs = fields.map(({ key, value }): Pair => [key, value]);
  const hasTitle = pairs.some(([key]) => titleKeys.includes(key));
  return [['ref', ref], ...(hasTitle ? [] : [['title', title] as const]), ...pairs.filter(([key]) => key !== 'ref')];
}

export function bodyPairs({ body }: Detail): readonly Pair[] {
  return body === undefined ? [] : [[body.key, bodySource(body)]];
}

export function bodySource(body: DetailBody): string {
  if ('html' in body) return body.html;
  return 'markdown' in body ? body.markdown : body.plain;
}
