import { afterEach, expect, test } from 'vitest';

import { findAddressTrouble, publicAddress } from './public-address.ts';

afterEach(() => document.head.replaceChildren());

test('the gateway writes the address of the site into the page', () => {
  expect(publicAddress().origin).toBe(window.location.origin);
  document.head.innerHTML = '<meta property="og:image" content="https://songs.example/share.png">';
  expect(publicAddress().href).toBe('https://songs.example/');
});

test.each([
  ['http://localhost:8080', 'local'],
  ['https://songs.localhost', 'local'],
  ['http://127.0.0.1:8080', 'local'],
  ['http://127.1.2.3', 'local'],
  ['http://0.0.0.0:8080', 'local'],
  ['http://[::1]:8080', 'local'],
  ['http://192.168.1.5:8080', 'number'],
  ['https://[2001:db8::1]/', 'number'],
  ['http://songs.example', 'unsafe'],
  ['http://school.local', 'unsafe'],
  ['https://songs.example', null],
  ['https://localhost.example', null],
])('what is wrong with %s is %s', (address, trouble) => {
  expect(findAddressTrouble(new URL(address))).toBe(trouble);
});
