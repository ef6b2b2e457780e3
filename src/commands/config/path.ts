import { defineVerb } from '../../args/verb.js';

export const verb = defineVerb({
  details: 'The file is created by the first sign-in or setting. Set TRACKER_CONFIG_DIR to use another folder.',
  prints: 'text',
  flags: {},
  examples: [{ line: 'cat "$(tracker config path)"', does: 'print the file' }],
  run: async ({ settings, show }) => {
    const { path } = settings.config;
    if (!show.isAsked) return await show.text(`${path}\n`);
    await show.object({ object: { path }, fields: [{ key: 'path', label: 'Path', value: path }], quiet: path });
  },
});
