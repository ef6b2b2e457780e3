import { usageError } from '../../errors.js';
import { tsvLine } from '../data/tsv.js';
import type { Format } from '../format.js';
import { writeBatches } from '../write/batches.js';

/** The references alone, one a line, for pipes into another command. */
export const format: Format = {
  isByPage: true,
  list: (writer, { rows, refOf }) => writeBatches(writer, rows, (row) => line(refOf(row))),
  detail: (writer, { ref }) => writer.io.stdout.write(tsvLine([ref])),
  async object(writer, { ref, quiet = ref }) {
    if (quiet === undefined) throw usageError('there is no reference that --quiet could print here');
    await writer.io.stdout.write(line(quiet));
  },
  pairs: async () => {
    throw usageError('--quiet prints references only; --fields says otherwise');
  },
  requests: async () => {
    throw usageError('a dry run has no references to print', 'leave out --quiet');
  },
  nothing: async () => undefined,
};

function line(ref: string): string {
  return ref === '' ? '' : tsvLine([ref]);
}
