import { fstatSync } from 'node:fs';
import { attempt } from '../../contract/errors.js';
import { readPackageFile } from '../../disk/package-file.js';

/** The help that a command line asks for, as the build wrote it for pipes and files. Undefined for all else, as a terminal or an alias. */
export function preparedHelp(argv: readonly string[]): string | undefined {
  const words = argv[0] === 'help' ? argv.slice(1) : argv.slice(0, -1);
  if (argv[0] !== 'help' && !/^(-h|--help)$/.test(argv.at(-1) ?? '')) return undefined;
  if (fstatSync(1).isCharacterDevice()) return undefined;
  const texts = attempt(() => readPackageFile('dist/help.txt').toString().split('\f'));
  const name = `${words.join(' ')}\n`;
  return texts?.find((each) => each.startsWith(name))?.slice(name.length);
}
