import { expect, test } from 'vitest';
import { explainFailure } from '../../src/http/failure.js';

const url = new URL('https://tracker.example.com/api/v1/me');
const broken = (code: string): Error => Object.assign(new Error(`read ${code}`), { code });

test.each([
  ['EHOSTUNREACH', 'no route to the host'],
  ['ENETUNREACH', 'the network is unreachable'],
])('after a %s the request may have arrived if there was a connection', (code, why) => {
  const before = explainFailure(broken(code), url, { isConnected: false });
  expect([before.unsent, before.message]).toEqual([true, `cannot reach tracker.example.com: ${why}`]);
  const after = explainFailure(broken(code), url, { isConnected: true });
  expect([after.unsent, after.message]).toEqual([false, `tracker.example.com: the connection was lost: ${why}`]);
});

test('of a proxy, too, headers that are too large are called that', () => {
  const circumstances = { isConnected: false, proxy: new URL('http://proxy.example:3128') };
  const { message, isLasting } = explainFailure(broken('UND_ERR_HEADERS_OVERFLOW'), url, circumstances);
  expect({ message: message, isLasting }).toEqual({
    message: 'tracker.example.com: the response headers are too large (through the proxy proxy.example:3128)',
    isLasting: true,
  });
});

test('a response that is not HTTP is called that', () => {
  const { message, unsent } = explainFailure(broken('HPE_INVALID_CONSTANT'), url, { isConnected: true });
  expect(message).toBe('tracker.example.com: the response is not valid HTTP (HPE_INVALID_CONSTANT)');
  expect(unsent).toBe(false);
});
