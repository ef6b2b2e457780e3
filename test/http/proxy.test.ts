import { expect, test } from 'vitest';
import { findProxy } from '../../src/http/transport/choose.js';

const https = 'https://tracker.example.com/';
const http = 'http://tracker.example.com/';
const proxy = 'http://proxy:3128';
const through = `${proxy}/`;

test.each([
  ['nothing set', https, {}, undefined],
  ['the upper case for https', https, { HTTPS_PROXY: proxy }, through],
  ['the lower case for https', https, { https_proxy: proxy }, through],
  ['the lower case before the upper case', https, { https_proxy: proxy, HTTPS_PROXY: 'http://b' }, through],
  ['an empty value', https, { HTTPS_PROXY: '' }, undefined],
  ['only http set, for https', https, { HTTP_PROXY: proxy }, undefined],
  ['http', http, { HTTP_PROXY: proxy }, through],
  ['a value without a scheme', https, { HTTPS_PROXY: 'proxy:3128' }, through],
  ['a proxy spoken to over TLS', https, { HTTPS_PROXY: 'https://proxy' }, 'https://proxy/'],
  ['127.0.0.1', 'http://127.0.0.1:1/', { HTTP_PROXY: proxy }, undefined],
  ['127.1.2.3', 'http://127.1.2.3/', { HTTP_PROXY: proxy }, undefined],
  ['localhost', 'https://localhost/', { HTTPS_PROXY: proxy }, undefined],
  ['::1', 'http://[::1]:8080/', { HTTP_PROXY: proxy }, undefined],
  ['a name that only begins like loopback', 'http://127.0.0.1.example.com/', { HTTP_PROXY: proxy }, through],
  ['an excepted host', https, { HTTPS_PROXY: proxy, NO_PROXY: 'tracker.example.com' }, undefined],
  ['an excepted domain', https, { HTTPS_PROXY: proxy, NO_PROXY: 'a.test, .example.com' }, undefined],
  ['an excepted domain with a star', https, { HTTPS_PROXY: proxy, no_proxy: '*.example.com' }, undefined],
  ['an excepted domain without a dot', https, { HTTPS_PROXY: proxy, NO_PROXY: 'EXAMPLE.com' }, undefined],
  ['the end of a name that is no domain of it', https, { HTTPS_PROXY: proxy, NO_PROXY: 'r.example.com' }, through],
  ['an excepted port', https, { HTTPS_PROXY: proxy, NO_PROXY: 'tracker.example.com:443' }, undefined],
  ['another port', https, { HTTPS_PROXY: proxy, NO_PROXY: 'tracker.example.com:8443' }, through],
  ['everything excepted', https, { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
  ['an excepted address', 'http://10.0.0.1/', { HTTP_PROXY: proxy, NO_PROXY: '10.0.0.1' }, undefined],
  ['an excepted IPv6 address', 'http://[fd00::1]/', { HTTP_PROXY: proxy, NO_PROXY: 'fd00::1' }, undefined],
  [
    'an excepted IPv6 address with a port',
    'http://[fd00::1]:81/',
    { HTTP_PROXY: proxy, NO_PROXY: '[fd00::1]:81' },
    undefined,
  ],
] as const)('with %s', (_name, url, env, expected) => {
  expect(findProxy(new URL(url), env)?.href).toBe(expected);
});
