import { usageError } from '../../contract/errors.js';
import type { Format } from '../format.js';
import { writeBatches } from '../format.js';
import { tsvLine } from './tsv.js';

/** References only, one per line, to pipe into another command. */
export const format: Format = {
  isByPage: true,
  isOnlyRefs: true,
  list: (writer, { rows, refOf }) => writeBatches(writer, rows, (row) => line(refOf(row))),
  detail: (writer, { ref }) => writer.io.stdout.write(tsvLine([ref])),
  async object(writer, { ref, quiet = ref }) {
    if (quiet === undefined) throw usageError('this command has no reference for --quiet to print');
    if (quiet !== '') await writer.io.stdout.write(line(quiet));
  },
  pairs: async () => {
    throw usageError('--quiet prints references only and cannot be used with --fields');
  },
  requests: async () => {
    throw usageError('a dry run has no references to print', 'leave out --quiet');
  },
  nothing: async () => undefined,
};

function line(ref: string): string {
  return ref === '' ? '' : tsvLine([ref]);
}
