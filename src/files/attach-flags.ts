import { text, texts } from '../args/flag.js';
import { freeText, kind } from '../args/value.js';

export const attachFlags = {
  attach: texts(
    '--attach',
    'attach a file; repeatable; - reads standard input (up to 1 GB), named by --attach-name',
    kind('file'),
  ),
  attachName: text('--attach-name', 'the file name for standard input', freeText('name')),
};
