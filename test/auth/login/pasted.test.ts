import { describe, expect, test } from 'vitest';
import { readPasted } from '../../../src/auth/callback/pasted.js';
import { newState } from '../../../src/auth/callback/request.js';

const state = newState();

describe('a pasted text', () => {
  test.each([
    `http://127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}`,
    `  http://localhost:4321/callback?state=${state}&token=a+b/c=  `,
    `127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}`,
    `localhost/callback?token=a%2Bb%2Fc%3D&state=${state}#top`,
    'a+b/c=',
    ' a+b/c=\n',
    "'a+b/c='",
    '  "a+b/c=" ',
    '< a+b/c= >',
    `'http://127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}'`,
    `"http://localhost:4321/callback?token=a%2Bb%2Fc%3D&state=${state}"`,
    `<http://127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}>`,
    `"'<127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}>'"`,
    `\u201chttp://127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}\u201d`,
    `\`http://127.0.0.1:4321/callback?token=a%2Bb%2Fc%3D&state=${state}\``,
  ])('%j gives the token', (text) => {
    expect(readPasted(text, state)).toMatchObject({ token: 'a+b/c=' });
  });

  test('R13: gives a token byte for byte', () => {
    const token = 'canary+a/b==.%2B%zz%.c%25+-_~!$&()*;:@?#[]<>^`{|}"\'\\';
    const address = `http://127.0.0.1:4321/callback?token=${encodeURIComponent(token)}&state=${state}`;
    expect(readPasted(address, state)).toMatchObject({ token });
  });

  test('is known for the session of this very login, or for a token from elsewhere', () => {
    expect(readPasted(`http://127.0.0.1:4321/callback?token=tok&state=${state}`, state).isNew).toBe(true);
    expect(readPasted('tok', state).isNew).toBe(false);
  });

  const otherSignIn = 'that address belongs to another sign-in; open the address above and paste the one it leads to';
  const notTheEnd =
    'that is not the address a sign-in ends at; sign in first, then copy the http://127.0.0.1:PORT/callback address';
  test.each([
    ['', 'nothing was pasted'],
    ['x'.repeat(32_000), 'that is too long for a token; copy the token alone'],
    ['two words', 'that is neither an address nor a token; a token has no spaces or special characters'],
    [`https://tracker.example.com/login?client=cli&port=4321&state=${state}`, notTheEnd],
    [`http://evil.example/callback?token=canary&state=${state}`, notTheEnd],
    [`http://127.0.0.1:4321/done?token=canary&state=${state}`, notTheEnd],
    ['http://127.0.0.1:99999/callback', notTheEnd],
    ["''", 'nothing was pasted'],
    [`(http://127.0.0.1:4321/callback?token=canary&state=${state}`, notTheEnd],
    [`/callback?token=canary&state=${state}`, notTheEnd],
    [`?token=canary&state=${state}`, notTheEnd],
    [`token=canary&state=${state}`, notTheEnd],
    [`tracker.example.com/callback?token=canary&state=${state}`, notTheEnd],
    ['https:tracker.example.com', notTheEnd],
    ['127.0.0.1', notTheEnd],
    [`http://127.0.0.1:4321/callback?token=canary&state=${newState()}`, otherSignIn],
    ['http://127.0.0.1:4321/callback?token=canary', otherSignIn],
    [`http://127.0.0.1:4321/callback?token=&state=${state}`, 'that address contains no valid token; copy all of it'],
    [`http://127.0.0.1:4321/callback?state=${state}`, 'that address contains no valid token; copy all of it'],
  ])('%j is explained', (text, message) => {
    expect(() => readPasted(text, state)).toThrow(expect.objectContaining({ kind: 'invalid', message }));
  });
});
