import { text, toggle } from '../args/flag.js';
import { freeText, kind } from '../args/value.js';

/** How to give a text where no editor opens. */
export const textInstead = 'use --body TEXT, --body-file FILE, or --body-file - for standard input';

/** Where a written text comes from; at most one of the first three. */
export const textFlags = {
  body: text('-b, --body', 'the text', kind('text')),
  bodyFile: text('-F, --body-file', 'read the text from a file; - is standard input', kind('file')),
  editor: { ...toggle('-e, --editor', 'write the text in your editor'), needsTerminal: textInstead },
};

/** The same for what is kept as a draft until the server has it. */
export const draftFlag = {
  fromDraft: text(
    '--from-draft',
    'send a draft that could not be sent before; with --editor, change it first',
    freeText('id'),
  ),
};

/** The same for commands that open no editor. */
export const resendFlag = {
  fromDraft: text('--from-draft', 'send a draft that could not be sent before', freeText('id')),
};

/** The help of commands that send written text. */
export const textHelp =
  'The text comes from --body, --body-file or your editor (TRACKER_EDITOR, VISUAL, EDITOR), which opens by itself on a\nterminal when none is given. It is kept as a draft until the server has taken it.';
