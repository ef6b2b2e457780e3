import { text, toggle } from '../../args/flag.js';
import { kind, pipedText } from '../../args/value.js';

/** The hint if no editor can be opened. */
export const textInstead = 'use --body TEXT, --body-file FILE, or --body-file - for standard input';

/** The sources of a text; only one may be given. */
export const textFlags = {
  body: text('-b, --body', 'the text', pipedText('file')),
  bodyFile: text('-F, --body-file', 'read the text from a file; - is standard input', kind('file')),
  editor: { ...toggle('-e, --editor', 'write the text in your editor'), needsTerminal: textInstead },
};

/** What a text for a ticket may begin with. */
export const startFlags = {
  quote: {
    ...toggle('--quote', 'begin with the last message, who wrote it and when, in your editor'),
    needsTerminal: textInstead,
  },
  template: text('--template', 'the text of templates/NAME.md in the config folder', kind('template', 'name')),
};

/** Sends a draft. */
export const draftFlag = {
  fromDraft: text('--from-draft', 'send a saved draft; with --editor, edit it first', kind('draft', 'number')),
};

/** Sends a draft, for commands that open no editor. */
export const resendFlag = {
  fromDraft: text('--from-draft', 'send a saved draft', kind('draft', 'number')),
};

/** A paragraph in the help of commands that can begin a text for the user. */
export const startHelp = [
  '--template NAME uses the text of templates/NAME.md in the config folder, and fills in {{ref}}, {{subject}}, {{customer}} and',
  '{{me}}. On a terminal, the text is shown, and you are asked to confirm it unless --yes is given; with --editor, you can change',
  'it first. --status is set once the text has been accepted; if that fails, the exit code is 8.',
].join('\n');

/** A paragraph in the help of commands that send a text. */
export const textHelp = [
  'The text comes from --body, --body-file or your editor (TRACKER_EDITOR, VISUAL, EDITOR), which opens on a terminal if no',
  'text is given. It is kept as a draft until the server has accepted it.',
].join('\n');
