import { defineVerb } from '../../args/verb.js';

export const verb = defineVerb({
  details:
    'The file need not be there: it is made with the first sign-in or setting. TRACKER_CONFIG_DIR names another folder.',
  prints: 'text',
  flags: {},
  examples: [{ line: 'cat "$(tracker config path)"', does: 'look into it' }],
  run: async ({ settings, show }) => {
    const { path } = settings.config;
    if (!show.isAsked) return await show.text(`${path}\n`);
    await show.object({ object: { path }, fields: [{ key: 'path', label: 'Path', value: path }], quiet: path });
  },
});
