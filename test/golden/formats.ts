import type { RunOptions } from '../support/computer/machine.js';
import { narrow } from '../support/run.js';
import { coloured, type GoldenCommand } from './commands.js';

/** One way of asking for an output: where it goes, and the flags after the command. */
export interface GoldenFormat {
  /** What its file is called, after the name of the command. */
  readonly name: string;
  readonly flags: string;
  readonly where: RunOptions;
  /** Whether it prints what the server sent, so that the shape of the server shows. */
  readonly isWhole: boolean;
}

/** Without progress, which comes and goes with the load of the computer. */
const still = { ...narrow.env, CI: '1' };

/** The formats in which a command is compared: four widths, a pipe, and every flag that
 * chooses one. */
export function formatsOf({ name, fields }: GoldenCommand): readonly GoldenFormat[] {
  const formats = [
    ...[60, 80, 120, 200].map((columns) => terminal(String(columns), { env: still, terminal: { columns } })),
    piped('pipe', ''),
    piped('json', '--json'),
    piped('jsonl', '--jsonl'),
    piped('csv', '--csv'),
    piped('quiet', '-q'),
    piped('fields', `--fields ${fields}`),
    piped('fields-json', `--json=${fields}`),
  ];
  if (['tasks-list', 'tasks-view'].includes(name)) formats.push(piped('yaml', '--yaml'));
  if (!coloured.includes(name)) return formats;
  return [...formats, terminal('80-colour', { terminal: { columns: 80 } })];
}

/** The words after `tracker`. */
export const lineOf = ({ line }: GoldenCommand, { flags }: GoldenFormat): string => `${line} ${flags}`.trim();

const terminal = (name: string, where: RunOptions): GoldenFormat => ({ name, flags: '', where, isWhole: false });
const piped = (name: string, flags: string): GoldenFormat => ({
  name,
  flags,
  where: {},
  isWhole: flags.startsWith('--json') || flags === '--yaml',
});
