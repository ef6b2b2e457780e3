import { defineVerb } from '../../args/verb.js';

export const verb = defineVerb({
  details: 'The file is created by the first sign-in or setting. Set TRACKER_CONFIG_DIR to use another folder.',
  prints: 'text',
  examples: [{ line: 'cat "$(tracker config path)"', does: 'print the file' }],
  run: async ({ settings, show }) => {
    const { path } = settings.config;
    const fields = [{ key: 'path', label: 'Path', value: path }];
    if (show.isAsked) return { is: 'object', data: { object: { path }, fields, quiet: path } };
    await show.text(`${path}\n`);
  },
});
