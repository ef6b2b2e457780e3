import { defineVerb } from '../../args/verb.js';
import { readDeviceToken } from './add.js';

export const verb = defineVerb({
  details: [
    "Reads the device's push token from standard input or, on a terminal, from a hidden prompt. Removing a token the server",
    'does not know does nothing. --dry-run shows *** instead of the token. Everyone may remove devices.',
  ].join('\n'),
  prints: 'result',
  examples: [{ line: 'tracker devices remove < token.txt', does: 'stop push notifications' }],
  writes: ['DELETE /push/tokens'],
  queued: false,
  run: async (context) => {
    const token = await readDeviceToken(context, 'devices remove < FILE');
    const client = await context.client();
    const reply = await client.write('DELETE /push/tokens', { body: { token } });
    return reply && { is: 'result', sentence: 'Removed the device.', object: reply, quiet: 'device' };
  },
});
