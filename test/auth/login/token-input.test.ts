import { describe, expect, test } from 'vitest';
import { readToken } from '../../../src/auth/login/token-mode.js';
import { ioWithInput, promptWith } from './doubles.js';

const { signal } = new AbortController();
const again = 'tracker login https://a.example';

const fromInput = (text: string): Promise<string> =>
  readToken({ io: ioWithInput(text), prompt: promptWith(undefined), signal }, { again });

describe('a token from standard input', () => {
  test.each(['tok', 'tok\n', 'tok\r\n', '\ufefftok\n', 'tok\n\n', ' tok \r\n'])('%j is tok', async (text) => {
    expect(await fromInput(text)).toBe('tok');
  });

  test.each([
    ['', 'no token was given'],
    ['\n', 'no token was given'],
    ['one\ntwo\n', 'more than one line was given; a token is one line'],
    ['one\ntwo', 'more than one line was given; a token is one line'],
  ])('%j is a usage error', async (text, message) => {
    await expect(fromInput(text)).rejects.toMatchObject({ kind: 'usage', exitCode: 2, message });
  });

  test.each(['canary 1', 'canary\u00001', 'canary€', 'canary\u001b[2J', 'canary'.repeat(2000)])(
    'what cannot be one is refused without showing it',
    async (text) => {
      const error = await fromInput(text).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: 'usage', exitCode: 2 });
      expect(JSON.stringify(error) + String(error)).not.toContain('canary');
    },
  );

  test('is never asked for', async () => {
    const prompt = promptWith(['typed']);
    expect(await readToken({ io: ioWithInput('piped'), prompt, signal }, { again })).toBe('piped');
    expect(prompt.asked).toEqual([]);
  });
});

describe('a token from the terminal', () => {
  test('is asked for with a hidden prompt', async () => {
    const prompt = promptWith([' tok ']);
    expect(await readToken({ io: ioWithInput(), prompt, signal }, { again })).toBe('tok');
    expect(prompt.asked).toEqual([
      { message: 'Token:', instead: 'pipe the token in: tracker login https://a.example --token < FILE', signal },
    ]);
  });

  test.each(['', 'two words'])('%j is a usage error', async (text) => {
    await expect(readToken({ io: ioWithInput(), prompt: promptWith([text]), signal }, { again })).rejects.toMatchObject(
      {
        exitCode: 2,
      },
    );
  });

  test('is a usage error if prompting is not possible', async () => {
    await expect(
      readToken({ io: ioWithInput(), prompt: promptWith(undefined), signal }, { again }),
    ).rejects.toMatchObject({
      exitCode: 2,
      hint: 'pipe the token in: tracker login https://a.example --token < FILE',
    });
  });
});
