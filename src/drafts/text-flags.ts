import { text, toggle } from '../args/flag.js';
import { freeText, kind } from '../args/value.js';

/** The hint where no editor can open. */
export const textInstead = 'use --body TEXT, --body-file FILE, or --body-file - for standard input';

/** Where a text comes from; only one of them may be given. */
export const textFlags = {
  body: text('-b, --body', 'the text', kind('text')),
  bodyFile: text('-F, --body-file', 'read the text from a file; - is standard input', kind('file')),
  editor: { ...toggle('-e, --editor', 'write the text in your editor'), needsTerminal: textInstead },
};

/** Sends a draft. */
export const draftFlag = {
  fromDraft: text(
    '--from-draft',
    'send a draft that could not be sent before; with --editor, change it first',
    freeText('id'),
  ),
};

/** Sends a draft, for commands that open no editor. */
export const resendFlag = {
  fromDraft: text('--from-draft', 'send a draft that could not be sent before', freeText('id')),
};

/** A paragraph in the help of commands that send a text. */
export const textHelp =
  'The text comes from --body, --body-file or your editor (TRACKER_EDITOR, VISUAL, EDITOR), which opens by itself on a\nterminal when none is given. It is kept as a draft until the server has taken it.';
