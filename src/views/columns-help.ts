import type { ListView } from '../output/view.js';

/** What `--help` says about a list's columns: those of a table and of TSV, in their order, and those of `--fields` alone. */
export function describeColumns({ columns, fields }: ListView): string {
  const shown = columns.filter(({ head }) => head !== undefined).map(({ key }) => key);
  const hidden = columns.filter(({ head }) => head === undefined).map(({ key }) => key);
  const more = [...new Set(['uuid', ...hidden, ...fields])].filter((key) => !shown.includes(key));
  return `Columns, in this order: ${shown.join(', ')}.\nAlso with --fields: ${more.join(', ')}, and any key of the JSON.`;
}

/** What `--help` says about a view in a pipe: the keys of its lines, in their order, and what stands behind those. */
export function describeLines(keys: string, behind = ''): string {
  const order = keys.split(' ').join(', ');
  return `In a pipe: key<TAB>value lines in this order: ${order}${behind === '' ? '' : `; then ${behind}`}.`;
}
