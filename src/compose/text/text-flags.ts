import { text, toggle } from '../../args/flag.js';
import { freeText, kind, pipedText } from '../../args/value.js';

/** The hint if no editor can be opened. */
export const textInstead = 'use --body TEXT, --body-file FILE, or --body-file - for standard input';

/** The sources of a text; only one may be given. */
export const textFlags = {
  body: text('-b, --body', 'the text', pipedText('file')),
  bodyFile: text('-F, --body-file', 'read the text from a file; - is standard input', kind('file')),
  editor: { ...toggle('-e, --editor', 'write the text in your editor'), needsTerminal: textInstead },
};

export const draftFlag = {
  fromDraft: text('--from-draft', 'send a saved draft; with --editor, edit it first', kind('draft', 'number')),
};

/** Sends a draft, or something new, which may be sent only once. */
export const newFlags = {
  ...draftFlag,
  once: text('--once', 'send it once: later runs with this key print the first result', freeText('key')),
};

/** Sends a draft, for commands that open no editor. */
export const resendFlag = {
  fromDraft: text('--from-draft', 'send a saved draft', kind('draft', 'number')),
};

/** A paragraph in the help of commands that send a text. */
export const textHelp = [
  'The text comes from --body, --body-file or your editor (TRACKER_EDITOR, VISUAL, EDITOR), which opens on a terminal if no',
  'text is given. It is kept as a draft until the server has accepted it.',
].join('\n');
