import { describe, expect, test } from 'vitest';
import { parseServerUrl, requireSafeTransport } from '../../src/contract/server-url.js';

test.each([
  ['tracker.example.com', 'https://tracker.example.com'],
  ['  https://tracker.example.com/  ', 'https://tracker.example.com'],
  ['HTTPS://Tracker.Example.COM:443/', 'https://tracker.example.com'],
  ['https://tracker.example.com:8443', 'https://tracker.example.com:8443'],
  ['tracker.example.com:8443/Base/', 'https://tracker.example.com:8443/Base'],
  ['https://h/base//', 'https://h/base'],
  ['http://h:80/base', 'http://h/base'],
  ['localhost:4000', 'http://localhost:4000'],
  ['LOCALHOST:4000/', 'http://localhost:4000'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['127.1.2.3:9', 'http://127.1.2.3:9'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['http://[0:0:0:0:0:0:0:1]:4000', 'http://[::1]:4000'],
  ['https://localhost', 'https://localhost'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
])('%j is %s', (text, key) => {
  const server = parseServerUrl(text);
  expect([server.key, server.url.href]).toEqual([key, `${key}/`]);
});

test.each([
  ['', 'it is empty'],
  ['file:///etc/passwd', 'only http and https are supported'],
  ['javascript:alert', 'only http and https are supported'],
  ['ftp://h', 'only http and https are supported'],
  ['-x.example.com', 'it starts with a dash'],
  ['--token', 'it starts with a dash'],
  ['https://h/\nX: y', 'it contains an invalid character'],
  ['https://h/%0aX', 'it contains an invalid character'],
  ['https://h/$(touch X)', 'it contains an invalid character'],
  ['https://h/`id`', 'it contains an invalid character'],
  ['https://h/a|b', 'it contains an invalid character'],
  ['https://', 'it cannot be parsed'],
  ['https://h:99999', 'it cannot be parsed'],
])('%j is refused: %s', (text, why) => {
  expect(() => parseServerUrl(text)).toThrow(
    expect.objectContaining({ kind: 'usage', message: `${JSON.stringify(text)} is not a server address: ${why}` }),
  );
});

test.each(['https://user:canary@h', 'user:canary@h', 'https://canary@h/path'])(
  'a name or password in an address (%s) is refused and not shown',
  (text) => {
    expect(() => parseServerUrl(text)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.not.stringContaining('canary') }),
    );
  },
);

test.each([
  ['https://h/callback?token=canary&state=canary#canary', 'https://h/callback?***'],
  ['https://h/#canary', 'https://h/#***'],
])('a query or fragment (%s) is refused and not shown', (text, shown) => {
  const message = `"${shown}" is not a server address: it must not contain a query or fragment`;
  expect(() => parseServerUrl(text)).toThrow(expect.objectContaining({ kind: 'usage', message }));
});

describe('plain http', () => {
  test.each(['http://tracker.example.com', 'http://192.168.1.2', 'http://localhost.example.com', 'http://0.0.0.0'])(
    'to %s is refused without an opt-in',
    (text) => {
      const server = parseServerUrl(text);
      expect(() => requireSafeTransport(server, false)).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: `${server.key} uses plain http, and anyone on the network could read your token`,
          hint: 'use https, or accept the risk with --insecure-http',
        }),
      );
      expect(() => requireSafeTransport(server, true)).not.toThrow();
    },
  );

  test.each(['http://127.0.0.1:1', 'http://[::1]', 'http://localhost', 'https://tracker.example.com'])(
    'is no matter with %s',
    (text) => expect(() => requireSafeTransport(parseServerUrl(text), false)).not.toThrow(),
  );
});
