import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createScreen, type Screen } from '../../src/terminal/screen.js';
import { createFullScreen } from '../../src/terminal/streams/full-screen.js';
import { createEmulator } from '../support/terminal/emulator.js';
import { fakeStreams } from '../support/terminal/fake-streams.js';
import { until } from '../support/until.js';

const parts = { input: { key: () => undefined }, onChange: () => undefined, onStop: () => undefined };

test('lines as wide as the terminal are shown whole, and nothing of earlier ones is left', async () => {
  const size = { columns: 10, rows: 4 };
  const { io, stdout } = fakeStreams({ terminal: size });
  const emulator = createEmulator(size);
  const screen = createScreen(io, parts);
  await screen.open();
  await screen.draw(['0123456789', 'abcdefghij', 'footer']);
  await emulator.write(stdout());
  expect(emulator.lines()).toEqual(['0123456789', 'abcdefghij', 'footer', '']);
  // Many terminals keep the cursor on a full line's last column, so erasing after it takes a character away.
  expect(stdout()).not.toMatch(/9\u001b\[K/);
  const drawn = stdout().length;
  await screen.draw(['short', 'end']);
  await emulator.write(stdout().slice(drawn));
  expect(emulator.lines()).toEqual(['short', 'end', '', '']);
  await screen.close();
});

test('the terminal is given back before the program stops, and taken again after', async () => {
  const { io, stdout } = fakeStreams({ terminal: { columns: 10, rows: 4 } });
  const signals = new EventEmitter();
  const atStop: { readonly written: string; readonly stops: boolean }[] = [];
  let line = 'before';
  const draw = (): void => void screen.draw([line]);
  const job = Object.assign(signals, {
    kill: () => {
      line = 'meanwhile';
      draw();
      atStop.push({ written: stdout(), stops: signals.listenerCount('SIGTSTP') === 0 });
    },
  });
  const made = createFullScreen({ stdout: new EventEmitter(), job, divert: () => undefined });
  const screen: Screen = createScreen(
    { ...io, fullScreen: () => made },
    { ...parts, onChange: draw, onStop: () => void screen.suspend('words') },
  );
  await screen.open();
  draw();
  signals.emit('SIGTSTP');
  await until('the stop', () => atStop.length === 1);
  expect(atStop).toEqual([{ written: expect.stringMatching(/\u001b\[\?1049lwords\n$/), stops: true }]);
  await until('the screen', () => stdout().split('\u001b[?1049h').length === 3);
  await until('a frame', () => stdout().includes('meanwhile'));
  signals.emit('SIGCONT');
  await until('the screen again', () => stdout().split('meanwhile').length === 3);
  await screen.close();
  expect(stdout()).toMatch(/\u001b\[\?1049l$/);
  expect(signals.eventNames()).toEqual([]);
});

test('nothing is sent by kill on Windows, where it would end the program, or throw', async () => {
  const signals = new EventEmitter();
  const got: string[] = [];
  for (const name of ['SIGINT', 'SIGTSTP', 'SIGWINCH']) signals.on(name, () => got.push(name));
  const kill = (): never => {
    throw new TypeError('Unknown signal');
  };
  const job = Object.assign(signals, { pid: 4711, platform: 'win32', kill });
  const made = createFullScreen({ stdout: new EventEmitter(), job, divert: () => undefined });
  made.interrupt();
  await made.suspend();
  expect(got).toEqual(['SIGINT', 'SIGTSTP', 'SIGWINCH']);
});

test('a key that arrives just before the program goes on counts', async () => {
  const { io } = fakeStreams({ terminal: { columns: 10, rows: 4 } });
  const keyboard = new PassThrough();
  const signals = new EventEmitter();
  const made = createFullScreen({ stdout: signals, job: signals, divert: () => undefined });
  const keys: string[] = [];
  const screen = createScreen(
    { ...io, stdin: { ...io.stdin, stream: () => keyboard }, fullScreen: () => made },
    { ...parts, input: { key: ({ name }) => keys.push(name) } },
  );
  await screen.open();
  keyboard.emit('data', Buffer.from('\u001b'));
  signals.emit('SIGCONT');
  await until('the key', () => keys.length > 0);
  expect(keys).toEqual(['esc']);
  await screen.close();
});

test('what stderr would write to the same terminal is passed on while the screen is taken', async () => {
  const takers: unknown[] = [];
  const divert = (take: unknown): void => void takers.push(take);
  const fullScreen = () => createFullScreen({ stdout: new EventEmitter(), job: {}, divert });
  const onSaid = (): void => undefined;
  const { io } = fakeStreams({ terminal: { columns: 10, rows: 4 } });
  const screen = createScreen({ ...io, fullScreen }, { ...parts, onSaid });
  await screen.open();
  await screen.close();
  expect(takers).toEqual([onSaid, undefined]);
  const elsewhere = createScreen({ ...io, fullScreen }, parts);
  await elsewhere.open();
  await elsewhere.close();
  expect(takers).toHaveLength(2);
});
