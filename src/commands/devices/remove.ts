import { defineVerb } from '../../args/verb.js';
import { readDeviceToken } from './device-token.js';

const usage = 'tracker devices remove < FILE';

export const verb = defineVerb({
  details:
    'The token of the device is read from standard input, at a terminal from a hidden prompt. Removing one the server does not know does no harm. --dry-run shows *** in its place. Everybody may remove devices.',
  prints: 'result',
  flags: {},
  examples: [{ line: 'tracker devices remove < token.txt', does: 'no more push messages' }],
  writes: true,
  run: async (context) => {
    const token = await readDeviceToken(context, usage);
    const client = await context.client();
    const reply = await client.write('DELETE /push/tokens', { body: { token } });
    if (reply) await context.show.result('Removed the device.', reply, 'device');
  },
});
