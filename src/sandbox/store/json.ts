import { peopleOf } from '../identity/people.js';
import { JsonText, type Shape, type World } from '../world.js';
import { columnOf, type Value } from './database.js';

/*
 * JSON that the database writes by itself, field by field, so that a list of very many rows need not become objects. Each field
 * is the SQL of its JSON text.
 */

/** The SQL of a field's JSON text; an optional field is left out where that text is `null` or an empty list. */
type AnyShape = string | { readonly optional: string };

/** The same, or by shape, and left out in the others. */
export type Field = AnyShape | Readonly<Partial<Record<Shape, AnyShape>>>;

/** The fields of a type of the contract that is sent as an object. */
export type FieldsOf<T> = { readonly [K in keyof T as string extends K ? never : K]?: Field };

/** A field that public servers leave out. */
export const exceptWire = (field: AnyShape) => ({ usual: field, spec: field });

/** The value of a column or expression, as JSON. */
export const value = (sql: string): string => `json_quote(${sql})`;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The fields with these names, separated by spaces, whose values are the columns called so in camel case: `orgId` is `org_id`. */
export function columns<Names extends string>(table: string, names: Names): Readonly<Record<Words<Names>, string>> {
  const fields = names.split(' ').map((name) => [name, value(`${table}.${columnOf(name)}`)]);
  // Object.fromEntries widens the names to string.
  return Object.fromEntries(fields) as Record<Words<Names>, string>;
}

/** A condition, as JSON. */
export const truth = (condition: string): string => `iif(${condition}, 'true', 'false')`;

/** An object with these fields, the first of which is always there. */
export function object(fields: Readonly<Record<string, Field>>, shape: Shape = 'usual'): string {
  const parts = Object.entries(fields).flatMap(([name, all], index) => {
    const start = `'${index === 0 ? '{' : ','}"${name}":'`;
    const field = typeof all === 'string' || 'optional' in all ? all : all[shape];
    if (field === undefined) return [];
    if (typeof field === 'string') return `${start}, ${field}`;
    return `coalesce(${start} || nullif(nullif(${field.optional}, 'null'), '[]'), '')`;
  });
  return `concat(${parts.join(', ')}, '}')`;
}

/** A list of `item`, which is JSON too, of the rows of `from` in this order. */
export function list(item: string, from: string, order: string): string {
  return `(SELECT concat('[', group_concat(${item}, ',' ORDER BY ${order}), ']') FROM ${from})`;
}

/** Reads the list whose JSON this SQL gives; its items have the fields named there. */
export function readList<T>({ db }: World, sql: string, ...values: Value[]): readonly T[] {
  return JSON.parse(db.value(`SELECT ${sql}`, ...values) ?? '[]') as readonly T[];
}

/** The list `name` and the users it names, from a query for its rows as `json` and the ids of those users as `people`, a text of words. */
export function listRows(world: World, name: string, sql: string, ...values: Value[]): JsonText {
  const found = world.db.get<{ rows: Uint8Array | null; people: string | null }>(
    `SELECT CAST(group_concat(json) AS BLOB) AS rows, group_concat(DISTINCT people) AS people FROM (${sql})`,
    ...values,
  );
  const people = (found?.people ?? '').split(/[ ,]/);
  return new JsonText(
    Buffer.concat([
      Buffer.from(`{"${name}":[`),
      found?.rows ?? new Uint8Array(),
      Buffer.from(`],"users":${JSON.stringify(peopleOf(world, people))}}`),
    ]),
  );
}
