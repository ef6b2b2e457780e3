import { folderVariables } from '../config/folders.js';
import { usageError } from '../contract/errors.js';
import { quoteTyped } from '../contract/text/mask-url.js';
import type { Host } from './host.js';

/**
 * Throws a usage error for a word of the command line, or a folder in the environment, whose bytes are not UTF-8. Where the
 * system does not show them, U+FFFD counts as such; Windows has no bytes that it could stand for.
 */
export function refuseUndecoded({ argv, env, platform, bytesOf }: Host): void {
  if (platform === 'win32') return;
  const given = entriesOf(bytesOf?.('cmdline')).slice(-argv.length);
  const word = argv.find((each, at) => isReplaced(each, given[at]));
  if (word !== undefined)
    throw usageError(`${quoteTyped(word, 60)} is not text in UTF-8`, 'convert it to UTF-8, for example with iconv');
  const variables = entriesOf(bytesOf?.('environ'));
  const wrong = folderVariables.find((name) => {
    const start = Buffer.from(`${name}=`);
    const found = variables.find((each) => each.subarray(0, start.length).equals(start));
    return isReplaced(env[name], found?.subarray(start.length));
  });
  if (wrong !== undefined)
    throw usageError(`${wrong} is not text in UTF-8`, 'set it to a folder whose name is in UTF-8');
}

/** Whether bytes of a text had to be replaced to read it. */
function isReplaced(text: string | undefined, bytes: Uint8Array | undefined): boolean {
  return text?.includes('\ufffd') === true && !(bytes && Buffer.from(text).equals(bytes));
}

/** The entries of `/proc/self/cmdline` or `environ`, which each end with a NUL. */
function entriesOf(bytes: Uint8Array = new Uint8Array()): readonly Buffer[] {
  const entries = Buffer.from(bytes).toString('latin1').split('\0').slice(0, -1);
  return entries.map((each) => Buffer.from(each, 'latin1'));
}
