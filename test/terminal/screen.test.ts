import { expect, test } from 'vitest';
import { openScreen } from '../../src/terminal/screen.js';
import { createEmulator } from '../support/terminal/emulator.js';
import { fakeStreams } from '../support/terminal/fake-streams.js';

test('lines as wide as the terminal are shown whole, and nothing of earlier ones is left', async () => {
  const size = { columns: 10, rows: 4 };
  const { io, stdout } = fakeStreams({ terminal: size });
  const emulator = createEmulator(size);
  const screen = openScreen(io.stdout);
  await screen.draw(['0123456789', 'abcdefghij'], 'footer');
  await emulator.write(stdout());
  expect(emulator.lines()).toEqual(['0123456789', 'abcdefghij', 'footer', '']);
  // Many terminals keep the cursor on a full line's last column, so erasing after it takes a character away.
  expect(stdout()).not.toMatch(/9\u001b\[K/);
  const drawn = stdout().length;
  await screen.draw(['short'], 'end');
  await emulator.write(stdout().slice(drawn));
  expect(emulator.lines()).toEqual(['short', 'end', '', '']);
});
